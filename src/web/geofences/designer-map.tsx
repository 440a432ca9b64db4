/** The designer's map: the system, its saved geofences, the one being drawn with its pins. Loaded lazily. */
import { useMemo } from 'react'
import { labelPointOf } from '../../agronomy/pivot/outline.ts'
import { toFieldPoint, toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { Reach } from '../shared/pins/outline-features.ts'
import { OutlineShapes } from '../shared/pins/outline-shapes.tsx'
import { FieldLayers } from '../shared/moisture/field-layers.tsx'
import type { FieldLayersProps } from '../shared/moisture/field-layers.tsx'
import { FieldMap } from '../map/field-map.tsx'
import { MapLabel } from '../map/map-label.tsx'
import { MapPin } from '../map/map-pin.tsx'
import { bytesOf, cellAt, gridOf } from '../shared/prescription/prescription-cells.ts'
import { forcedCells } from './cell-features.ts'
import type { CellGrid } from '../shared/prescription/prescription-cells.ts'
import { ForcedShape, PrescriptionShape } from './prescription-shape.tsx'
import { PivotShape } from '../shared/pivot/pivot-shape.tsx'
import { usePivot } from '../shared/pivot/use-pivot.ts'
import { numbered, pinsOf } from '../shared/pins/outline-draft.ts'
import { geofenceText, percentText } from './fence.text.ts'
import { pinText } from '../shared/pins/pin.text.ts'
import type { Design, Field, Look } from './use-designer.ts'

const LOADING_MAP = 'Loading map...'

export interface DesignerMapProps {
  field: Field
  design: Design
  look: Look
  layers: FieldLayersProps['layers']
  onCentre: (place: LatLng) => void
}

/** Where the words of an outline stand. */
function labelPlace(pins: readonly LatLng[]): LatLng | null {
  const [origin] = pins
  return origin ? toLatLng(origin, labelPointOf(pins.map((pin) => toFieldPoint(origin, pin)))) : null
}

export function DesignerMap({ field, design, look, layers, onCentre }: DesignerMapProps) {
  const { name, system, mayChange } = field
  const { draft, dispatch } = design
  const placing = draft.mode === 'add'
  const pivot = usePivot(system)
  const grid = useMemo(() => (pivot ? gridOf(pivot) : null), [pivot])
  const press = (place: LatLng) => {
    if (placing) dispatch({ do: 'add', place })
    else if (look.cells && grid) look.setCell(cellAt(place, grid))
  }
  const armDeg = system?.telemetry?.angle_deg ?? null
  const shown = useMemo(() => (pivot ? { pivot, armDeg } : null), [pivot, armDeg])
  return (
    <FieldMap
      label={name ? `Map of ${name}` : 'Map of your fields'}
      view={look.view}
      locked={look.locked}
      waiting={LOADING_MAP}
      placing={placing}
      field={pivot}
      cross={mayChange}
      onPress={press}
      onCentre={onCentre}
    >
      <CellShapes design={design} look={look} grid={grid} />
      <FieldLayers layers={layers} below="prescription" />
      {shown ? <PivotShape id="system" system={shown} /> : null}
      <SavedFences design={design} reach={pivot} outlined={look.cells} />
      <DraftFence design={design} reach={pivot} outlined={look.cells} />
      <DraftPins draft={draft} dispatch={dispatch} mayChange={mayChange} />
    </FieldMap>
  )
}

interface CellShapesProps {
  design: Pick<Design, 'draft' | 'check' | 'unsaved'>
  look: Pick<Look, 'cells' | 'prescription'>
  grid: CellGrid | null
}

/** The prescription as it runs, and over it the cells that the drawn outline would force. */
function CellShapes({ design, look: { cells, prescription }, grid }: CellShapesProps) {
  const { draft, check, unsaved } = design
  const sheet = cells ? prescription.data?.percent_b64 : undefined
  const percents = useMemo(() => (sheet === undefined ? null : bytesOf(sheet)), [sheet])
  const drawn = cells && draft.area && check.areaM2 !== null
  const forced = useMemo(
    () => (drawn && grid ? forcedCells(draft.pins, grid, draft.saved?.prescription ?? null) : null),
    [drawn, grid, draft.pins, draft.saved],
  )
  return (
    <>
      <PrescriptionShape percents={percents} grid={grid} />
      <ForcedShape cells={forced} grid={grid} filled={unsaved} />
    </>
  )
}

interface FencesProps {
  design: Design
  reach: Reach | null
  /** Lines alone, where the prescription is shown below. */
  outlined: boolean
}

/** Always there, even when empty: shapes keep the order in which they were first laid. */
function SavedFences({ design: { others }, reach, outlined }: FencesProps) {
  const fences = useMemo(
    () => others.map((one) => ({ pins: pinsOf(one), enabled: one.enabled, chosen: false })),
    [others],
  )
  return (
    <>
      <OutlineShapes id="saved" outlines={fences} reach={reach} outlined={outlined} />
      {others.map((one) => {
        const place = labelPlace(pinsOf(one))
        return place ? <MapLabel key={one.id} place={place} text={geofenceText(one)} size="small" /> : null
      })}
    </>
  )
}

function DraftFence({ design: { draft, held, check }, reach, outlined }: FencesProps) {
  const { pins, area, saved } = draft
  const shown = held ?? saved
  const enabled = shown?.enabled ?? true
  const fences = useMemo(() => (area ? [{ pins, enabled, chosen: true }] : []), [area, pins, enabled])
  const place = area && !check.crossing ? labelPlace(pins) : null
  return (
    <>
      <OutlineShapes id="draft" outlines={fences} reach={reach} outlined={outlined} />
      {place ? <MapLabel place={place} text={percentText(shown?.prescription ?? null)} size="large" /> : null}
    </>
  )
}

type DraftPinsProps = Pick<Design, 'draft' | 'dispatch'> & Pick<Field, 'mayChange'>

function DraftPins({ draft, dispatch, mayChange }: DraftPinsProps) {
  const free = draft.mode === 'remove' ? 'remove' : 'move'
  return numbered(draft.pins).map(({ place, index, number }) => (
    <MapPin
      key={number}
      text={String(number)}
      label={pinText(index, place)}
      place={place}
      mode={mayChange ? free : 'still'}
      onMoveStart={() => dispatch({ do: 'grab' })}
      onMove={(moved) => dispatch({ do: 'move', index, place: moved })}
      onPress={() => draft.mode === 'remove' && dispatch({ do: 'remove', index })}
      onRemove={() => dispatch({ do: 'remove', index })}
    />
  ))
}
