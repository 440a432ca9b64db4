/** Durations and retention periods of the configuration; retention limits follow the calendar. */
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { parseRetention, retentionLimit } from './duration.ts'
import { parseDuration } from './duration.ts'

it.each([
  ['250ms', 250],
  ['90s', 90_000],
  ['15m', 900_000],
  ['12h', 43_200_000],
  ['14d', 1_209_600_000],
])('reads %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

it.each(['', '15', 'm', '1.5h', '-3d', '15M', '99999999999s'])('refuses %j', (text) => {
  expect(parseDuration(text)).toBeNull()
})

const limit = (text: string, now: string) => {
  const retention = parseRetention(text)
  return retention && retentionLimit(retention, new Date(now)).toISOString()
}

describe('retention', () => {
  it('is days or calendar years', () => {
    expect(limit('400d', '2026-11-21T12:00:00Z')).toBe('2025-10-17T12:00:00.000Z')
    expect(limit('5y', '2026-11-21T12:00:00Z')).toBe('2021-11-21T12:00:00.000Z')
    expect(limit('1y', '2024-02-29T12:00:00Z')).toBe('2023-02-28T12:00:00.000Z')
    expect(limit('30d', '2026-03-31T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z')
  })

  it('stops the start when invalid, and names the variable', () => {
    expect(readConfig({}).readingsRetention).toBeNull()
    expect(readConfig({ READINGS_RETENTION: 'forever' }).readingsRetention).toBeNull()
    expect(readConfig({ READINGS_RETENTION: '5y' }).readingsRetention).toEqual({ count: 5, unit: 'y' })
    for (const wrong of ['5', '0d', '29d', '-5y', '1.5y', '5w', 'y', '9999y', '999999d', 'Forever'])
      expect(() => readConfig({ READINGS_RETENTION: wrong })).toThrow(
        new ConfigError('READINGS_RETENTION', 'forever, or at least 30d, such as 400d or 5y'),
      )
  })
})
