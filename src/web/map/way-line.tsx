/** The straight way from one place to another. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, LineString } from 'geojson'
import { useMemo } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { useMapPalette } from './map-palette.ts'
import { position } from './pivot-features.ts'

export interface WayLineProps {
  from: LatLng
  to: LatLng
}

export function WayLine({ from, to }: WayLineProps) {
  const palette = useMapPalette()
  const data = useMemo<Feature<LineString>>(
    () => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: [position(from), position(to)] },
    }),
    [from, to],
  )
  return (
    <Source id="way" type="geojson" data={data}>
      <Layer
        id="way-halo"
        type="line"
        layout={{ 'line-cap': 'round' }}
        paint={{ 'line-color': palette.paper, 'line-opacity': 0.75, 'line-width': 7 }}
      />
      <Layer
        id="way"
        type="line"
        paint={{ 'line-color': palette.brand, 'line-width': 4, 'line-dasharray': [2, 1] }}
      />
    </Source>
  )
}
