/** Drawn outlines on the map: green where they force something, grey when disabled, amber where no water reaches. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { fenceFeatures } from './fence-features.ts'
import type { FenceOnMap, FencePart, Reach } from './fence-features.ts'
import { useMapPalette } from './map-palette.ts'

export interface FenceShapesProps {
  /** Different for each set of outlines on the map. */
  id: string
  fences: readonly FenceOnMap[]
  reach: Reach | null
  /** Lines alone, where something else is shown below. */
  outlined?: boolean
}

export function FenceShapes({ id, fences, reach, outlined }: FenceShapesProps) {
  const palette = useMapPalette()
  const data = useMemo(() => fenceFeatures(fences, reach), [fences, reach])
  const name = (word: string) => `fences-${id}-${word}`
  const only = (part: FencePart): ExpressionSpecification => ['==', ['get', 'part'], part]
  const enabled: ExpressionSpecification = ['boolean', ['get', 'enabled']]
  const width = (wider: number): ExpressionSpecification => [
    'case',
    ['boolean', ['get', 'chosen']],
    3 + wider,
    1.5 + wider,
  ]
  return (
    <Source id={`fences-${id}`} type="geojson" data={data} tolerance={0}>
      <Layer
        id={name('inside')}
        type="fill"
        filter={only('inside')}
        paint={{
          'fill-antialias': false,
          'fill-color': ['case', enabled, palette.fence, palette.off],
          'fill-opacity': outlined ? 0 : ['case', ['boolean', ['get', 'chosen']], 0.45, 0.28],
        }}
      />
      <Layer
        id={name('outside')}
        type="fill"
        filter={only('outside')}
        paint={{ 'fill-antialias': false, 'fill-color': palette.attention, 'fill-opacity': 0.4 }}
      />
      <Layer
        id={name('halo')}
        type="line"
        layout={{ 'line-join': 'round' }}
        filter={['any', only('edge'), only('crossed')]}
        paint={{ 'line-color': palette.paper, 'line-opacity': 0.75, 'line-width': width(2) }}
      />
      <Layer
        id={name('edge')}
        type="line"
        layout={{ 'line-join': 'round' }}
        filter={only('edge')}
        paint={{
          'line-color': ['case', enabled, palette.fenceLine, palette.off],
          'line-width': width(0),
        }}
      />
      <Layer
        id={name('crossed-edge')}
        type="line"
        layout={{ 'line-join': 'round' }}
        filter={only('crossed')}
        paint={{ 'line-color': palette.fault, 'line-width': 3, 'line-dasharray': [2, 1.5] }}
      />
    </Source>
  )
}
