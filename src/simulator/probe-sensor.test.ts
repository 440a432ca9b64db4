/** A sensor follows its soil with a delay that grows with depth, and fails in the configured ways. */
import { describe, expect, it } from 'vitest'
import { ProbeSensor } from './probe-sensor.ts'

const SOUND = { dropout: 0, absurd: 0, stuck: false }

function sensor(depthCm: number, faults = SOUND): ProbeSensor {
  return new ProbeSensor(3, 1, depthCm, 0.2, faults)
}

describe('a sensor', () => {
  it('reads its soil within bias and noise', () => {
    const probe = sensor(20)
    for (let i = 0; i < 200; i += 1) expect(Math.abs((probe.read() ?? 9) - 0.2)).toBeLessThan(0.025)
  })

  it('follows a wetting later the deeper it is', () => {
    const [shallow, deep] = [sensor(10), sensor(100)]
    const rise = (probe: ProbeSensor) => {
      const before = probe.read() ?? 0
      probe.follow(0.35, 1)
      return (probe.read() ?? 0) - before
    }
    // One hour against lags of 0.3 h and 3 h: 96 % and 28 % of 0.15, within four times the noise of two readings.
    expect(Math.abs(rise(shallow) - 0.1446)).toBeLessThan(0.009)
    expect(Math.abs(rise(deep) - 0.0425)).toBeLessThan(0.009)
  })

  it('loses readings, gets stuck or sends absurd values as configured', () => {
    expect(sensor(10, { ...SOUND, dropout: 1 }).read()).toBeNull()
    const stuck = sensor(10, { ...SOUND, stuck: true })
    const first = stuck.read()
    stuck.follow(0.4, 100)
    expect(stuck.read()).toBe(first)
    const absurd = sensor(10, { ...SOUND, absurd: 1 }).read() ?? 0
    expect(absurd < 0 || absurd > 0.6).toBe(true)
  })
})
