/** Times of files; expected instants from the published rules of the zones. */
import { describe, expect, it } from 'vitest'
import { timeReader } from './import-time.ts'

describe('times of a file', () => {
  const winnipeg = timeReader('America/Winnipeg')

  it('takes an absolute time as it is', () => {
    expect(winnipeg('2026-07-06T10:00:00Z')).toBe('2026-07-06T10:00:00.000Z')
    expect(winnipeg('2026-07-06 10:00:00+02:00')).toBe('2026-07-06T08:00:00.000Z')
    expect(winnipeg('2026-07-06T10:00 -0600')).toBe('2026-07-06T16:00:00.000Z')
  })

  it('takes any other as a clock of the zone shows it, in summer and in winter', () => {
    expect(winnipeg('2026-07-06')).toBe('2026-07-06T05:00:00.000Z')
    expect(winnipeg('2026/01/06')).toBe('2026-01-06T06:00:00.000Z')
    expect(winnipeg('2026-01-06 13:45')).toBe('2026-01-06T19:45:00.000Z')
    expect(timeReader('Australia/Lord_Howe')('2026-01-06 13:45:30')).toBe('2026-01-06T02:45:30.000Z')
  })

  it('takes the first of an hour that comes twice, and moves a skipped one on', () => {
    expect(winnipeg('2026-11-01 01:30')).toBe('2026-11-01T06:30:00.000Z')
    expect(winnipeg('2026-11-01 02:30')).toBe('2026-11-01T08:30:00.000Z')
    expect(winnipeg('2026-03-08 02:30')).toBe('2026-03-08T08:30:00.000Z')
    expect(winnipeg('2026-03-08 03:30')).toBe('2026-03-08T08:30:00.000Z')
  })

  it('refuses what is no time', () => {
    for (const text of ['', '31-02-2026', '2026-02-30', '2026-13-01', '2026-01-01 25:00', 'noon', '1e9'])
      expect(winnipeg(text)).toBeNull()
  })
})
