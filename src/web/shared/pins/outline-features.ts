/** Drawn outlines as map features: reachable area, unreachable area, and the outline. */
import type { Feature, FeatureCollection, Polygon } from 'geojson'
import { crossingOf } from '#agronomy/pivot/outline.ts'
import type { Outline } from '#agronomy/pivot/outline.ts'
import { wettingParts } from '#agronomy/pivot/outline-wetting.ts'
import { toFieldPoint, toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng, Pivot } from '#agronomy/pivot/pivot.ts'
import { ring } from '../../map/geojson.ts'

export interface OutlineOnMap {
  /** Pins in the order placed. */
  readonly pins: readonly LatLng[]
  readonly enabled: boolean
  /** The selected one. */
  readonly chosen: boolean
}

/** The wetted area; null if unknown. */
export type WettedArea = Pick<Pivot, 'place' | 'wettedRadiusM' | 'arc'>

export type OutlinePart = 'inside' | 'outside' | 'edge' | 'crossed'

function shape(part: OutlinePart, outline: OutlineOnMap, ...rings: (readonly LatLng[])[]): Feature<Polygon> {
  return {
    type: 'Feature',
    properties: { part, enabled: outline.enabled, chosen: outline.chosen },
    geometry: { type: 'Polygon', coordinates: rings.map(ring) },
  }
}

function partsOf(outlineOnMap: OutlineOnMap, wettedArea: WettedArea | null): Feature<Polygon>[] {
  const { pins } = outlineOnMap
  const origin = wettedArea?.place ?? pins[0]
  if (!origin || pins.length < 3) return []
  const outline: Outline = pins.map((pin) => toFieldPoint(origin, pin))
  if (crossingOf(outline)) return [shape('crossed', outlineOnMap, pins)]
  if (!wettedArea) return [shape('inside', outlineOnMap, pins), shape('edge', outlineOnMap, pins)]
  const { inside, outside } = wettingParts(outline, wettedArea.wettedRadiusM, wettedArea.arc)
  const places = (piece: Outline) => piece.map((point) => toLatLng(origin, point))
  return [
    ...inside.map((piece) => shape('inside', outlineOnMap, places(piece))),
    // One shape with holes: separate pieces would show seams.
    ...(outside.length > 0 ? [shape('outside', outlineOnMap, pins, ...inside.map(places))] : []),
    shape('edge', outlineOnMap, pins),
  ]
}

export function outlineFeatures(
  outlines: readonly OutlineOnMap[],
  wettedArea: WettedArea | null,
): FeatureCollection<Polygon> {
  return { type: 'FeatureCollection', features: outlines.flatMap((outline) => partsOf(outline, wettedArea)) }
}
