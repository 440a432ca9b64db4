/** The designer's map: the system, its saved geofences, the one being drawn with its pins. Loaded lazily. */
import { useMemo } from 'react'
import { labelPointOf } from '../../agronomy/outline.ts'
import { toFieldPoint, toLatLng } from '../../agronomy/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot-geometry.ts'
import type { SystemView } from '../../contract/systems.ts'
import { FenceShapes } from '../map/fence-shapes.tsx'
import { FieldMap } from '../map/field-map.tsx'
import { MapLabel } from '../map/map-label.tsx'
import { MapPin } from '../map/map-pin.tsx'
import { PivotShape } from '../map/pivot-shape.tsx'
import { numbered, pinsOf } from './fence-draft.ts'
import { geofenceText, percentText, pinText } from './fence-words.ts'
import type { Designer } from './use-designer.ts'

export const LOADING_MAP = 'Loading map...'

export interface DesignerMapProps {
  designer: Designer
  onCentre: (place: LatLng) => void
}

/** Where the words of an outline stand. */
function labelPlace(pins: readonly LatLng[]): LatLng | null {
  const [origin] = pins
  return origin ? toLatLng(origin, labelPointOf(pins.map((pin) => toFieldPoint(origin, pin)))) : null
}

function reachOf(system: SystemView | undefined) {
  if (!system) return null
  const { latitude, longitude, wetted_radius_m: wettedRadiusM, arc } = system
  return { pivot: { lat: latitude, lng: longitude }, wettedRadiusM, arc }
}

function pivotOf(system: SystemView) {
  const { latitude, longitude, tower_radii_m: towerRadiiM, wetted_radius_m: wettedRadiusM, arc } = system
  const pivot = { lat: latitude, lng: longitude }
  return { pivot, towerRadiiM, wettedRadiusM, arc, armDeg: system.telemetry?.angle_deg ?? null }
}

export function DesignerMap({ designer, onCentre }: DesignerMapProps) {
  const { draft, dispatch, system, view, locked, name } = designer
  const placing = draft.mode === 'add'
  const reach = useMemo(() => reachOf(system), [system])
  const pivot = useMemo(() => (system ? pivotOf(system) : null), [system])
  return (
    <FieldMap
      label={name ? `Map of ${name}` : 'Map of your fields'}
      view={view}
      locked={locked}
      waiting={LOADING_MAP}
      placing={placing}
      cross={designer.mayChange}
      onPress={(place) => placing && dispatch({ do: 'add', place })}
      onCentre={onCentre}
    >
      {pivot ? <PivotShape id="system" system={pivot} /> : null}
      <SavedFences designer={designer} reach={reach} />
      <DraftFence designer={designer} reach={reach} />
      <DraftPins designer={designer} />
    </FieldMap>
  )
}

interface FencesProps {
  designer: Designer
  reach: ReturnType<typeof reachOf>
}

/** Always there, even when empty: shapes keep the order in which they were first laid. */
function SavedFences({ designer: { others }, reach }: FencesProps) {
  const fences = useMemo(
    () => others.map((one) => ({ pins: pinsOf(one), enabled: one.enabled, chosen: false })),
    [others],
  )
  return (
    <>
      <FenceShapes id="saved" fences={fences} reach={reach} />
      {others.map((one) => {
        const place = labelPlace(pinsOf(one))
        return place ? <MapLabel key={one.id} place={place} text={geofenceText(one)} size="small" /> : null
      })}
    </>
  )
}

function DraftFence({ designer: { draft, geofences, check }, reach }: FencesProps) {
  const { pins, area, saved } = draft
  const held = geofences.data?.find(({ id }) => id === saved?.id) ?? saved
  const enabled = held?.enabled ?? true
  const fences = useMemo(() => (area ? [{ pins, enabled, chosen: true }] : []), [area, pins, enabled])
  const place = area && !check.crossing ? labelPlace(pins) : null
  return (
    <>
      <FenceShapes id="draft" fences={fences} reach={reach} />
      {place ? <MapLabel place={place} text={percentText(held?.prescription ?? null)} size="large" /> : null}
    </>
  )
}

function DraftPins({ designer: { draft, dispatch, mayChange } }: { designer: Designer }) {
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
