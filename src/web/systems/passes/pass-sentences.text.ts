/** Sentences of passes: how they ended, unexplained water, catch cans, and finishing one. */
import type { FinishPreview, PassList, PassView } from '#contract/passes.ts'
import { inchesToMm, M_PER_FOOT } from '#agronomy/units.ts'
import { number, quantity } from '../../kit/formats.ts'
import { distanceUnit } from './catch-can-input.ts'
import { volumeText } from '../../shared/prescription/water.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { text } from './passes.text.ts'
import { localeOr } from '../../language/language.ts'

const degrees = (value: number) => `${Math.round(value) % 360}°`
const count = (value: number) => `${Math.round(value)}°`

const faults: Record<string, string> = {
  LOW_PRESSURE: text.lowWaterPressure,
  MISALIGNED: text.towersOutOfLine,
  POWER_LOST: text.powerCut,
  VALVE_FAULT: text.valveFault,
}

/** Shorter unrecorded parts are not mentioned. */
const MIN_UNRECORDED_DEG = 2

/** Why a pass ended, and what it left dry: 'Stopped at 192°, 168° got none'. */
export function endWords({
  ended,
  code,
  end_deg: end,
  dry_deg: dry,
  unrecorded_deg: lost,
}: Pick<PassView, 'ended' | 'code' | 'end_deg' | 'dry_deg' | 'unrecorded_deg'>): string {
  const at = degrees(end)
  const unknown = lost >= MIN_UNRECORDED_DEG ? text.degreesNotOnRecord(count(lost)) : ''
  const none = `${unknown}${dry > 0 ? text.degreesLeftDry(count(dry)) : ''}`
  switch (ended) {
    case 'FINISHED':
      return text.finished(unknown)
    case 'RUNNING':
      return text.running
    case 'REVERSED':
      return text.turnedBack(at, none)
    case 'MOVED':
      return text.movedWithoutWater(at)
    case 'FAULT':
      return text.stoppedAtBy(at, faults[code ?? ''] ?? text.aFault, none)
    default:
      return text.stoppedAt(at, none)
  }
}

export function sweepWords({
  start_deg: start,
  end_deg: end,
  swept_deg: swept,
  clockwise,
}: PassView): string {
  return text.sweep(degrees(start), degrees(end), clockwise ? text.forward : text.reverse, count(swept))
}

/** Pumped minus applied; null if unknown. */
export function unexplainedWords({
  unexplained_percent: percent,
  alarm,
}: Pick<PassView, 'unexplained_percent' | 'alarm'>): string | null {
  if (percent === null || !alarm) return null
  const share = quantity(Math.abs(percent), '%', 0)
  return percent > 0 ? text.pumpedUnexplained(share) : text.neverPumped(share)
}

/** One catch can measurement: '0.85: 0.47, 0.48 and 0.46 inches at 100, 200 and 300 ft along 30°'. */
export function factorWords(
  { factor, cans_in: cans, distances_m: metres, bearing, unit: read }: PassList['factors'][number],
  own: DepthUnit,
): string {
  const unit = read ?? own
  const list = new Intl.ListFormat(localeOr('en-CA'), { type: 'conjunction' })
  const water = list.format(cans.map((inches) => number(unit === 'mm' ? inchesToMm(inches) : inches)))
  const where = metres && list.format(metres.map((m) => number(unit === 'in' ? m / M_PER_FOOT : m, 1)))
  const line =
    where && bearing !== null ? ` ${text.depthAlong(where, distanceUnit[unit], degrees(bearing))}` : ''
  return `${number(factor)}: ${water} ${unit === 'mm' ? 'mm' : text.inches}${line}.`
}

export function offerWords(finish: NonNullable<PassList['finish']>): { what: string; action: string } {
  const dry = Math.round(finish.degrees)
  return {
    what: text.stoppedAndDry(degrees(stoppedAt(finish.arc, finish)), dry),
    action: text.finishDry(dry),
  }
}

/** The part of a preview that the text needs. */
interface Finished extends Pick<FinishPreview, 'arc' | 'clockwise'> {
  prescription: {
    inputs: { pump?: { name: string } | null | undefined }
    totals: { volume_m3: number } | null
  }
}

/** What finishing means, before anything is sent. */
export function finishSentences(
  { arc, clockwise, prescription: { inputs, totals } }: Finished,
  unit: DepthUnit,
): string[] {
  const end = degrees(clockwise ? arc[1] : arc[0])
  const takes = totals ? ` ${text.volumeNeeded(volumeText(totals.volume_m3, unit))}` : ''
  const { pump } = inputs
  return [text.onlyDryPart(takes), text.youStartIt(end), ...(pump ? [text.pastTheEnd(end, pump.name)] : [])]
}

/** The arm stopped at the end of the arc at which it started. */
function stoppedAt(arc: [number, number], { clockwise }: { clockwise: boolean }): number {
  return clockwise ? arc[0] : arc[1]
}

export function finishingWords({
  degrees: whole,
  dry_deg: dry,
  arc,
}: NonNullable<PassList['finishing']>): string {
  return text.finishing(count(whole), degrees(arc[0]), degrees(arc[1]), count(dry))
}
