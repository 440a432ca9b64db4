/** A preview that is asked for while a change of the system is on its way. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { usePreviewSettings } from './prescriptions.ts'
import { useChangeSystem } from './systems.ts'

const settings = {
  is_system_on: true,
  is_test_pattern_on: false,
  is_speed_switch_on: false,
  application_rate: 0.8,
  root_depth: 36,
  target_moisture: 80,
  towers: { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false },
}

function SavedThenPreviewed() {
  const change = useChangeSystem('North')
  const preview = usePreviewSettings()
  return (
    <button
      type="button"
      onClick={() => {
        change.mutate({ application_efficiency: 0.9 })
        preview.mutate({ system: 'North', settings })
      }}
    >
      Save and preview
    </button>
  )
}

it('is computed from the system as it was saved', async () => {
  signIn()
  const saved = Promise.withResolvers<undefined>()
  const requests = fakeServer(async ({ method }) => {
    if (method === 'PATCH') await saved.promise
    return { json: {} }
  })
  mount(<SavedThenPreviewed />)
  await page.getByRole('button', { name: 'Save and preview' }).click()
  await expect.poll(() => requests.map(({ method }) => method)).toEqual(['PATCH'])
  saved.resolve(undefined)
  await expect.poll(() => requests.map(({ method }) => method)).toEqual(['PATCH', 'POST'])
})
