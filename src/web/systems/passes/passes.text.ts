/** Passes in the farmer's words. */
import type { FinishPreview, PassList, PassView } from '#contract/passes.ts'
import { inchesToMm, M_PER_FOOT } from '#agronomy/units.ts'
import { number, quantity } from '../../kit/formats.ts'
import { distanceUnit } from './cans-typed.ts'
import { volumeText } from '../../shared/prescription/water.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'

const degrees = (value: number) => `${Math.round(value) % 360}°`
const count = (value: number) => `${Math.round(value)}°`

const faults: Record<string, string> = {
  LOW_PRESSURE: 'low water pressure',
  MISALIGNED: 'towers out of line',
  POWER_LOST: 'a power cut',
  VALVE_FAULT: 'a valve fault',
}

/** Less of a pass without a record is nothing to speak of. */
const UNRECORDED_SAID_DEG = 2

/** Why a pass ended, and what it left dry: 'Stopped at 192°, 168° got none'. */
export function endWords({
  ended,
  code,
  end_deg: end,
  dry_deg: dry,
  unrecorded_deg: lost,
}: Pick<PassView, 'ended' | 'code' | 'end_deg' | 'dry_deg' | 'unrecorded_deg'>): string {
  const at = degrees(end)
  const unknown = lost >= UNRECORDED_SAID_DEG ? `, ${count(lost)} not on record` : ''
  const none = `${unknown}${dry > 0 ? `, ${count(dry)} got none` : ''}`
  switch (ended) {
    case 'FINISHED':
      return `Finished${unknown}`
    case 'RUNNING':
      return 'Running'
    case 'REVERSED':
      return `Turned back at ${at}${none}`
    case 'MOVED':
      return `Moved on without water from ${at}`
    case 'FAULT':
      return `Stopped at ${at} by ${faults[code ?? ''] ?? 'a fault'}${none}`
    default:
      return `Stopped at ${at}${none}`
  }
}

export function sweepWords({
  start_deg: start,
  end_deg: end,
  swept_deg: swept,
  clockwise,
}: PassView): string {
  return `${degrees(start)} to ${degrees(end)}, ${clockwise ? 'forward' : 'reverse'}, ${count(swept)}`
}

/** Of the first degrees a meter and an arm that report by turns say nothing together. */
const COMPARED_FROM_DEG = 5

/** Pumped less applied; null where it cannot be said. */
export function unexplainedWords({
  unexplained_percent: percent,
  alarm,
  swept_deg: swept,
}: Pick<PassView, 'unexplained_percent' | 'alarm' | 'swept_deg'>): string | null {
  if (percent === null || !alarm || swept < COMPARED_FROM_DEG) return null
  const share = quantity(Math.abs(percent), '%', 0)
  return percent > 0
    ? `${share} of what was pumped is unexplained: look for a leak, or a meter that counts too much.`
    : `${share} of what was laid was never pumped by the meter: look at the meter.`
}

/** One measurement by cans, each read as it was: '0.85: 0.47, 0.48 and 0.46 inches at 100, 200 and 300 ft along 30°'. */
export function factorWords(
  { factor, cans_in: cans, distances_m: metres, bearing, unit: read }: PassList['factors'][number],
  own: DepthUnit,
): string {
  const unit = read ?? own
  const list = new Intl.ListFormat('en-CA', { type: 'conjunction' })
  const water = list.format(cans.map((inches) => number(unit === 'mm' ? inchesToMm(inches) : inches)))
  const where = metres && list.format(metres.map((m) => number(unit === 'in' ? m / M_PER_FOOT : m, 1)))
  const line = where && bearing !== null ? ` at ${where} ${distanceUnit[unit]} along ${degrees(bearing)}` : ''
  return `${number(factor)}: ${water} ${unit === 'mm' ? 'mm' : 'inches'}${line}.`
}

export function offerWords(finish: NonNullable<PassList['finish']>): { what: string; action: string } {
  const dry = Math.round(finish.degrees)
  return {
    what: `Stopped at ${degrees(stoppedAt(finish.arc, finish))}, ${dry}° got none.`,
    action: `Finish the ${dry} degrees that got none`,
  }
}

/** What of a preview is put into words. */
interface Finished extends Pick<FinishPreview, 'arc' | 'clockwise'> {
  prescription: {
    inputs: { pump?: { name: string } | null | undefined }
    totals: { volume_m3: number } | null
  }
}

/** What sending it means, before anything is sent. */
export function finishSentences(
  { arc, clockwise, prescription: { inputs, totals } }: Finished,
  unit: DepthUnit,
): string[] {
  const end = degrees(clockwise ? arc[1] : arc[0])
  const takes = totals ? ` That takes ${volumeText(totals.volume_m3, unit)}.` : ''
  const { pump } = inputs
  return [
    `Only the dry part is watered, as your settings water it now; everywhere else the valves stay shut.${takes}`,
    `You start the pivot: nothing starts from here. Once the dry part has its water your settings run again by themselves, so set the pivot to stop at ${end} if its pass should end there.`,
    ...(pump
      ? [
          `Past ${end}, until the pivot has your settings back, every valve is shut and ${pump.name} moves no water.`,
        ]
      : []),
  ]
}

/** The arm stopped at the end of the arc that it came to first. */
function stoppedAt(arc: [number, number], { clockwise }: { clockwise: boolean }): number {
  return clockwise ? arc[0] : arc[1]
}

export function finishingWords({
  degrees: whole,
  dry_deg: dry,
  arc,
}: NonNullable<PassList['finishing']>): string {
  return `Finishing ${count(whole)} from ${degrees(arc[0])} to ${degrees(arc[1])}: ${count(dry)} still dry. It ends by itself, then your settings run again.`
}
