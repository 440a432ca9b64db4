/** Times of files; expected instants from the published rules of the zones. */
import { describe, expect, it } from 'vitest'
import { timeReader } from './local-time.ts'

describe('times of a file', () => {
  const winnipeg = timeReader('America/Winnipeg')

  it('parses an absolute time unchanged', () => {
    expect(winnipeg('2026-07-06T10:00:00Z')).toBe('2026-07-06T10:00:00.000Z')
    expect(winnipeg('2026-07-06 10:00:00+02:00')).toBe('2026-07-06T08:00:00.000Z')
    expect(winnipeg('2026-07-06T10:00 -0600')).toBe('2026-07-06T16:00:00.000Z')
  })

  it('parses any other as local time of the zone, in summer and in winter', () => {
    expect(winnipeg('2026-07-06')).toBe('2026-07-06T05:00:00.000Z')
    expect(winnipeg('2026/01/06')).toBe('2026-01-06T06:00:00.000Z')
    expect(winnipeg('2026-01-06 13:45')).toBe('2026-01-06T19:45:00.000Z')
    expect(timeReader('Australia/Lord_Howe')('2026-01-06 13:45:30')).toBe('2026-01-06T02:45:30.000Z')
  })

  it('uses the first of a repeated hour, and moves a skipped one forward', () => {
    expect(winnipeg('2026-11-01 01:30')).toBe('2026-11-01T06:30:00.000Z')
    expect(winnipeg('2026-11-01 02:30')).toBe('2026-11-01T08:30:00.000Z')
    expect(winnipeg('2026-03-08 02:30')).toBe('2026-03-08T08:30:00.000Z')
    expect(winnipeg('2026-03-08 03:30')).toBe('2026-03-08T08:30:00.000Z')
  })

  it('parses days and months in the given order, with any separator and a 12-hour clock', () => {
    const [dmy, mdy] = [timeReader('UTC', 'DMY'), timeReader('UTC', 'MDY')]
    expect(dmy('03/04/2026')).toBe('2026-04-03T00:00:00.000Z')
    expect(mdy('03/04/2026')).toBe('2026-03-04T00:00:00.000Z')
    expect(dmy('3.4.26 7:05')).toBe('2026-04-03T07:05:00.000Z')
    expect(mdy('7/13/2026 1:30:15 PM')).toBe('2026-07-13T13:30:15.000Z')
    expect(mdy('7/13/2026 12:00 AM')).toBe('2026-07-13T00:00:00.000Z')
    expect(timeReader('UTC', 'YMD')('26-07-13')).toBe('2026-07-13T00:00:00.000Z')
    expect(mdy('2026-07-13')).toBe('2026-07-13T00:00:00.000Z')
    for (const text of ['31/04/2026', '13/13/2026', '03/04/2026 13:00 PM']) expect(dmy(text)).toBeNull()
    for (const text of ['03/04/2026', '03/04/26']) expect(winnipeg(text)).toBeNull()
  })

  it('parses month names, and seconds or milliseconds since 1970', () => {
    expect(winnipeg('06-Jul-2026 10:00')).toBe('2026-07-06T15:00:00.000Z')
    expect(winnipeg('06-Foo-2026')).toBeNull()
    expect(winnipeg('1777629600')).toBe('2026-05-01T10:00:00.000Z')
    expect(winnipeg('1777629600500')).toBe('2026-05-01T10:00:00.500Z')
  })

  it('refuses other text', () => {
    for (const text of ['', '31-02-2026', '2026-02-30', '2026-13-01', '2026-01-01 25:00', 'noon', '1e9'])
      expect(winnipeg(text)).toBeNull()
  })
})
