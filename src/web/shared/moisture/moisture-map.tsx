/** The explorer's map: moisture on the ground, the rings of the machine, its probes. Loaded lazily. */
import { useCallback, useMemo } from 'react'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import type { PivotGeometry } from '#agronomy/pivot/pivot.ts'
import type { ProbeState } from '#contract/maps.ts'
import { CanvasShape } from '../../map/canvas-shape.tsx'
import { FieldMap } from '../../map/field-map.tsx'
import { PAINTED_PX, cornersOf, paintMoisture } from './moisture-frames.ts'
import type { PaintedMoisture } from './moisture-frames.ts'
import { useMapPalette } from '../../map/map-palette.ts'
import { Shape } from '../../map/shape.tsx'
import { StillMarker } from '../../map/still-marker.tsx'
import css from './moisture-map.module.css'
import { circleView, pivotFeatures } from '../pivot/pivot-features.ts'

/** A probe as the map shows it. */
interface ShownProbe {
  number: number
  place: LatLng
  state: ProbeState
}

export interface MoistureMapProps {
  label: string
  pivot: PivotGeometry
  /** Null shows nothing. */
  painted: PaintedMoisture | null
  probes: readonly ShownProbe[]
  /** Where another probe would tell most. */
  best: LatLng | null
  /** The place under the pointer; null when it leaves the map. */
  onPoint: (place: LatLng | null) => void
  onPress: (place: LatLng) => void
}

/** A map on a narrower page is as wide as the page. */
const PHONE_PX = 560

/** Numbers on more probes than this would hide the map. */
const NUMBERED_MAX = 60

export function MoistureMap(props: MoistureMapProps) {
  const { label, pivot, painted, probes, best, onPoint, onPress } = props
  const view = useMemo(() => circleView(pivot, window.innerWidth < PHONE_PX ? 310 : 440), [pivot])
  return (
    <FieldMap
      label={label}
      view={view}
      locked={false}
      waiting="Loading map..."
      field={pivot}
      onPress={onPress}
    >
      <MoistureShape pivot={pivot} painted={painted} onPoint={onPoint} />
      <MachineLines pivot={pivot} />
      {probes.map(({ number, place, state }) => (
        <StillMarker key={number} place={place}>
          <span className={css.probe} data-state={state}>
            {probes.length <= NUMBERED_MAX ? <span className={css.number}>{number}</span> : null}
          </span>
        </StillMarker>
      ))}
      {best ? (
        <StillMarker place={best}>
          <span className={css.best} />
        </StillMarker>
      ) : null}
    </FieldMap>
  )
}

const MOISTURE = 'moisture'
/** Layer of the machine's lines, which lie on it. */
const MACHINE = 'moisture-machine'

/** A moisture map on the map, painted anew whenever another one is shown. */
function MoistureShape({ pivot, painted, onPoint }: Pick<MoistureMapProps, 'pivot' | 'painted' | 'onPoint'>) {
  const corners = useMemo(() => cornersOf(pivot), [pivot])
  const paint = useCallback((canvas: HTMLCanvasElement) => paintMoisture(canvas, painted), [painted])
  return (
    <CanvasShape
      id={MOISTURE}
      below={MACHINE}
      corners={corners}
      sidePx={PAINTED_PX}
      paint={paint}
      onPoint={onPoint}
    />
  )
}

/** Edge and rings, thin enough not to hide what lies below them. */
function MachineLines({ pivot }: { pivot: PivotGeometry }) {
  const { ink } = useMapPalette()
  const data = useMemo(() => pivotFeatures({ pivot, armDeg: null }), [pivot])
  return (
    <Shape
      id={MACHINE}
      data={data}
      layers={[
        {
          id: MACHINE,
          type: 'line',
          paint: {
            'line-color': ink,
            'line-opacity': ['case', ['==', ['get', 'kind'], 'ring'], 0.4, 1],
            'line-width': ['case', ['==', ['get', 'kind'], 'ring'], 0.75, 2],
          },
        },
      ]}
    />
  )
}
