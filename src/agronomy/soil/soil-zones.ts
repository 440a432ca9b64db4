/** Which field capacity and wilting point apply at a place: the soil zone's, the nearest probe's or the system's. */

import { insideOutline, type Outline } from '../pivot/outline.ts'
import type { FieldPoint } from '../pivot/pivot-geometry.ts'
import type { SoilLimits } from './soil-texture.ts'

/** Part of a field with soil of its own, drawn or imported. */
export type SoilZone = {
  /** Corners in their order, m about the pivot, not closed, shape [3..]. */
  readonly outline: Outline
  readonly limits: SoilLimits
}

/** A probe with the limits in force at its position. */
export type LimitedProbe = FieldPoint & SoilLimits

/**
 * Finds the zone that covers a place; of several the last, which was drawn over the others. A cell of a prescription is
 * covered where its middle is. O(corners) once, then O(zones + corners of those whose box holds the place).
 *
 * @param zones in the order drawn
 * @returns place, m about the pivot -> the zone, or null where none covers it
 * @example zoneFinder([{ outline: [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 4 }], limits: { fieldCapacity: 0.3, wiltingPoint: 0.1 } }])({ x: 1, y: 1 }).limits.fieldCapacity // 0.3
 */
export function zoneFinder<Z extends SoilZone>(zones: readonly Z[]): (place: FieldPoint) => Z | null {
  const boxed = zones.map((zone) => ({ zone, ...boxOf(zone.outline) }))
  return (place) =>
    boxed.findLast(
      ({ zone, west, east, south, north }) =>
        place.x >= west &&
        place.x <= east &&
        place.y >= south &&
        place.y <= north &&
        insideOutline(place, zone.outline),
    )?.zone ?? null
}

function boxOf(outline: Outline) {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const { x, y } of outline) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
  return box
}

/**
 * The probe nearest to a place; of equally near ones the first.
 *
 * @param place m about the pivot
 * @param probes placed probes
 * @returns the probe, or null when there is none
 * @example nearestProbe({ x: 0, y: 0 }, [{ x: 3, y: 0 }, { x: 0, y: 2 }]) // { x: 0, y: 2 }
 */
export function nearestProbe<P extends FieldPoint>(place: FieldPoint, probes: readonly P[]): P | null {
  let nearest: P | null = null
  let least = Infinity
  for (const probe of probes) {
    const distance = (probe.x - place.x) ** 2 + (probe.y - place.y) ** 2
    if (distance < least) {
      nearest = probe
      least = distance
    }
  }
  return nearest
}

/** Whose limits count where, in their order. */
export type LimitSources = {
  readonly zones: readonly SoilZone[]
  /** Placed probes with the limits in force where they stand: their own, else those of the system. */
  readonly probes: readonly LimitedProbe[]
  /** For a field without probes. */
  readonly system: SoilLimits
}

/**
 * Finds the limits of a place: of the soil zone that covers it, else of its nearest probe, else of the system.
 *
 * @param sources zones, probes and system
 * @returns place, m about the pivot -> FC and WP, m3/m3
 * @example limitsFinder({ zones: [], probes: [], system: { fieldCapacity: 0.3, wiltingPoint: 0.1 } })({ x: 0, y: 0 }) // { fieldCapacity: 0.3, wiltingPoint: 0.1 }
 */
export function limitsFinder({ zones, probes, system }: LimitSources): (place: FieldPoint) => SoilLimits {
  const zoneOf = zoneFinder(zones)
  return (place) => {
    const { fieldCapacity, wiltingPoint } = zoneOf(place)?.limits ?? nearestProbe(place, probes) ?? system
    return { fieldCapacity, wiltingPoint }
  }
}
