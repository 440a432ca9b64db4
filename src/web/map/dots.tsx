/** Thousands of places as dots, clustered with their count where they overlap. */
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification, MapLayerMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { FeatureCollection, Point } from 'geojson'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { position } from './geojson.ts'
import { useMapPalette } from './map-palette.ts'

interface Dot {
  name: string
  place: LatLng
  /** Highlighted. */
  flagged: boolean
}

export interface DotsProps {
  dots: readonly Dot[]
  onPress: (name: string) => void
}

const CLUSTER_RADIUS_PX = 36
/** Our own font; the library renders digits itself if a third-party style lacks it. */
const FONT = ['Inter Variable']
const ONE: ExpressionSpecification = ['!', ['has', 'point_count']]
/** Radius of a dot, or of a cluster. */
const FLAGGED: ExpressionSpecification = ['>', ['get', 'flagged'], 0]

export function Dots({ dots, onPress }: DotsProps) {
  const { current: map } = useMap()
  const palette = useMapPalette()
  const data = useMemo(
    (): FeatureCollection<Point> => ({
      type: 'FeatureCollection',
      features: dots.map(({ name, place, flagged }) => ({
        type: 'Feature',
        properties: { name, flagged: flagged ? 1 : 0 },
        geometry: { type: 'Point', coordinates: position(place) },
      })),
    }),
    [dots],
  )
  const press = useEffectEvent(({ features = [] }: MapLayerMouseEvent) => {
    const [feature] = features
    const name: unknown = feature?.properties['name']
    if (typeof name === 'string') onPress(name)
    else if (feature?.geometry.type === 'Point') {
      const [lng = 0, lat = 0] = feature.geometry.coordinates
      map?.easeTo({ center: [lng, lat], zoom: map.getZoom() + 2 })
    }
  })
  useEffect(() => {
    const library = map?.getMap()
    const onClick = (event: MapLayerMouseEvent) => press(event)
    const layers = ['dots-many', 'dots-one']
    for (const layer of layers) library?.on('click', layer, onClick)
    return () => {
      for (const layer of layers) library?.off('click', layer, onClick)
    }
  }, [map])
  return (
    <Source
      id="dots"
      type="geojson"
      data={data}
      cluster
      clusterRadius={CLUSTER_RADIUS_PX}
      clusterProperties={{ flagged: ['+', ['get', 'flagged']] }}
    >
      <Layer
        id="dots-many"
        type="circle"
        filter={['has', 'point_count']}
        paint={{
          'circle-color': ['case', FLAGGED, palette.fault, palette.brand],
          'circle-stroke-color': palette.paper,
          'circle-stroke-width': 2,
          'circle-radius': ['step', ['get', 'point_count'], 12, 10, 16, 100, 22, 1000, 28],
        }}
      />
      <Layer
        id="dots-count"
        type="symbol"
        filter={['has', 'point_count']}
        layout={{
          'text-field': ['number-format', ['get', 'point_count'], { locale: document.documentElement.lang }],
          'text-font': FONT,
          'text-size': 14,
          'text-allow-overlap': true,
        }}
        paint={{ 'text-color': ['case', FLAGGED, palette.paper, palette.onBrand] }}
      />
      <Layer
        id="dots-one"
        type="circle"
        filter={ONE}
        paint={{
          'circle-color': ['case', FLAGGED, palette.fault, palette.brand],
          'circle-stroke-color': palette.paper,
          'circle-stroke-width': 2,
          'circle-radius': 8,
        }}
      />
    </Source>
  )
}
