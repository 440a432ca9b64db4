/** The designer's map: the system, its saved geofences, and the one being drawn. Loaded lazily. */
import { useMemo } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { WettedArea } from '../shared/pins/outline-features.ts'
import { OutlineShapes } from '../shared/pins/outline-shapes.tsx'
import { FieldLayers, SavedFences, labelPlace } from '../shared/layers/field-layers.tsx'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import { FieldMap } from '../map/field-map.tsx'
import { MapLabel } from '../map/map-label.tsx'
import { MapPin } from '../map/map-pin.tsx'
import { cellAt } from '../shared/prescription/prescription-cells.ts'
import { forcedCells } from '../shared/prescription/cell-features.ts'
import type { CellGrid } from '../shared/prescription/prescription-cells.ts'
import { ForcedShape } from '../shared/prescription/prescription-shape.tsx'
import { PivotShape } from '../shared/pivot/pivot-shape.tsx'
import { numbered } from '../shared/pins/outline-draft.ts'
import { percentText } from '../shared/layers/fence.text.ts'
import { pinText } from '../shared/pins/pin.text.ts'
import type { Design, Field, MapState } from './use-designer.ts'
import { text } from './designer.text.ts'

const LOADING_MAP = text.loadingMap

export interface DesignerMapProps {
  field: Field
  design: Design
  mapState: MapState
  layers: FieldLayersState
  onCentre: (place: LatLng) => void
}

export function DesignerMap({ field, design, mapState, layers, onCentre }: DesignerMapProps) {
  const { name, system, mayChange } = field
  const { pivot, grid } = layers
  const cells = layers.shows('prescription')
  const { draft, dispatch } = design
  const placing = draft.mode === 'add'
  const press = (place: LatLng) => {
    if (placing) dispatch({ type: 'add', place })
    else if (cells && grid) mapState.setCell(cellAt(place, grid))
  }
  const armDeg = system?.telemetry?.angle_deg ?? null
  const shownPivot = useMemo(() => (pivot ? { pivot, armDeg } : null), [pivot, armDeg])
  return (
    <FieldMap
      label={name ? text.mapOf(name) : text.mapOfYourFields}
      view={mapState.view}
      locked={mapState.locked}
      loadingText={LOADING_MAP}
      placing={placing}
      field={pivot}
      crosshair={mayChange}
      onPress={press}
      onCentre={onCentre}
    >
      <FieldLayers layers={layers} />
      <ForcedCells design={design} shown={cells} grid={grid} />
      {shownPivot ? <PivotShape id="system" system={shownPivot} /> : null}
      <SavedFences id="saved" fences={design.others} wettedArea={pivot} outlineOnly={cells} />
      <DraftFence design={design} wettedArea={pivot} outlineOnly={cells} />
      <DraftPins draft={draft} dispatch={dispatch} mayChange={mayChange} />
    </FieldMap>
  )
}

interface ForcedCellsProps {
  design: Pick<Design, 'draft' | 'check' | 'unsaved'>
  /** With the prescription. */
  shown: boolean
  grid: CellGrid | null
}

/** The cells that the drawn outline would force. */
function ForcedCells({ design: { draft, check, unsaved }, shown, grid }: ForcedCellsProps) {
  const hasArea = shown && draft.area && check.areaM2 !== null
  const forced = useMemo(
    () => (hasArea && grid ? forcedCells(draft.pins, grid, draft.saved?.prescription ?? null) : null),
    [hasArea, grid, draft.pins, draft.saved],
  )
  return <ForcedShape cells={forced} grid={grid} filled={unsaved} />
}

interface DraftFenceProps {
  design: Design
  wettedArea: WettedArea | null
  /** Outlines only, because the prescription is shown below. */
  outlineOnly: boolean
}

function DraftFence({ design: { draft, stored, check }, wettedArea, outlineOnly }: DraftFenceProps) {
  const { pins, area, saved } = draft
  const geofence = stored ?? saved
  const enabled = geofence?.enabled ?? true
  const fences = useMemo(() => (area ? [{ pins, enabled, chosen: true }] : []), [area, pins, enabled])
  const place = area && !check.crossing ? labelPlace(pins) : null
  return (
    <>
      <OutlineShapes id="draft" outlines={fences} wettedArea={wettedArea} outlineOnly={outlineOnly} />
      {place ? (
        <MapLabel place={place} text={percentText(geofence?.prescription ?? null)} size="large" />
      ) : null}
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
      onMoveStart={() => dispatch({ type: 'grab' })}
      onMove={(moved) => dispatch({ type: 'move', index, place: moved })}
      onPress={() => draft.mode === 'remove' && dispatch({ type: 'remove', index })}
      onRemove={() => dispatch({ type: 'remove', index })}
    />
  ))
}
