/** A prescription on the map: the fuller the colour, the more water; cells that get nothing are outlined. */
import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useMapPalette } from './map-palette.ts'
import { cellFeatures } from './prescription-cells.ts'
import type { CellGrid } from './prescription-cells.ts'

const VALUE: ExpressionSpecification = ['get', 'value']

export interface PrescriptionShapeProps {
  /** Per cent of each cell; null draws nothing, but keeps the place of what is drawn. */
  percents: Uint8Array | null
  grid: CellGrid | null
}

export function PrescriptionShape({ percents, grid }: PrescriptionShapeProps) {
  const palette = useMapPalette()
  const data = useMemo(() => cellFeatures(percents ?? new Uint8Array(), grid ?? NOWHERE), [percents, grid])
  return (
    <Source id="prescription" type="geojson" data={data} tolerance={0}>
      <Layer
        id="prescription"
        type="fill"
        paint={{
          'fill-antialias': false,
          'fill-color': palette.brand,
          'fill-opacity': ['interpolate', ['linear'], VALUE, 0, 0, 100, 0.8],
        }}
      />
      <Layer
        id="prescription-lines"
        type="line"
        paint={{
          'line-color': ['case', ['==', VALUE, 0], palette.attention, palette.paper],
          'line-opacity': ['case', ['==', VALUE, 0], 1, 0.35],
          'line-width': ['case', ['==', VALUE, 0], 1.25, 0.5],
        }}
      />
    </Source>
  )
}

export interface ForcedShapeProps {
  cells: Uint8Array | null
  grid: CellGrid | null
  /** Filled as long as the prescription below does not show it. */
  filled: boolean
}

/** The cells that a drawn outline would force: what the machine can really do with it. */
export function ForcedShape({ cells, grid, filled }: ForcedShapeProps) {
  const palette = useMapPalette()
  const data = useMemo(
    () => cellFeatures(cells ?? new Uint8Array(), grid ?? NOWHERE, (value) => value === 1),
    [cells, grid],
  )
  return (
    <Source id="forced" type="geojson" data={data} tolerance={0}>
      <Layer
        id="forced"
        type="fill"
        paint={{ 'fill-antialias': false, 'fill-color': palette.fence, 'fill-opacity': filled ? 0.55 : 0 }}
      />
      <Layer
        id="forced-lines"
        type="line"
        paint={{ 'line-color': palette.paper, 'line-width': 2, 'line-dasharray': [2, 1] }}
      />
    </Source>
  )
}

const NOWHERE: CellGrid = { pivot: { lat: 0, lng: 0 }, outerRadii: [], arc: null }
