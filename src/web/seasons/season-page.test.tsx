/** Seasonal water use: metered volumes below those of the machine, in the chosen unit. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Season } from '../../contract/seasons.ts'
import { barriers } from '../testing/accessibility.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { SeasonPage } from './season-page.tsx'

const year = new Date().getFullYear()
const season: Season = {
  year,
  first_year: year,
  systems: [
    {
      system: 'North Quarter',
      time_zone: 'America/Edmonton',
      role: 'owner',
      licence: null,
      volume_m3: 12_000,
      months: [],
      metered: [
        { meter: 1, volume_m3: 12_345 },
        { meter: 4, volume_m3: 0 },
      ],
    },
  ],
}

it('shows the volume of each water meter next to that of the machine', async () => {
  signIn()
  fakeServer(({ path }) => (path.startsWith('/api/season/') ? { json: season } : undefined))
  mount(<SeasonPage />)
  const system = page.getByRole('region', { name: 'North Quarter' })
  const unit = page.getByRole('combobox', { name: 'Volumes in' })
  await unit.selectOptions('m³')
  await expect.element(system.getByText('12,000 m³')).toBeVisible()
  await expect.element(system.getByText('Water meter 1 counted 12,345 m³')).toBeVisible()
  await expect.element(system.getByText('Water meter 4 counted 0 m³')).toBeVisible()
  // a cubic decametre is a thousand cubic metres
  await unit.selectOptions('dam³')
  await expect.element(system.getByText(/^Water meter 1 counted 12\.3[45]\sdam³$/)).toBeVisible()
  expect(await barriers()).toEqual([])
})
