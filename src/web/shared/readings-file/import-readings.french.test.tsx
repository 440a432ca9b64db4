/** The readings import on a French page: questions, understood lines and refusals are all in French. */
import '../../testing/french.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReadingsFileReport } from '../../../contract/accounts/provider.ts'
import { barriers } from '../../testing/accessibility.ts'
import { mount, signIn } from '../../testing/mount.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { ImportReadings } from './import-readings.tsx'

const column: ReadingsFileReport['columns'][number] = {
  name: 'VWC',
  group: null,
  use: 'moisture',
  unit: '%',
  depthCm: null,
  probe: null,
  why: null,
  because: null,
}
const open: ReadingsFileReport = {
  question: 'sensors: it is not said how deep VWC is',
  asked: { code: 'ask_depths', params: ['VWC', 'VWC=P1-20cm', 'is'] },
  kept: null,
  kept_as: null,
  refused_as: [],
  read_as: [],
  columns: [
    column,
    {
      ...column,
      name: 'raw',
      use: null,
      unit: null,
      why: 'raw counts',
      because: { code: 'raw_counts', params: [] },
    },
  ],
  sample: [],
  report: null,
}
const settled: ReadingsFileReport = {
  ...open,
  question: null,
  asked: null,
  kept: 'as said for this logger on 2026-07-01: probe 3',
  kept_as: { code: 'said_before', params: ['2026-07-01', 'probe 3'] },
  refused_as: [
    { line: 7, because: { code: 'refused_beyond', params: ['"800"', 'ec'] } },
    { line: 9, because: { code: 'from_a_newer_server', params: [] } },
  ],
  read_as: [
    { code: 'read_unit', params: ['ec', 'uS/cm'] },
    { code: 'clock_standard', params: ['UTC-07:00', 'America/Edmonton'] },
    { code: 'clock_first', params: ['2026-11-01 01:30', 'America/Edmonton'] },
  ],
  report: {
    preview: true,
    lines: 3,
    readings: 2,
    without_moisture: 0,
    empty: 0,
    probes: [3],
    first: '2026-07-01T10:00:00.000Z',
    last: '2026-07-01T11:00:00.000Z',
    refused: 2,
    refusals: ['line 7: "800" is no salinity of a soil', 'line 9: something new'],
    understood: ['columns parted by comma', 'salinity in uS/cm; times of UTC-07:00'],
    first_readings: [],
    stored: 2,
    duplicate: 0,
    invalid: 0,
  },
}

it('shows its questions, the clock and refused lines in French', async () => {
  signIn()
  const requests = fakeServer(({ path }) => ({ json: path.includes('probe=3') ? settled : open }))
  mount(<ImportReadings system="North" />)
  const file = new File(['time,VWC,raw'], 'z.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText(/Choisir un/), file)
  await expect.element(page.getByText('la profondeur manque pour VWC', { exact: false })).toBeVisible()
  await expect
    .element(page.getByText('laissée de côté\u00A0: les valeurs brutes d’un capteur', { exact: false }))
    .toBeVisible()
  await page.getByRole('textbox', { name: 'Tout le fichier est de la sonde' }).fill('3')
  await page.getByRole('button', { name: 'Relire' }).click()
  for (const sentence of [
    'comme dit le 2026-07-01 pour cet enregistreur\u00A0: probe 3',
    'salinité en uS/cm',
    'heures d’UTC-07:00, l’heure normale de America/Edmonton, toute l’année',
    '2026-11-01 01:30 passe deux fois aux horloges de America/Edmonton; des deux, c’est la première fois',
    'ligne 7\u00A0: aucun sol n’a "800" (salinité)',
    // codes without a translation are shown in English
    'line 9: something new',
  ])
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  expect(await barriers()).toEqual([])
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
})
