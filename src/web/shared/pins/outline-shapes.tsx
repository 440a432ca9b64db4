/** Drawn outlines on the map: green if active, grey if disabled, amber where no water reaches. */
import { useMemo } from 'react'
import { outlineFeatures } from './outline-features.ts'
import type { OutlineOnMap, OutlinePart, WettedArea } from './outline-features.ts'
import { useMapPalette } from '../../map/map-palette.ts'
import { Shape } from '../../map/shape.tsx'
import type { Expression } from '../../map/shape.tsx'

export interface OutlineShapesProps {
  /** Unique per set of outlines on the map. */
  id: string
  outlines: readonly OutlineOnMap[]
  wettedArea: WettedArea | null
  /** Outlines only, because another layer colours the field. */
  outlineOnly?: boolean
}

export function OutlineShapes({ id, outlines, wettedArea, outlineOnly }: OutlineShapesProps) {
  const palette = useMapPalette()
  const data = useMemo(() => outlineFeatures(outlines, wettedArea), [outlines, wettedArea])
  const name = (word: string) => `outlines-${id}-${word}`
  const only = (part: OutlinePart): Expression => ['==', ['get', 'part'], part]
  const enabled: Expression = ['boolean', ['get', 'enabled']]
  const width = (wider: number): Expression => [
    'case',
    ['boolean', ['get', 'chosen']],
    3 + wider,
    1.5 + wider,
  ]
  return (
    <Shape
      id={`outlines-${id}`}
      data={data}
      exact
      layers={[
        {
          id: name('inside'),
          type: 'fill',
          filter: only('inside'),
          paint: {
            'fill-antialias': false,
            'fill-color': ['case', enabled, palette.fence, palette.off],
            'fill-opacity': outlineOnly ? 0 : ['case', ['boolean', ['get', 'chosen']], 0.45, 0.28],
          },
        },
        {
          id: name('outside'),
          type: 'fill',
          filter: only('outside'),
          paint: { 'fill-antialias': false, 'fill-color': palette.attention, 'fill-opacity': 0.4 },
        },
        {
          id: name('halo'),
          type: 'line',
          layout: { 'line-join': 'round' },
          filter: ['any', only('edge'), only('crossed')],
          paint: { 'line-color': palette.paper, 'line-opacity': 0.75, 'line-width': width(2) },
        },
        {
          id: name('edge'),
          type: 'line',
          layout: { 'line-join': 'round' },
          filter: only('edge'),
          paint: {
            'line-color': ['case', enabled, palette.fenceLine, palette.off],
            'line-width': width(0),
          },
        },
        {
          id: name('crossed-edge'),
          type: 'line',
          layout: { 'line-join': 'round' },
          filter: only('crossed'),
          paint: { 'line-color': palette.fault, 'line-width': 3, 'line-dasharray': [2, 1.5] },
        },
      ]}
    />
  )
}
