/** Which field needs water next: nothing without a crop, waiting until something is computed. */
import { expect, it } from 'vitest'
import { balancePaths, outlookList } from '../../contract/balance.ts'
import { cropPath } from '../../contract/crops.ts'
import { connectedSystem, farm, signedUpUser } from '../testing/factories.ts'

it('lists every system of the user, and says where a crop is missing', async () => {
  const { built, owner } = await farm()
  await connectedSystem(built, owner, { name: 'South Quarter' })
  const started_on = built.clock.now().toISOString().slice(0, 10)
  await built.call(cropPath('South Quarter'), {
    method: 'PUT',
    json: { crop: 'barley', started_on, stages_by: 'days' },
    headers: owner.headers,
  })
  const listed = outlookList.parse((await built.call(balancePaths.outlooks, owner)).body)
  expect(listed.map(({ system, state }) => [system, state])).toEqual([
    ['North Quarter', 'no_crop'],
    ['South Quarter', 'waiting'],
  ])
  expect(listed[1]).toMatchObject({ refill_in_days: null, refill_at: null, doubt: null, computed_at: null })
  const stranger = await signedUpUser(built)
  expect((await built.call(balancePaths.outlooks, stranger)).body).toEqual([])
})
