/** A silent probe's estimate: hand-calculated, and on a real farm where the truth is known. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FILLED_DAYS, fillSilentProbe } from './root-zone.ts'

const file = `${import.meta.dirname}/../../../../shared/data/cookfarm/readings_daily.csv`

describe('the estimate', () => {
  it('moves as the others moved', () => {
    const otherProbes = [
      { before: 0.3, now: 0.28 },
      { before: 0.2, now: 0.16 },
    ]
    expect(fillSilentProbe(0.25, 2, otherProbes)).toBeCloseTo(0.22, 12)
  })

  it('ignores probes without values at both times', () => {
    const otherProbes = [
      { before: null, now: 0.5 },
      { before: 0.5, now: null },
      { before: 0.2, now: 0.21 },
    ]
    expect(fillSilentProbe(0.25, 0, otherProbes)).toBeCloseTo(0.26, 12)
    expect(fillSilentProbe(0.25, 0, otherProbes.slice(0, 2))).toBeNull()
    expect(fillSilentProbe(0.25, 0, [])).toBeNull()
  })

  it('ends after seven days', () => {
    const otherProbes = [{ before: 0.2, now: 0.2 }]
    expect(fillSilentProbe(0.25, 7, otherProbes)).toBe(0.25)
    expect(fillSilentProbe(0.25, 7.01, otherProbes)).toBeNull()
  })

  it('stays within valid moisture', () => {
    expect(fillSilentProbe(0.58, 1, [{ before: 0.2, now: 0.3 }])).toBe(0.6)
    expect(fillSilentProbe(0.02, 1, [{ before: 0.3, now: 0.2 }])).toBe(0)
  })

  it('refuses an invalid time', () => {
    expect(() => fillSilentProbe(0.2, -1, [])).toThrow(RangeError)
    expect(() => fillSilentProbe(0.2, Number.NaN, [])).toThrow(RangeError)
  })
})

/** Values by day and station at one depth. */
function readings(column: string): Map<number, Map<string, number>> {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const at = head.trim().split(',').indexOf(column)
  const days = new Map<number, Map<string, number>>()
  for (const line of lines) {
    const cells = line.trim().split(',')
    const [station = '', date = '', text = ''] = [cells[0], cells[1], cells[at]]
    const value = Number(text)
    if (text === '' || text === 'NA' || !(value >= 0 && value <= 0.6)) continue
    const day = Math.round(Date.parse(`${date}T00:00Z`) / 86_400_000)
    days.set(day, (days.get(day) ?? new Map<string, number>()).set(station, value))
  }
  return days
}

describe.skipIf(!existsSync(file))('Cook Agronomy Farm (skipped where ../shared/data is absent)', () => {
  it('is filled to 0.0200 m3/m3 after seven days of silence', () => {
    let [squares, count] = [0, 0]
    for (const depth of [30, 60, 90, 120, 150]) {
      const days = readings(`vw${depth}`)
      for (const [day, now] of days) {
        const earlier = days.get(day - FILLED_DAYS)
        if (!earlier) continue
        const all = [...now].map(([station, value]) => ({
          station,
          now: value,
          before: earlier.get(station) ?? null,
        }))
        for (const silent of all) {
          if (silent.before === null) continue
          const filled = fillSilentProbe(
            silent.before,
            FILLED_DAYS,
            all.filter((other) => other !== silent),
          )
          if (filled === null) continue
          squares += (filled - silent.now) ** 2
          count += 1
        }
      }
    }
    expect(count).toBeGreaterThan(50_000)
    expect(Math.sqrt(squares / count)).toBeLessThanOrEqual(0.02)
  })
})
