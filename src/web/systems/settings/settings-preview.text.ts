/** Texts of the settings preview: which cells change, and the water of one pass. */
import type { PrescriptionPreview } from '#contract/prescriptions.ts'
import { number } from '../../kit/formats.ts'
import { volumeText } from '../../shared/prescription/water.text.ts'
import type { DepthUnit } from './settings.text.ts'
import { text } from './settings.text.ts'

/** How many cells change. */
export function cellsSentence({ cells, more, less }: PrescriptionPreview['changes']): string {
  if (cells === 0) return text.noCellChanges
  if (more > 0 && less > 0) return text.cellsBothWays(number(cells), number(more), number(less))
  if (cells === 1) return more > 0 ? text.oneCellHigher : text.oneCellLower
  return more > 0 ? text.cellsHigher(number(cells)) : text.cellsLower(number(cells))
}

/** The water of one pass, before and after. */
export function waterSentence(
  { totals, changes }: Pick<PrescriptionPreview, 'totals' | 'changes'>,
  unit: DepthUnit,
): string | null {
  if (!totals) return null
  const after = volumeText(totals.volume_m3, unit)
  if (changes.volume_m3 === null) return text.waterOfPass(after)
  const before = volumeText(totals.volume_m3 - changes.volume_m3, unit)
  return before === after ? text.waterStays(after) : text.waterBecomes(after, before)
}
