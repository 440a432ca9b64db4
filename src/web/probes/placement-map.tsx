/** The map of Place Soil Probes: systems, probes, the user's position, and the line to the probe being guided to. Loaded lazily. */
import { memo, useCallback, useMemo } from 'react'
import type { Dispatch } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { SystemView } from '../../contract/systems.ts'
import { FieldMap } from '../map/field-map.tsx'
import { PinLabel } from '../map/map-label.tsx'
import { MapPin } from '../map/map-pin.tsx'
import { Pegman } from '../map/pegman.tsx'
import { FieldLayers } from '../shared/layers/field-layers.tsx'
import type { FieldLayersState } from '../shared/layers/use-field-layers.ts'
import { PivotShape } from '../shared/pivot/pivot-shape.tsx'
import { usePivot } from '../shared/pivot/use-pivot.ts'
import type { PlacementStep, ProbeMarker } from './placement-draft.ts'
import type { ProbeStatus } from './probe-status.ts'
import { pinWords, probeText, text } from './probe.text.ts'
import type { DraftParts, MapState, Placing, Shown } from './use-placement.ts'
import type { Feature, LineString } from 'geojson'
import { useMapPalette } from '../map/map-palette.ts'
import { Shape } from '../map/shape.tsx'
import { position } from '../map/geojson.ts'

const LOADING_MAP = text.loading

export interface PlacementMapProps extends DraftParts {
  device: LatLng | null
  mapState: MapState
  shown: Shown
  /** A click asks for the number of a probe there. */
  onPrompt: Placing['setTarget']
  systems: readonly SystemView[]
  statuses: ReadonlyMap<number, ProbeStatus>
  layers: FieldLayersState
}

export function PlacementMap(props: PlacementMapProps) {
  const { draft, dispatch, device, mapState, shown, onPrompt, systems, statuses, layers } = props
  const { chosen, setChosen, guided } = shown
  const placing = draft.mode === 'place'
  const press = (place: LatLng) => {
    if (placing) onPrompt({ from: 'click', place })
    else setChosen(null)
  }
  const selectedProbe = draft.probes.find(({ id }) => id === chosen)
  const guidedProbe = draft.probes.find(({ id }) => id === guided)
  return (
    <FieldMap
      label={text.mapOfProbes}
      view={mapState.view}
      locked={mapState.locked}
      loadingText={LOADING_MAP}
      placing={placing}
      field={layers.pivot}
      crosshair
      onPress={press}
      onCentre={mapState.setCentre}
    >
      <FieldLayers layers={layers} />
      {systems.map((system) => (
        <SystemOutline key={system.name} system={system} />
      ))}
      {device && guidedProbe ? <GuideLine from={device} to={guidedProbe} /> : null}
      <Probes draft={draft} dispatch={dispatch} shown={shown} statuses={statuses} />
      {device ? <Pegman fix={device} /> : null}
      {selectedProbe && draft.mode !== 'remove' ? (
        <PinLabel place={selectedProbe} {...pinWords(draft.fieldName, selectedProbe)} />
      ) : null}
    </FieldMap>
  )
}

/** Circle and tower rings, without the arm, whose position would soon be outdated. */
function SystemOutline({ system }: { system: SystemView }) {
  const pivot = usePivot(system)
  const withoutArm = useMemo(() => (pivot ? { pivot, armDeg: null } : null), [pivot])
  return withoutArm ? <PivotShape id={system.name} system={withoutArm} /> : null
}

type ProbesProps = Pick<PlacementMapProps, 'draft' | 'dispatch' | 'shown' | 'statuses'>

function Probes({ draft, dispatch, shown: { chosen, setChosen }, statuses }: ProbesProps) {
  const removing = draft.mode === 'remove'
  const onPress = useCallback(
    (id: number) => {
      if (removing) dispatch({ type: 'remove', id })
      else setChosen((before) => (before === id ? null : id))
    },
    [removing, dispatch, setChosen],
  )
  return draft.probes.map((probe) => (
    <ProbePin
      key={probe.id}
      probe={probe}
      label={probeText(draft.fieldName, probe)}
      removing={removing}
      chosen={probe.id === chosen}
      flagged={statuses.get(probe.id)?.flagged ?? false}
      dispatch={dispatch}
      onPress={onPress}
    />
  ))
}

interface ProbePinProps {
  probe: ProbeMarker
  label: string
  removing: boolean
  chosen: boolean
  flagged: boolean
  dispatch: Dispatch<PlacementStep>
  onPress: (id: number) => void
}

/** Memoised, because there may be five hundred. */
const ProbePin = memo(function ProbePin({
  probe,
  label,
  removing,
  chosen,
  flagged,
  dispatch,
  onPress,
}: ProbePinProps) {
  const { id } = probe
  return (
    <MapPin
      text={probe.number}
      label={flagged ? text.probeToCheck(label) : label}
      place={probe}
      mode={removing ? 'remove' : 'move'}
      chosen={chosen}
      flagged={flagged}
      onMoveStart={() => dispatch({ type: 'grab' })}
      onMove={(place) => dispatch({ type: 'move', id, place })}
      onPress={() => onPress(id)}
      onRemove={() => dispatch({ type: 'remove', id })}
    />
  )
})

interface GuideLineProps {
  from: LatLng
  to: LatLng
}

/** A straight line from one place to another. */
function GuideLine({ from, to }: GuideLineProps) {
  const palette = useMapPalette()
  const data = useMemo<Feature<LineString>>(
    () => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: [position(from), position(to)] },
    }),
    [from, to],
  )
  return (
    <Shape
      id="way"
      data={data}
      layers={[
        {
          id: 'way-halo',
          type: 'line',
          layout: { 'line-cap': 'round' },
          paint: { 'line-color': palette.paper, 'line-opacity': 0.75, 'line-width': 7 },
        },
        {
          id: 'way',
          type: 'line',
          paint: { 'line-color': palette.brand, 'line-width': 4, 'line-dasharray': [2, 1] },
        },
      ]}
    />
  )
}
