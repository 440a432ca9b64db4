/** The map of Soil Zones: the system, its zones from sand to clay, and the outline being drawn. Loaded lazily. */
import { useMemo } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { FieldMap } from '../map/field-map.tsx'
import { MapPin } from '../map/map-pin.tsx'
import { FieldLayers } from '../shared/layers/field-layers.tsx'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import { numbered } from '../shared/pins/outline-draft.ts'
import { OutlineShapes } from '../shared/pins/outline-shapes.tsx'
import { pinText } from '../shared/pins/pin.text.ts'
import { PivotShape } from '../shared/pivot/pivot-shape.tsx'
import { usePivot } from '../shared/pivot/use-pivot.ts'
import type { SoilZonesState } from './use-soil-zones.ts'
import type { ZoneOnMap } from './zone-features.ts'
import { withoutEmpty } from './zone-rings.ts'
import { ZoneShapes } from './zone-shapes.tsx'
import { text } from './soil-zone.text.ts'

const LOADING_MAP = text.loadingMap

export interface SoilZoneMapProps {
  state: SoilZonesState
  layers: FieldLayersState
  /** Zones of a previewed file, instead of the saved ones; null without a file. */
  proposed: readonly ZoneOnMap[] | null
  onCentre: (place: LatLng) => void
}

export function SoilZoneMap({ state, layers, proposed, onCentre }: SoilZoneMapProps) {
  const { field, draft, dispatch, drawing: drawn, locked } = state
  const { name, system, zones, mayChange, view } = field
  const drawing = mayChange && !state.importing
  const placing = drawing && draft.mode === 'add'
  const pivot = usePivot(system)
  const withoutArm = useMemo(() => (pivot ? { pivot, armDeg: null } : null), [pivot])
  const edited = drawn.zone?.id ?? null
  const { rings, polygons } = drawn
  const saved = useMemo(
    () =>
      (zones.data ?? [])
        .filter(({ id }) => id !== edited)
        .map((zone): ZoneOnMap => ({
          name: zone.name,
          polygons: zone.polygons,
          fieldCapacity: zone.limits.field_capacity,
          confirmed: zone.confirmed,
          chosen: false,
        })),
    [zones.data, edited],
  )
  /** All outlines and holes of the drawn zone; a single one is the draft itself. */
  const drawnZone = useMemo(
    (): ZoneOnMap[] =>
      rings.length > 1
        ? [
            {
              name: drawn.zone?.name ?? '',
              polygons: withoutEmpty(polygons),
              fieldCapacity: drawn.zone?.limits.field_capacity ?? null,
              confirmed: drawn.zone?.confirmed ?? false,
              chosen: true,
            },
          ]
        : [],
    [rings.length, polygons, drawn.zone],
  )
  const outlines = useMemo(
    () => (draft.pins.length >= 3 ? [{ pins: draft.pins, enabled: true, chosen: true }] : []),
    [draft.pins],
  )
  return (
    <FieldMap
      label={name ? text.mapOf(name) : text.mapOfYourFields}
      view={view}
      locked={locked}
      loadingText={LOADING_MAP}
      placing={placing}
      field={pivot}
      crosshair={drawing}
      onPress={(place) => placing && dispatch({ type: 'add', place })}
      onCentre={onCentre}
    >
      <ZoneShapes id="field" zones={proposed ?? saved}>
        <FieldLayers layers={layers} />
      </ZoneShapes>
      <ZoneShapes id="drawn" zones={proposed ? [] : drawnZone} />
      {withoutArm ? <PivotShape id="system" system={withoutArm} /> : null}
      <OutlineShapes id="draft" outlines={outlines} wettedArea={pivot} />
      {numbered(draft.pins).map(({ place, index, number }) => (
        <MapPin
          key={number}
          text={String(number)}
          label={pinText(index, place)}
          place={place}
          mode={drawing ? (draft.mode === 'remove' ? 'remove' : 'move') : 'still'}
          onMoveStart={() => dispatch({ type: 'grab' })}
          onMove={(moved) => dispatch({ type: 'move', index, place: moved })}
          onPress={() => draft.mode === 'remove' && dispatch({ type: 'remove', index })}
          onRemove={() => dispatch({ type: 'remove', index })}
        />
      ))}
    </FieldMap>
  )
}
