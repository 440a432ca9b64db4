/** Prescribed, applied and gained water against hand-calculated figures. */
import { describe, expect, it } from 'vitest'
import { dryValves, provenParts, type ProvenProbe } from './proof-of-water.ts'

const probe = (change: Partial<ProvenProbe> = {}): ProvenProbe => ({
  part: 0,
  zone: 2,
  laidMm: 20,
  gainedMm: 12,
  ...change,
})

describe('parts of a field', () => {
  it('are means over swept ground and over probes', () => {
    const cells = [
      { part: 0, ground: 3, askedMm: 20, laidMm: 18 },
      { part: 0, ground: 1, askedMm: 0, laidMm: 2 },
      { part: 1, ground: 2, askedMm: null, laidMm: 10 },
      { part: 1, ground: 2, askedMm: 5, laidMm: 4 },
      { part: 2, ground: 0, askedMm: 5, laidMm: 5 },
    ]
    expect(provenParts(cells, [probe(), probe({ gainedMm: 8 })], 4)).toEqual([
      { askedMm: 15, laidMm: 14, gainedMm: 10, probes: 2 },
      { askedMm: null, laidMm: 7, gainedMm: null, probes: 0 },
      null,
      null,
    ])
  })
})

describe('a dry valve', () => {
  const dry = probe({ gainedMm: 2.9 })

  it('is one under which no probe gained in three passes', () => {
    expect(dryValves([[dry, probe({ zone: 1 })], [dry], [dry]])).toEqual([{ zone: 2, passes: 3 }])
    expect(dryValves([[dry], [dry]])).toEqual([])
  })

  it('is not proved if a probe gained once, or too little was applied', () => {
    expect(dryValves([[dry, probe()], [dry], [dry]])).toEqual([])
    expect(dryValves([[dry], [dry], [probe({ gainedMm: 3 })]])).toEqual([])
    expect(dryValves([[dry], [dry], [probe({ laidMm: 7.9, gainedMm: 0 })]])).toEqual([])
    expect(dryValves([[dry], [dry], [probe({ laidMm: 7.9, gainedMm: 7 })], [dry]])).toEqual([
      { zone: 2, passes: 3 },
    ])
  })
})
