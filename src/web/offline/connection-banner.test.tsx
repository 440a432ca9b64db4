/** The strip: missing code and a failing server are told, at the desk, too, which has no live stream; what is old is fetched again. */
import { useQuery } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { client } from '../kit/client.ts'
import { liveStream } from '../kit/live-stream.ts'
import { reloadReason } from '../kit/load-with-retry.ts'
import { session } from '../kit/session.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

it('tells of missing code without asking for live data', async () => {
  signIn()
  const requests = fakeServer()
  onTestFinished(() => reloadReason.setState(null, true))
  mount(<ConnectionBanner live={false} restoredAt={null} onRetry={() => undefined} />)
  reloadReason.setState('missing part', true)
  await expect
    .element(page.getByText('A part of this page could not be loaded. What you typed is kept.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Load it' })).toBeVisible()
  await expect.element(page.getByText('No connection')).not.toBeInTheDocument()
  expect(requests.filter(({ path }) => path.startsWith('/api/events'))).toEqual([])
})

it('tells a server that fails from one that cannot be reached', async () => {
  signIn()
  fakeServer()
  mount(<ConnectionBanner live={false} restoredAt={null} onRetry={() => undefined} />)
  const shown = () => document.body.innerText
  session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'failing' })
  await expect.poll(shown).toContain('Trouble on our side.')
  session.dispatch({ type: 'AUTHENTICATED_FAIL', reason: 'unreachable' })
  await expect.poll(shown).toContain('No connection')
  session.dispatch({ type: 'AUTHENTICATED_SUCCESS' })
  await expect.poll(shown).not.toContain('No connection')
})

function Zones() {
  const { data, isError } = useQuery({
    queryKey: ['zones'],
    queryFn: () => client.get('/api/zones/', z.array(z.string())),
  })
  return <p>{isError ? 'not fetched' : data?.join()}</p>
}

it('when the server is back, what could not be fetched without it is fetched again', async () => {
  signIn()
  let reachable = false
  const requests = fakeServer(({ path }) => (reachable ? { json: [path] } : undefined))
  mount(
    <>
      <ConnectionBanner live restoredAt={null} onRetry={() => undefined} />
      <Zones />
    </>,
  )
  const fetched = () => requests.filter(({ path }) => path === '/api/zones/').length
  await expect.element(page.getByText('not fetched')).toBeVisible()
  const before = fetched()
  reachable = true
  liveStream.reconnectNow()
  await expect.element(page.getByText('/api/zones/')).toBeVisible()
  expect(fetched()).toBe(before + 1)
})
