/** Texts of the settings preview: changed cells, and the water of one pass before and after. */
import { describe, expect, it } from 'vitest'
import type { PrescriptionPreview } from '#contract/prescriptions.ts'
import { cellsSentence, waterSentence } from './settings-preview.text.ts'

const changes = {
  former_rev: 4,
  former_percent_b64: '',
  cells: 0,
  more: 0,
  less: 0,
  volume_m3: 0,
  hours: null,
} satisfies PrescriptionPreview['changes']

const totals = {
  volume_m3: 1500,
  uniform_volume_m3: 3000,
  saving_m3: 1500,
  saving_percent: 50,
  hours: null,
  sector_flow_gpm: null,
}

describe('cells that change', () => {
  it('are counted by direction', () => {
    expect(cellsSentence({ ...changes, cells: 1050, more: 1000, less: 50 })).toBe(
      '1,050 cells change: 1,000 to a higher percentage, 50 to a lower one.',
    )
    expect(cellsSentence({ ...changes, cells: 2, less: 2 })).toBe(
      '2 cells change, all to a lower percentage.',
    )
    expect(cellsSentence({ ...changes, cells: 1, more: 1 })).toBe('1 cell changes, to a higher percentage.')
  })

  it('may be none', () => {
    expect(cellsSentence(changes)).toBe('Every cell keeps its percentage.')
  })
})

describe('the water of one pass', () => {
  it('is given before and after', () => {
    expect(waterSentence({ totals, changes: { ...changes, volume_m3: 300 } }, 'mm')).toMatch(
      /^Water for one pass: 1,500\sm³, now 1,200\sm³\.$/,
    )
    expect(waterSentence({ totals, changes }, 'mm')).toMatch(/^Water for one pass stays 1,500\sm³\.$/)
  })

  it('is given alone if nothing ran before', () => {
    expect(waterSentence({ totals, changes: { ...changes, volume_m3: null } }, 'mm')).toMatch(
      /^Water for one pass: 1,500\sm³\.$/,
    )
    expect(waterSentence({ totals: null, changes }, 'mm')).toBeNull()
  })
})
