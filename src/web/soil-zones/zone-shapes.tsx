/** Soil zones on the map: from sand to clay, dashed while unconfirmed, grey while their soil is unknown. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { MapLabel } from '../map/map-label.tsx'
import { useMapPalette } from '../map/map-palette.ts'
import { Shape } from '../map/shape.tsx'
import type { Expression } from '../map/shape.tsx'
import { zoneFeatures, zoneLabelPlace } from './zone-features.ts'
import type { ZoneOnMap } from './zone-features.ts'

export interface ZoneShapesProps {
  /** Unique per set of zones on the map. */
  id: string
  /** From bottom to top. */
  zones: readonly ZoneOnMap[]
  /** Layers between their fills and their lines. */
  children?: ReactNode
}

const HEAVY: Expression = ['get', 'heavy']
const CHOSEN: Expression = ['boolean', ['get', 'chosen']]
const CONFIRMED: Expression = ['boolean', ['get', 'confirmed']]

export function ZoneShapes({ id, zones, children }: ZoneShapesProps) {
  const palette = useMapPalette()
  const data = useMemo(() => zoneFeatures(zones), [zones])
  const name = (word: string) => `zones-${id}-${word}`
  const width = (wider: number): Expression => ['case', CHOSEN, 3 + wider, 1.5 + wider]
  return (
    <>
      <Shape
        id={`zones-${id}`}
        data={data}
        exact
        layers={[
          {
            id: name('fill'),
            type: 'fill',
            paint: {
              'fill-antialias': false,
              'fill-color': [
                'case',
                ['<', HEAVY, 0],
                palette.off,
                ['interpolate', ['linear'], HEAVY, 0, palette.soilLight, 1, palette.soilHeavy],
              ],
              'fill-opacity': ['case', CHOSEN, 0.8, 0.6],
            },
          },
        ]}
      />
      {children}
      <Shape
        id={`zones-${id}-lines`}
        data={data}
        exact
        layers={[
          {
            id: name('halo'),
            type: 'line',
            layout: { 'line-join': 'round' },
            paint: { 'line-color': palette.paper, 'line-opacity': 0.8, 'line-width': width(2) },
          },
          {
            id: name('edge'),
            type: 'line',
            layout: { 'line-join': 'round' },
            filter: CONFIRMED,
            paint: { 'line-color': palette.ink, 'line-width': width(0) },
          },
          {
            id: name('guessed'),
            type: 'line',
            layout: { 'line-join': 'round' },
            filter: ['!', CONFIRMED],
            paint: { 'line-color': palette.ink, 'line-width': width(0), 'line-dasharray': [3, 2] },
          },
        ]}
      />
      {zones.map((zone, at) => {
        const place = zoneLabelPlace(zone.polygons)
        return place ? (
          <MapLabel
            key={`${zone.name} ${String(at)}`}
            place={place}
            text={zone.name}
            size={zone.chosen ? 'large' : 'small'}
          />
        ) : null
      })}
    </>
  )
}
