/** Sentences of passes and of finishing one. */
import { describe, expect, it } from 'vitest'
import type { PassView } from '#contract/passes.ts'
import {
  endWords,
  factorWords,
  finishingWords,
  finishSentences,
  offerWords,
  unexplainedWords,
} from './pass-sentences.text.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')
const pass: Parameters<typeof endWords>[0] = {
  ended: 'STOPPED',
  code: null,
  end_deg: 192.4,
  dry_deg: 167.6,
  unrecorded_deg: 0,
}

describe('the end of a pass', () => {
  it.each([
    [{}, 'Stopped at 192°, 168° got none'],
    [
      { ended: 'FAULT', code: 'POWER_LOST', unrecorded_deg: 8 },
      'Stopped at 192° by a power cut, 8° not on record, 168° got none',
    ],
    [{ unrecorded_deg: 0.4 }, 'Stopped at 192°, 168° got none'],
    [{ ended: 'FINISHED', dry_deg: 0, unrecorded_deg: 11.4 }, 'Finished, 11° not on record'],
    [{ ended: 'REVERSED' }, 'Turned back at 192°, 168° got none'],
  ] as [Partial<PassView>, string][])('%j', (change, words) => {
    expect(endWords({ ...pass, ...change })).toBe(words)
  })

  it('says what the meter cannot explain', () => {
    const unexplained = { unexplained_percent: 20, alarm: true }
    expect(plain(unexplainedWords(unexplained) ?? '')).toMatch(/^20% of what was pumped is unexplained/)
    expect(unexplainedWords({ ...unexplained, alarm: false })).toBeNull()
  })
})

describe('catch can measurements', () => {
  const measured = {
    factor: 0.849,
    cans_in: [0.47, 0.5, 0.46],
    distances_m: [30.48, 60.96, 91.44],
    bearing: 30.5,
    unit: 'in' as const,
    computed_in: 0.56,
    pass_from: '',
    who: 'Ann',
    when: '',
  }

  it('is shown in the unit in which it was measured', () => {
    const words = '0.85: 0.47, 0.5 and 0.46 inches at 100, 200 and 300 ft along 31°.'
    expect(factorWords(measured, 'in')).toBe(words)
    expect(factorWords(measured, 'mm')).toBe(words)
    const metric = { ...measured, cans_in: [0.5, 0.5, 0.5], distances_m: [30, 60, 90.5], unit: 'mm' as const }
    expect(factorWords(metric, 'in')).toBe('0.85: 12.7, 12.7 and 12.7 mm at 30, 60 and 90.5 m along 31°.')
    const old = { ...measured, distances_m: null, bearing: null, unit: null }
    expect(factorWords(old, 'in')).toBe('0.85: 0.47, 0.5 and 0.46 inches.')
  })
})

describe('finishing', () => {
  it('names where it stopped, in either direction', () => {
    const offer = { arc: [192.4, 0] as [number, number], degrees: 167.6, since: '' }
    expect(offerWords({ ...offer, clockwise: true }).what).toBe('Stopped at 192°, 168° got none.')
    expect(offerWords({ ...offer, clockwise: false }).what).toBe('Stopped at 0°, 168° got none.')
    expect(finishingWords({ arc: [192, 0], degrees: 168, dry_deg: 60, since: '' })).toMatch(
      /^Finishing 168° from 192° to 0°: 60° still dry\./,
    )
  })

  it('says before sending where the pivot should stop, and what its pump does beyond', () => {
    const preview = (clockwise: boolean, pump: { name: string } | null) => ({
      arc: [192, 10] as [number, number],
      clockwise,
      prescription: { inputs: { pump }, totals: { volume_m3: 100 } },
    })
    const forward = finishSentences(preview(true, { name: 'River' }), 'mm').map(plain)
    expect(forward[0]).toContain('That takes 100 m³.')
    expect(forward[1]).toContain('stop at 10° ')
    expect(forward[2]).toMatch(/^Past 10°, .* River moves no water\.$/)
    expect(finishSentences(preview(false, null), 'mm')).toHaveLength(2)
    expect(finishSentences(preview(false, null), 'mm')[1]).toContain('stop at 192° ')
  })
})
