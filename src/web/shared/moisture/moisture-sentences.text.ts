/** Sentences of the explorer: days, values, changes, and probe states. */
import { moistureClass } from '#agronomy/soil/moisture-class.ts'
import { bearingAndDistance, normaliseBearing } from '#agronomy/pivot/pivot-geometry.ts'
import { type LatLng, outerRadii, type PivotGeometry } from '#agronomy/pivot/pivot.ts'
import { zoneIndexAt } from '#agronomy/pivot/pivot-zones.ts'
import type { MachineOnMap, MapSeries, ProbeState, ShortCover } from '#contract/maps.ts'
import { decimals, quantity, dayAndTime } from '../../kit/formats.ts'
import type { ExplorerLayer } from './moisture-frames.ts'
import { text } from './moisture.text.ts'
import { isFrench, localeOr } from '../../language/language.ts'

/** A calendar day in the field's time zone, for example `12 Jul 2026`. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat(localeOr('en-GB'), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(day))
}

/** Volumetric water content, for example `18.3%`. */
export function waterText(value: number): string {
  return quantity(value * 100, '%', 1)
}

/** A share of available water, for example `62%`. */
export function shareText(share: number): string {
  return quantity(Math.round(share * 100) + 0, '%', 0)
}

/** A change in per cent of available water, for example `12% wetter`. */
export function changeText(value: number): string {
  const percent = Math.round(Math.abs(value) * 100)
  if (percent === 0) return text.noChange
  return `${quantity(percent, '%', 0)} ${value > 0 ? text.wetter : text.drier}`
}

/** A value of a layer as text. */
export function valueText(layer: ExplorerLayer, value: number): string {
  if (layer === 'change') return changeText(value)
  if (layer === 'volume') return waterText(value)
  return layer === 'uncertainty' ? `± ${shareText(value)}` : shareText(value)
}

/** In the same format as `quantity`. */
const PERCENT = isFrench() ? '\u00A0%' : '%'

/** A value of a layer in a table, with fixed decimals so that columns align; a change is signed, wetter is positive. */
export function cellText(layer: ExplorerLayer, value: number): string {
  if (layer === 'volume') return `${decimals(value * 100, 1)}${PERCENT}`
  const percent = Math.round(value * 100) + 0
  const text = `${Math.abs(percent)}${PERCENT}`
  if (layer === 'uncertainty') return `± ${text}`
  if (percent < 0) return `−${text}`
  return layer === 'change' && percent > 0 ? `+${text}` : text
}

/** The class of a share, relative to the field's target. */
export function classText(data: MapSeries, share: number): string {
  return text.classes[moistureClass(share, data.target_percent)]
}

/** A place by bearing and tower, for example `132°, tower 4`. */
export function placeText(pivot: PivotGeometry, place: LatLng): string {
  const { bearing, distance } = bearingAndDistance(pivot.place, place)
  const zone = zoneIndexAt(distance, outerRadii(pivot))
  return `${Math.round(bearing) % 360}°, ${zone === null ? text.outside : text.inTower(zone + 1)}`
}

type DayMethod = Pick<MapSeries['days'][number], 'method' | 'contradicting'>

/** Describes the values between the probes. */
export function betweenWords({ method, contradicting }: DayMethod): string {
  if (contradicting.length === 1) return text.probeDisagrees(contradicting.join(''))
  if (contradicting.length > 1)
    return text.probesDisagree(contradicting.slice(0, -1).join(', '), contradicting.slice(-1).join(''))
  return method === 'balance' ? text.byWaterBalance : text.byKriging
}

/** Added to the value of a probe. */
export const STATE_WORDS: Record<ProbeState, string> = {
  measured: '',
  filled: text.estimated,
  suspect: text.notTrusted,
  silent: text.silent,
}

/** A warning if sensors cover little of the root zone; null if they cover most of it. */
export function coverText(cover: ShortCover | null | undefined, rootDepthIn: number): string | null {
  if (!cover) return null
  const depth = quantity(rootDepthIn, 'in', 1)
  const most = quantity(cover.most_percent, '%', 0)
  const [first = 0, ...otherProbes] = cover.probes
  if (cover.all) return (otherProbes.length > 0 ? text.sensorsReachAtMost : text.sensorsReach)(most, depth)
  return otherProbes.length > 0
    ? text.sensorsOfProbesReach(cover.probes.join(', '), most, depth)
    : text.sensorsOfProbeReach(first, most, depth)
}

/** Which probes are in a geofence of 0 %, and what that means; null if none are. */
export function fencedText(probes: readonly { number: number; fenced: boolean }[]): string | null {
  const numbers = probes.flatMap(({ fenced, number }) => (fenced ? [number] : []))
  if (numbers.length === 0) return null
  return (numbers.length > 1 ? text.probesFenced : text.probeFenced)(numbers.join(', '))
}

/** The position of the arm on a map, and its last pass. */
export function machineText(machine: MachineOnMap, timeZone: string): string {
  const now = Date.now()
  const { arm_degrees: at, seen_at: seen, stale, pass } = machine
  const degrees = `${Math.floor(at)}°`
  const arm = stale ? text.armSeenAt(degrees, dayAndTime(seen, now, timeZone)) : text.armAt(degrees)
  if (!pass) return arm
  const wet = pass.arcs.reduce((sum, [from, to]) => sum + (normaliseBearing(to - from) || 360), 0)
  return `${arm} ${text.rimWatered(`${wet}°`, dayAndTime(pass.since, now, timeZone))}`
}

/** Why there is no current map. */
export function noSurfaceText(probes: readonly unknown[]): string {
  return probes.length === 0 ? text.noProbesInCircle : text.noUsableReading
}
