/** The base layer of a map: embedded outlines, and satellite imagery where configured. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification } from 'maplibre-gl'
import { hostsOf } from './base-layer.ts'
import type { MapPalette } from './map-palette.ts'
import outlines from './outlines.json?url'

/** The outlines are too coarse to place a field relative to a shore; above this zoom the background is plain. */
const OUTLINES_UP_TO = 9
const TILE_PX = 256
export const SATELLITE = 'satellite'

export function Outlines({ palette }: { palette: MapPalette }) {
  const kind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name]
  return (
    <>
      <Layer id="ground" type="background" paint={{ 'background-color': palette.land }} />
      <Layer
        id="water"
        type="background"
        maxzoom={OUTLINES_UP_TO}
        paint={{ 'background-color': palette.water }}
      />
      <Source id="outlines" type="geojson" data={outlines} maxzoom={8}>
        <Layer
          id="land"
          type="fill"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('land')}
          paint={{ 'fill-color': palette.land, 'fill-outline-color': palette.border }}
        />
        <Layer
          id="lakes"
          type="fill"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('lake')}
          paint={{ 'fill-color': palette.water, 'fill-outline-color': palette.border }}
        />
        <Layer
          id="provinces"
          type="line"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('province')}
          paint={{ 'line-color': palette.border, 'line-width': 1, 'line-dasharray': [3, 2] }}
        />
        <Layer
          id="borders"
          type="line"
          maxzoom={OUTLINES_UP_TO}
          filter={kind('border')}
          paint={{ 'line-color': palette.border, 'line-width': 1.5 }}
        />
      </Source>
    </>
  )
}

export function Satellite({ template, attribution }: { template: string; attribution: string | null }) {
  return (
    <Source
      id={SATELLITE}
      type="raster"
      tiles={hostsOf(template)}
      tileSize={TILE_PX}
      attribution={attribution ?? undefined}
    >
      <Layer id={SATELLITE} type="raster" />
    </Source>
  )
}
