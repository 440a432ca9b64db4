/** The strip at the desk, which has no live stream: missing code and a failing server are told all the same. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
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
