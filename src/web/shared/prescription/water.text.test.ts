/** Texts of volumes and of savings with their caveats. */
import { expect, it } from 'vitest'
import type { PrescriptionInputs, PrescriptionTotals } from '#contract/prescriptions.ts'
import { assumptionLine, savingFacts, volumeText } from './water.text.ts'

const plain = (text: string | null) => text?.replaceAll('\u00A0', ' ') ?? null
const totals: PrescriptionTotals = {
  volume_m3: 700,
  uniform_volume_m3: 1000,
  saving_m3: 300,
  saving_percent: 30,
  unmet_m3: 205.6,
  no_data_percent: 12.4,
  hours: null,
  sector_flow_gpm: null,
}
const facts = (change: Partial<PrescriptionTotals>) => {
  const { saving, unmet, unknown, doubtful } = savingFacts({ ...totals, ...change }, 'in')
  return [plain(saving), plain(unmet), plain(unknown), doubtful]
}

it('a saving comes with the unmet need and the area without data', () => {
  // an acre-inch is 102.79 m3
  expect(facts({})).toEqual(['30%', '2 acre-inches', '12% of the field', true])
  expect(facts({ unmet_m3: 0, no_data_percent: 0 })).toEqual(['30%', 'nothing', 'none', false])
  expect(facts({ saving_percent: 0, unmet_m3: 0, no_data_percent: 100 })).toEqual([
    'nothing',
    'nothing',
    '100% of the field',
    false,
  ])
})

it('an older prescription gives the figures it has', () => {
  const { unmet_m3: _, no_data_percent: __, ...old } = totals
  expect(savingFacts(old, 'in')).toMatchObject({ unmet: null, unknown: null, doubtful: false })
})

const inputs: PrescriptionInputs = {
  settings: null,
  latitude: 51,
  longitude: -114,
  tower_radii_m: [60],
  wetted_radius_m: 70,
  arc: null,
  flow_gpm: null,
  speed_100_m_min: null,
  probes: [],
  geofences: [],
  basis: 'no_probes',
  uniform: true,
}

it('the assumptions are one line', () => {
  expect(plain(assumptionLine(inputs, 'in'))).toBe(
    'Assumes 85% efficiency, no rain, no crop use until the arm arrives',
  )
  const weather = { et_mm: 4, rain_mm: 12.7 }
  expect(plain(assumptionLine({ ...inputs, efficiency: 0.9, weather }, 'mm'))).toBe(
    'Assumes 90% efficiency, 12.7 mm of rain, 4 mm used by the crop until the arm arrives',
  )
})

it('formats volumes by the unit of depths', () => {
  // an inch on an acre is 102.79 m3
  expect(volumeText(1027.9, 'in')).toBe('10\u00A0acre-inches')
  expect(volumeText(1027.9, 'mm')).toBe('1,028\u00A0m³')
})
