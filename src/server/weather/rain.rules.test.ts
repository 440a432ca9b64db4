/** The order of the sources of rain, and a person's choice instead. */
import { describe, expect, it } from 'vitest'
import { gaugeRain, rainCertainty, rainOf } from './rain.rules.ts'

const none = { typed: null, gauge: null, station: null, model: null }

describe('rain', () => {
  it('is the entered amount, else the gauge’s, else a station’s, else the model’s, else unknown', () => {
    const all = { typed: 27, gauge: 26, station: 24, model: 6 }
    expect(rainOf(all, null)).toEqual({ used: 'typed', usedMm: 27, chosen: false })
    expect(rainOf({ ...all, typed: null }, null)).toEqual({ used: 'gauge', usedMm: 26, chosen: false })
    expect(rainOf({ ...none, station: 24, model: 6 }, null)).toMatchObject({ used: 'station', usedMm: 24 })
    expect(rainOf({ ...none, model: 6 }, null)).toMatchObject({ used: 'model', usedMm: 6 })
    expect(rainOf({ ...none, gauge: 0, model: 6 }, null)).toMatchObject({ used: 'gauge', usedMm: 0 })
    expect(rainOf(none, null)).toEqual({ used: null, usedMm: null, chosen: false })
  })

  it('is the chosen source’s, while that source has a value', () => {
    const two = { ...none, typed: 27, model: 6 }
    expect(rainOf(two, 'model')).toEqual({ used: 'model', usedMm: 6, chosen: true })
    expect(rainOf(two, 'typed')).toEqual({ used: 'typed', usedMm: 27, chosen: false })
    expect(rainOf(two, 'station')).toEqual({ used: 'typed', usedMm: 27, chosen: false })
  })

  it('is measured by instruments, estimated by a model, and guessed for future days', () => {
    expect(rainCertainty('station', false)).toBe('measured')
    expect(rainCertainty('typed', true)).toBe('measured')
    expect(rainCertainty('model', false)).toBe('estimated')
    expect(rainCertainty('model', true)).toBe('guessed')
  })
})

describe('gauges', () => {
  const day = 86_400
  const sumOver = (mm: number, hours: number) => ({ mm, coveredS: hours * 3600 })

  it('report rain from the first drop, and a dry day only if they have seen most of it', () => {
    expect(gaugeRain([sumOver(27, 3)], day, true)).toBe(27)
    expect(gaugeRain([sumOver(0, 18)], day, true)).toBe(0)
    expect(gaugeRain([sumOver(0, 17)], day, true)).toBeNull()
    expect(gaugeRain([], day, true)).toBeNull()
  })

  it('report nothing for a day that is dry so far', () => {
    expect(gaugeRain([sumOver(0, 8)], day / 3, false)).toBeNull()
    expect(gaugeRain([sumOver(4, 8)], day / 3, false)).toBe(4)
  })

  it('are averaged, without those that were silent', () => {
    expect(gaugeRain([sumOver(20, 24), sumOver(24, 24), sumOver(0, 2)], day, true)).toBe(22)
  })
})
