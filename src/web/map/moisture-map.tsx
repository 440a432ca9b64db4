/** The explorer's map: moisture on the ground, the rings of the machine, its probes. Loaded lazily. */
import { Layer, Marker, Source } from '@vis.gl/react-maplibre'
import { useMemo } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { ProbeState } from '../../contract/maps.ts'
import { FieldMap } from './field-map.tsx'
import { circleView } from './moisture-frames.ts'
import type { MapField } from './moisture-frames.ts'
import { useMapPalette } from './map-palette.ts'
import css from './moisture-map.module.css'
import type { PaintedMoisture } from './moisture-painting.ts'
import { MACHINE, MoistureShape } from './moisture-shape.tsx'
import { pivotFeatures } from './pivot-features.ts'

/** A probe as the map shows it. */
export interface ShownProbe {
  number: number
  place: LatLng
  state: ProbeState
}

export interface MoistureMapProps {
  label: string
  field: MapField
  painted: PaintedMoisture | null
  probes: readonly ShownProbe[]
  /** Where another probe would tell most. */
  best: LatLng | null
  onPoint: (place: LatLng | null) => void
  onPress: (place: LatLng) => void
}

/** A map on a narrower page is as wide as the page. */
const PHONE_PX = 560

/** Numbers on more probes than this would hide the map. */
const NUMBERED_MAX = 60

export function MoistureMap(props: MoistureMapProps) {
  const { label, field, painted, probes, best, onPoint, onPress } = props
  const view = useMemo(() => circleView(field, window.innerWidth < PHONE_PX ? 310 : 440), [field])
  return (
    <FieldMap label={label} view={view} locked={false} waiting="Loading map..." onPress={onPress}>
      <MoistureShape field={field} painted={painted} onPoint={onPoint} />
      <MachineLines field={field} />
      {probes.map(({ number, place, state }) => (
        <Marker key={number} longitude={place.lng} latitude={place.lat} style={PRESSED_THROUGH}>
          <span className={css.probe} data-state={state}>
            {probes.length <= NUMBERED_MAX ? <span className={css.number}>{number}</span> : null}
          </span>
        </Marker>
      ))}
      {best ? (
        <Marker longitude={best.lng} latitude={best.lat} style={PRESSED_THROUGH}>
          <span className={css.best} />
        </Marker>
      ) : null}
    </FieldMap>
  )
}

/** Edge and rings, thin enough not to hide what lies below them. */
function MachineLines({ field }: { field: MapField }) {
  const { ink } = useMapPalette()
  const data = useMemo(() => pivotFeatures({ ...field, armDeg: null }), [field])
  return (
    <Source id={MACHINE} type="geojson" data={data}>
      <Layer
        id={MACHINE}
        type="line"
        paint={{
          'line-color': ink,
          'line-opacity': ['case', ['==', ['get', 'kind'], 'ring'], 0.4, 1],
          'line-width': ['case', ['==', ['get', 'kind'], 'ring'], 0.75, 2],
        }}
      />
    </Source>
  )
}

const PRESSED_THROUGH = { pointerEvents: 'none' } as const
