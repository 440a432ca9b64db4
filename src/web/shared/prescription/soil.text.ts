/** Texts about the soil of a prescription: the source of limits, water by depth, sensor reach. */
import { LEAST_COVER } from '#agronomy/soil/available-water.ts'
import { MM_PER_INCH, inchesToMm } from '#agronomy/units.ts'
import type { CellExplanation } from '#contract/prescriptions.ts'
import { number } from '../../kit/formats.ts'
import { text } from './water.text.ts'

export type CellSoil = NonNullable<CellExplanation['soil']>
type Unit = 'in' | 'mm'

const WHOSE: Record<CellSoil['source'], string> = {
  zone: text.ofSoilZone,
  probe: text.ofNearestProbe,
  system: text.ofSystem,
  texture: text.fromTexture,
}

export function soilText({ field_capacity, wilting_point, source, zone, guessed }: CellSoil): string {
  const sure = guessed ? text.guessed : ''
  const whose = zone === null ? WHOSE[source] : `${WHOSE.zone} '${zone}'${sure}`
  return text.soilLimits(percent(field_capacity), percent(wilting_point), whose)
}

export function layerText(layer: CellSoil['layers'][number], unit: Unit): string {
  const { top_mm: top, bottom_mm: bottom, available_percent: available, vwc } = layer
  const depths = `${depthNumber(top, unit)}–${depthNumber(bottom, unit)} ${unit}`
  if (available === null || vwc === null) return text.depthsNotKnown(depths)
  return text.depthsHold(depths, number(available, 0), percent(vwc))
}

/** Null if sensors cover most of the root zone wherever it is known.
 *
 * @param cover whole per cent of each cell's root zone covered by sensors; 0 if unknown
 */
export function extrapolationText(cover: Uint8Array, rootDepthIn: number, unit: Unit): string | null {
  const short = cover.filter((share) => share > 0 && share < 100 * LEAST_COVER)
  if (short.length === 0) return null
  const least = short.reduce((a, b) => Math.min(a, b))
  const rootMm = inchesToMm(rootDepthIn)
  const reached = depthNumber((rootMm * least) / 100, unit)
  const knownCount = cover.filter((share) => share > 0).length
  const shareText =
    short.length === knownCount ? '' : ` ${text.inShareOfCells(number((100 * short.length) / knownCount, 0))}`
  return (
    `${text.sensorsReachOnly(reached, depthNumber(rootMm, unit), unit, least, shareText)} ` +
    text.deeperSoilAssumed
  )
}

function depthNumber(mm: number, unit: Unit): string {
  return unit === 'mm' ? number(mm, 0) : number(mm / MM_PER_INCH, mm < 10 * MM_PER_INCH ? 1 : 0)
}

function percent(vwc: number): string {
  return `${number(100 * vwc, 1)}%`
}
