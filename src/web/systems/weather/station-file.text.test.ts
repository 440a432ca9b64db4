/** Options for reading a weather station's file, and the texts of the result. */
import { describe, expect, it } from 'vitest'
import type { WeatherFileReport } from '#contract/weather.ts'
import {
  dayCountText,
  fileCounts,
  savedStationSentence,
  NO_OPTIONS,
  previewTable,
  queryOf,
} from './station-file.text.ts'

const day = {
  day: '2026-07-06',
  max_c: null,
  min_c: null,
  wind_m_s: null,
  radiation_mj: null,
  rain_mm: 25.4,
  reference_et_mm: null,
}
const report: WeatherFileReport = {
  preview: true,
  understood: [],
  lines: 96,
  hours: 0,
  days: 96,
  rain_days: 96,
  et_days: 90,
  measured_et_days: 88,
  first: '2026-05-01',
  last: '2026-08-04',
  first_days: [day],
  refused: 0,
  refusals: [],
}

describe('how a file is read', () => {
  it('becomes query parameters, with units combined, and nothing else', () => {
    expect(queryOf(NO_OPTIONS)).toEqual({})
    expect(
      queryOf({ ...NO_OPTIONS, rain: 'in', temperature: 'F', date_order: 'MDY', columns: ' rain=RR ' }),
    ).toEqual({ units: 'rain=in,temperature=F', date_order: 'MDY', columns: 'rain=RR' })
  })
})

describe('the result', () => {
  it('is counted', () => {
    expect(fileCounts(report)).toBe(
      '96 days, 1 May 2026 to 4 Aug 2026: rain on 96 of them, reference ET on 90, and on 88 nothing had to be estimated.',
    )
    expect(fileCounts({ ...report, first: null, last: null, hours: 5 })).toBe('5 hours, and no whole day.')
    expect(fileCounts({ ...report, first: null, last: null })).toBe('No line could be used.')
    expect(dayCountText(1)).toBe('1 day')
  })

  it("is shown in the file's columns, in the account's unit", () => {
    expect(previewTable(report, 'in')).toEqual([
      ['Day', 'Rain'],
      ['6 Jul 2026', '1\u00A0in'],
    ])
  })

  it('is described when stored', () => {
    expect(savedStationSentence({ name: 'Yard', days: 3, first: '2026-07-01', last: '2026-07-03' })).toBe(
      'Yard: 3 days, 1 Jul 2026 to 3 Jul 2026.',
    )
    expect(savedStationSentence(null)).toMatch(/^A file from a station on your farm counts ahead of/)
  })
})
