/** Lines of latitude and longitude at round degrees, as dense as a map can show without crowding. */
import type { Feature, MultiLineString } from 'geojson'
import { decimals } from '../kit/formats.ts'
import { text } from './map.text.ts'

export interface MapBounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002]
const MIN_SPACING_PX = 110
/** The projection's latitude limit. */
const LAST_LATITUDE = 85

/** The smallest round step with enough space between lines, degrees. */
export function graticuleStep({ west, east }: MapBounds, widthPx: number): number {
  const pixelsPerDegree = widthPx / Math.max(east - west, 1e-9)
  return STEPS.findLast((step) => step * pixelsPerDegree >= MIN_SPACING_PX) ?? STEPS[0] ?? 30
}

/** Multiples of the step from one edge to the other. */
function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(digits)))
}

/** The view scaled about its centre. */
export function around({ west, south, east, north }: MapBounds, times: number): MapBounds {
  const [x, y] = [((times - 1) / 2) * (east - west), ((times - 1) / 2) * (north - south)]
  return { west: west - x, south: south - y, east: east + x, north: north + y }
}

export function isWithin(view: MapBounds, bounds: MapBounds): boolean {
  return (
    view.west >= bounds.west &&
    view.east <= bounds.east &&
    view.south >= bounds.south &&
    view.north <= bounds.north
  )
}

export interface Graticule {
  readonly meridians: readonly number[]
  readonly parallels: readonly number[]
  /** Decimals needed to distinguish adjacent lines. */
  readonly digits: number
}

export function graticuleOf(bounds: MapBounds, widthPx: number): Graticule {
  const step = graticuleStep(bounds, widthPx)
  return {
    meridians: multiples(bounds.west, bounds.east, step),
    parallels: multiples(Math.max(bounds.south, -LAST_LATITUDE), Math.min(bounds.north, LAST_LATITUDE), step),
    digits: Math.max(0, -Math.floor(Math.log10(step))),
  }
}

/** The lines as GeoJSON, a little longer than the view. */
export function graticuleLines(
  { meridians, parallels }: Graticule,
  { west, south, east, north }: MapBounds,
): Feature<MultiLineString> {
  const [low, high] = [Math.max(south - 1, -LAST_LATITUDE), Math.min(north + 1, LAST_LATITUDE)]
  return {
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'MultiLineString',
      coordinates: [
        ...meridians.map((lng) => [
          [lng, low],
          [lng, high],
        ]),
        ...parallels.map((lat) => [
          [west - 1, lat],
          [east + 1, lat],
        ]),
      ],
    },
  }
}

/** @example degreesText(-114.15, 2, 'EW') // '114.15° W', and '114,15° O' on a French page */
export function degreesText(degrees: number, digits: number, sides: 'NS' | 'EW'): string {
  const wrapped = sides === 'EW' ? ((((degrees + 180) % 360) + 360) % 360) - 180 : degrees
  const figure = `${decimals(Math.abs(wrapped), digits)}°`
  const letters = sides === 'EW' ? text.eastWest : text.northSouth
  return wrapped === 0 ? figure : `${figure} ${wrapped > 0 ? letters.charAt(0) : letters.charAt(1)}`
}
