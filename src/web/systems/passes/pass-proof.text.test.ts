/** Texts of the proof of water. */
import { describe, expect, it } from 'vitest'
import { dryValveWords, leftOutWords, partWords, proofWords } from './pass-proof.text.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

describe('the proof of water', () => {
  const proof = {
    from: '',
    asked_mm: 20.32,
    laid_mm: 19.8,
    gained_mm: 12.7,
    probes: 3,
    zones: [],
    left_out: [],
    dry_valves: [],
  }

  it("is one sentence, in the account's unit", () => {
    expect(plain(proofWords(proof, 'in'))).toBe(
      'Asked for 0.8 in, put down 0.78 in; the soil gained 0.5 in at 3 probes.',
    )
    expect(plain(proofWords({ ...proof, probes: 1 }, 'mm'))).toBe(
      'Asked for 20 mm, put down 20 mm; the soil gained 13 mm at 1 probe.',
    )
    expect(plain(proofWords({ ...proof, asked_mm: null, gained_mm: null, probes: 0 }, 'mm'))).toBe(
      'Put down 20 mm; no probe was read before and after it.',
    )
  })

  it('names the excluded probes', () => {
    expect(leftOutWords(proof)).toBe('')
    expect(leftOutWords({ left_out: [4] })).toBe('Probe 4 is not trusted and was left out.')
    expect(leftOutWords({ left_out: [4, 7] })).toBe('Probes 4, 7 are not trusted and were left out.')
  })

  it('names a valve below which nothing changed, and parts of the field', () => {
    expect(dryValveWords({ tower: 3, passes: 4 })).toMatch(
      /^Tower 3: no probe below it gained water in 4 passes/,
    )
    const part = { ...proof, name: 'Sand' }
    expect(partWords({ ...part, kind: 'soil' }, false)).toBe('Soil zone Sand')
    expect(partWords({ ...part, kind: 'geofence' }, false)).toBe('Geofence Sand')
    expect(partWords({ ...part, name: null, kind: 'rest' }, false)).toBe('Rest of the field')
    expect(partWords({ ...part, name: null, kind: 'rest' }, true)).toBe('Whole field')
  })
})
