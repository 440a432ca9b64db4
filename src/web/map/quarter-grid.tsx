/** Orientation without imagery: quarter sections around the pivot, which is in the middle of one, and a north mark. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, MultiLineString, Position } from 'geojson'
import { useMemo } from 'react'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import css from './field-map.module.css'
import { position } from './geojson.ts'
import { MapLabel } from './map-label.tsx'
import type { MapPalette } from './map-palette.ts'
import { libraryZoom } from './zoom.ts'
import { text } from './map.text.ts'

/** Half a mile, the side of a quarter section. */
const QUARTER_M = 804.672
/** Squares on each side of the middle one. */
const AROUND = 4
/** Hidden below this zoom, where the squares would be too dense. */
const FROM_ZOOM = libraryZoom(12.5)

/** Lines along the sides of the squares, the pivot in the middle of one of them. */
export function quarterLines(pivot: LatLng): Feature<MultiLineString> {
  const extent = (AROUND + 0.5) * QUARTER_M
  const sides = Array.from({ length: 2 * AROUND + 2 }, (_, i) => i * QUARTER_M - extent)
  const line = (...ends: { x: number; y: number }[]): Position[] =>
    ends.map((end) => position(toLatLng(pivot, end)))
  const coordinates = sides.flatMap((side) => [
    line({ x: side, y: -extent }, { x: side, y: extent }),
    line({ x: -extent, y: side }, { x: extent, y: side }),
  ])
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } }
}

/** @param props.pivot null draws nothing, but keeps the layer order */
export function QuarterGrid({ palette, pivot }: { palette: MapPalette; pivot: LatLng | null }) {
  const data = useMemo(() => (pivot ? quarterLines(pivot) : NOTHING), [pivot])
  return (
    <>
      <Source id="quarters" type="geojson" data={data}>
        <Layer
          id="quarters"
          type="line"
          minzoom={FROM_ZOOM}
          paint={{ 'line-color': palette.border, 'line-width': 1.5, 'line-dasharray': [4, 3] }}
        />
      </Source>
      {pivot ? (
        <>
          <MapLabel
            place={toLatLng(pivot, { x: 0, y: QUARTER_M / 2 })}
            text={text.halfMile}
            size="ground"
            fromZoom={FROM_ZOOM}
          />
          <div className={css.north} aria-hidden="true">
            ▲ N
          </div>
        </>
      ) : null}
    </>
  )
}

const NOTHING: Feature<MultiLineString> = {
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiLineString', coordinates: [] },
}
