/** Notes under a map: assumptions, depths without sensors, the position of the arm, probe symbols. */
import { normaliseBearing } from '#agronomy/pivot/pivot-geometry.ts'
import { LEAST_COVER_PERCENT } from '#contract/limits.ts'
import type { ShortCover } from '#contract/maps.ts'
import {
  isSoilAssumed,
  type MapInputs,
  type MapMachine,
  type MapProbe,
  methodOf,
} from '../inputs/map-inputs.ts'
import { timeText } from './map-type.ts'

export function notesOf(inputs: MapInputs): string[] {
  const { span, probes } = inputs
  const hasProbe = (state: MapProbe['state']) => probes.some((probe) => probe.state === state)
  const silence = span ? 'in these days' : 'within 72 hours'
  const texture = inputs.texture.replaceAll('_', ' ')
  const cover = coverNote(shortCover(probes), inputs.rootDepthIn)
  const fenced = fencedNote(probes)
  return [
    ...betweenNotes(inputs),
    ...(isSoilAssumed(inputs) ? [`Soil assumed (${texture}) until it is confirmed.`] : []),
    ...(cover === null ? [] : [cover]),
    ...tensionNotes(inputs.byTension),
    ...(inputs.machine ? [armNote(inputs.machine, inputs.timeZone)] : []),
    ...(hasProbe('filled')
      ? [`~ No reading ${silence}: estimated from its last one and the other probes.`]
      : []),
    ...(hasProbe('suspect')
      ? ['? Not believed, and not drawn with: it stands still, jumps, or is too wet.']
      : []),
    ...(fenced === null ? [] : [fenced]),
    ...(hasProbe('silent') ? [`Silent: no valid reading ${silence}.`] : []),
    ...(span ? ['Probes are drawn where they stand now.'] : []),
  ]
}

/** Probes that measure tension: converted by a curve, or unusable. */
function tensionNotes(byTension: MapInputs['byTension']): string[] {
  if (!byTension) return []
  const probesText = (numbers: readonly number[]) =>
    numbers.length === 1
      ? `Probe ${numbers[0]} measures tension`
      : `Probes ${listed(numbers)} measure tension`
  const { estimated, unusable } = byTension
  return [
    ...(estimated.length > 0
      ? [`${probesText(estimated)}: water estimated from the retention curve of the soil's texture.`]
      : []),
    ...(unusable.length > 0
      ? [
          `${probesText(unusable)} in soil without a texture, and cannot be drawn: choose its texture under Place Soil Probes or Soil zones.`,
        ]
      : []),
  ]
}

/** Drawn, because its value is true at its own place. */
export function fencedNote(probes: readonly { number: number; fenced?: boolean }[]): string | null {
  const numbers = probes.flatMap(({ fenced, number }) => (fenced ? [number] : []))
  if (numbers.length === 0) return null
  const [subject, pronoun] =
    numbers.length === 1
      ? [`Probe ${numbers[0]} stands`, 'it']
      : [`Probes ${numbers.join(', ')} stand`, 'them']
  return `* ${subject} in a geofence of 0%: prescriptions do not go by ${pronoun} elsewhere.`
}

/** The method between probes. */
function betweenNotes(inputs: MapInputs): string[] {
  if (!inputs.probes.some(({ state }) => state === 'measured' || state === 'filled')) return []
  if (inputs.contradicting.length > 0) return [contradictedNote(inputs.contradicting)]
  return [
    methodOf(inputs) === 'balance'
      ? 'Between probes: the water balance (crop, weather, water put down), corrected by the probes.'
      : 'Between probes: interpolated (kriging).',
  ]
}

/** A map based on a balance that its own probes contradict would be wrong where it matters most. */
function contradictedNote(numbers: readonly number[]): string {
  const subject =
    numbers.length === 1 ? `Probe ${numbers[0]} disagrees` : `Probes ${listed(numbers)} disagree`
  return `${subject} with the water balance, so this map goes by the probes alone (kriging).`
}

function listed(numbers: readonly number[]): string {
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}

/**
 * Where sensors cover little of the root zone the map extrapolates into unmeasured soil. A probe without a used sensor
 * covers nothing, and is not part of the map.
 */
export function shortCover(probes: readonly Pick<MapProbe, 'number' | 'cover'>[]): ShortCover | null {
  const reporting = probes.filter(({ cover }) => cover !== 0)
  const short = reporting.flatMap(({ number, cover }) =>
    cover !== null && cover * 100 < LEAST_COVER_PERCENT ? [{ number, cover }] : [],
  )
  if (short.length === 0) return null
  return {
    probes: short.map(({ number }) => number),
    all: short.length === reporting.length,
    most_percent: Math.round(100 * Math.max(...short.map(({ cover }) => cover))),
  }
}

export function coverNote(cover: ShortCover | null, rootDepthIn: number): string | null {
  if (cover === null) return null
  const { probes, all, most_percent: most } = cover
  const subject = all
    ? 'The sensors reach'
    : `The sensors of probe${probes.length === 1 ? '' : 's'} ${probes.join(', ')} reach`
  const depth = Number(rootDepthIn.toFixed(1))
  return `${subject} ${probes.length === 1 ? '' : 'at most '}${most}% of the root zone of ${depth}\u00A0in: the rest is not measured.`
}

/** Position of the arm and watered ranges of its last pass, with their legend lines. */
export function armNote({ armDegrees, seenAt, stale, pass }: MapMachine, timeZone: string): string {
  const arm = `${stale ? 'Dashed line' : 'Line'}: the arm at ${Math.floor(armDegrees)}°`
  const seenText = stale ? `, seen ${timeText(seenAt, timeZone)}.` : '.'
  if (!pass) return arm + seenText
  const degrees = pass.arcs.reduce((sum, [from, to]) => sum + (normaliseBearing(to - from) || 360), 0)
  return `${arm}${seenText} Rim: ${degrees}° watered in its last pass, since ${timeText(pass.since, timeZone)}.`
}
