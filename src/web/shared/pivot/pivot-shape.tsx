/** A pivot on the map: wetted circle, tower rings and arm, legible with and without imagery. */
import { useMemo } from 'react'
import { ReservedArea } from '../../map/map-label.tsx'
import { useMapPalette } from '../../map/map-palette.ts'
import { Shape } from '../../map/shape.tsx'
import type { Expression } from '../../map/shape.tsx'
import { pivotFeatures } from './pivot-features.ts'
import type { PivotOnMap } from './pivot-features.ts'

const RING: Expression = ['==', ['get', 'kind'], 'ring']
const ARM: Expression = ['==', ['get', 'kind'], 'arm']

export interface PivotShapeProps {
  /** Unique per system on the map. */
  id: string
  system: PivotOnMap
}

export function PivotShape({ id, system }: PivotShapeProps) {
  const palette = useMapPalette()
  const data = useMemo(() => pivotFeatures(system), [system])
  return (
    <>
      <ReservedArea place={system.pivot.place} />
      <Shape
        id={`pivot-${id}`}
        data={data}
        layers={[
          {
            id: `pivot-${id}-halo`,
            type: 'line',
            paint: {
              'line-color': palette.paper,
              'line-opacity': 0.75,
              'line-width': ['case', ARM, 6, RING, 3, 4],
            },
          },
          {
            id: `pivot-${id}-rings`,
            type: 'line',
            filter: RING,
            paint: { 'line-color': palette.ink, 'line-opacity': 0.65, 'line-width': 1 },
          },
          {
            id: `pivot-${id}-edge`,
            type: 'line',
            filter: ['!', RING],
            layout: { 'line-cap': 'round' },
            paint: { 'line-color': palette.ink, 'line-width': ['case', ARM, 4, 2] },
          },
        ]}
      />
    </>
  )
}
