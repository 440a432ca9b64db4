/** A system on the map: wetted circle, tower rings and arm, legible on pictures and on plain ground. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useMapPalette } from './map-palette.ts'
import { pivotFeatures } from './pivot-features.ts'
import type { PivotOnMap } from './pivot-features.ts'

const RING: ExpressionSpecification = ['==', ['get', 'kind'], 'ring']
const ARM: ExpressionSpecification = ['==', ['get', 'kind'], 'arm']

export interface PivotShapeProps {
  /** Different for each system on the map. */
  id: string
  system: PivotOnMap
}

export function PivotShape({ id, system }: PivotShapeProps) {
  const palette = useMapPalette()
  const data = useMemo(() => pivotFeatures(system), [system])
  return (
    <Source id={`pivot-${id}`} type="geojson" data={data}>
      <Layer
        id={`pivot-${id}-halo`}
        type="line"
        paint={{
          'line-color': palette.paper,
          'line-opacity': 0.75,
          'line-width': ['case', ARM, 6, RING, 3, 4],
        }}
      />
      <Layer
        id={`pivot-${id}-rings`}
        type="line"
        filter={RING}
        paint={{ 'line-color': palette.ink, 'line-opacity': 0.65, 'line-width': 1 }}
      />
      <Layer
        id={`pivot-${id}-edge`}
        type="line"
        filter={['!', RING]}
        layout={{ 'line-cap': 'round' }}
        paint={{ 'line-color': palette.ink, 'line-width': ['case', ARM, 4, 2] }}
      />
    </Source>
  )
}
