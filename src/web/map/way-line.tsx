/** The straight way from one place to another. */
import type { Feature, LineString } from 'geojson'
import { useMemo } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { useMapPalette } from './map-palette.ts'
import { Shape } from './shape.tsx'
import { position } from './geojson.ts'

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
    <Shape
      id="way"
      data={data}
      layers={[
        {
          id: 'way-halo',
          type: 'line',
          layout: { 'line-cap': 'round' },
          paint: { 'line-color': palette.paper, 'line-opacity': 0.75, 'line-width': 7 },
        },
        {
          id: 'way',
          type: 'line',
          paint: { 'line-color': palette.brand, 'line-width': 4, 'line-dasharray': [2, 1] },
        },
      ]}
    />
  )
}
