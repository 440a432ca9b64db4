/** A prescription on the map: more opaque means more water; cells that get none are outlined. */
import { useMemo } from 'react'
import { useMapPalette } from '../../map/map-palette.ts'
import { Shape } from '../../map/shape.tsx'
import type { Expression } from '../../map/shape.tsx'
import { cellFeatures } from './cell-features.ts'
import type { CellGrid } from './prescription-cells.ts'

const VALUE: Expression = ['get', 'value']
/** Further out, a cell is a few pixels wide: its outline cannot be told from its colour, and makes every frame dearer. */
const OUTLINED_FROM_ZOOM = 15.5

/** Id of the lowest layer of a prescription, for layers inserted below it. */
export const PRESCRIPTION_SHAPE = 'prescription'

export interface PrescriptionShapeProps {
  /** Per cent of each cell; null draws nothing, but keeps the layer order. */
  percents: Uint8Array | null
  grid: CellGrid | null
}

export function PrescriptionShape({ percents, grid }: PrescriptionShapeProps) {
  const palette = useMapPalette()
  const data = useMemo(() => cellFeatures(percents ?? new Uint8Array(), grid ?? NOWHERE), [percents, grid])
  return (
    <Shape
      id={PRESCRIPTION_SHAPE}
      data={data}
      exact
      layers={[
        {
          id: PRESCRIPTION_SHAPE,
          type: 'fill',
          paint: {
            'fill-antialias': false,
            'fill-color': palette.brand,
            'fill-opacity': ['interpolate', ['linear'], VALUE, 0, 0, 100, 0.8],
          },
        },
        {
          id: 'prescription-lines',
          type: 'line',
          minzoom: OUTLINED_FROM_ZOOM,
          filter: ['!=', VALUE, 0],
          paint: { 'line-color': palette.paper, 'line-opacity': 0.35, 'line-width': 0.5 },
        },
        {
          id: 'prescription-dry',
          type: 'line',
          filter: ['==', VALUE, 0],
          paint: { 'line-color': palette.attention, 'line-width': 1.25 },
        },
      ]}
    />
  )
}

export interface ForcedShapeProps {
  cells: Uint8Array | null
  grid: CellGrid | null
  /** Filled unless the prescription below already shows it. */
  filled: boolean
}

/** The cells that a drawn outline would force, as the machine can apply it. */
export function ForcedShape({ cells, grid, filled }: ForcedShapeProps) {
  const palette = useMapPalette()
  const data = useMemo(
    () => cellFeatures(cells ?? new Uint8Array(), grid ?? NOWHERE, (value) => value === 1),
    [cells, grid],
  )
  return (
    <Shape
      id="forced"
      data={data}
      exact
      layers={[
        {
          id: 'forced',
          type: 'fill',
          paint: { 'fill-antialias': false, 'fill-color': palette.fence, 'fill-opacity': filled ? 0.55 : 0 },
        },
        {
          id: 'forced-lines',
          type: 'line',
          paint: { 'line-color': palette.paper, 'line-width': 2, 'line-dasharray': [2, 1] },
        },
      ]}
    />
  )
}

const NOWHERE: CellGrid = { place: { lat: 0, lng: 0 }, outerRadii: [], arc: null }
