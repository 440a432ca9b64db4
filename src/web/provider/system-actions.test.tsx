/** Stopping new settings on a bad line, or beside a colleague: a stop is never turned into its opposite. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useDeskSystem } from '../api/provider.ts'
import { testSystem } from '../systems/testing/test-system.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { SystemActions } from './system-actions.tsx'

const NAME = 'East Quarter'

function Actions() {
  const { data } = useDeskSystem(NAME)
  return data ? (
    <>
      <p>{data.stopped ? 'Stopped' : 'Allowed'}</p>
      <SystemActions system={data} />
    </>
  ) : null
}

it('a stop whose answer was lost is a stop when it is pressed again', async () => {
  signIn()
  let stopped = false
  const requests = fakeServer(({ method, body }) => {
    if (method === 'PUT') {
      stopped = Object(body).stopped
      return undefined
    }
    const { role: _, ...view } = testSystem(NAME)
    const lists = { needs: [], members: [], history: [], sensors: [], batteries: [], credentials: [] }
    const connections = { connections: [], next: null, dropped: [] }
    const system = { overhang_m: 14, connected_at: '2026-05-01T16:00:00Z', decommissioned_at: null }
    return { json: { view, ...system, stopped, offered: null, ...lists, ...connections } }
  })
  mount(<Actions />)
  await page.getByRole('button', { name: 'Stop new settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop new settings' })
  await dialog.getByLabelText('Why').fill('repair')
  const stop = dialog.getByRole('button', { name: 'Stop new settings' })
  await stop.click()
  await expect.element(page.getByText('Stopped', { exact: true })).toBeInTheDocument()
  await stop.click()
  const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await expect.poll(sent).toHaveLength(2)
  expect(sent()).toEqual([
    { stopped: true, reason: 'repair' },
    { stopped: true, reason: 'repair' },
  ])
})
