/** Ending the finishing of a pass where the server fails: said as a fault, and the button stays. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { testSystem } from '../testing/test-system.ts'
import { FinishPass } from './finish-pass.tsx'

it.each([
  ['an error of the server', { status: 503, json: {} }],
  ['no network', undefined],
])('says after %s that it goes on', async (_, failure) => {
  signIn()
  const finishing = { arc: [190, 230], degrees: 40, dry_deg: 25, since: '2026-07-14T16:00:00Z' }
  fakeServer(({ method, path }) =>
    method === 'GET' && path.startsWith('/api/passes/?')
      ? { json: { passes: [], next: null, finish: null, finishing, factors: [] } }
      : failure,
  )
  mount(<FinishPass system={testSystem('East Quarter')} />)
  const end = page.getByRole('button', { name: 'End it now' })
  await end.click()
  await expect.element(page.getByRole('alert').getByText(/^Not ended: /)).toBeVisible()
  await expect.element(end).toBeVisible()
})
