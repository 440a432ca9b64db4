/** The explorer's map: moisture, tower rings and probes. Loaded lazily. */
import { useCallback, useMemo } from 'react'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import type { PivotGeometry } from '#agronomy/pivot/pivot.ts'
import type { MachineOnMap, ProbeState } from '#contract/maps.ts'
import { CanvasShape } from '../../map/canvas-shape.tsx'
import { FieldMap } from '../../map/field-map.tsx'
import { PAINTED_PX, cornersOf, paintMoisture } from './moisture-frames.ts'
import type { PaintedMoisture } from './moisture-frames.ts'
import { useMapPalette } from '../../map/map-palette.ts'
import { Shape } from '../../map/shape.tsx'
import type { Expression } from '../../map/shape.tsx'
import { StaticMarker } from '../../map/static-marker.tsx'
import css from './moisture-map.module.css'
import { circlePx, mapWidth } from '../../map/zoom.ts'
import { circleView, pivotFeatures, wateredFeatures } from '../pivot/pivot-features.ts'
import { text } from './moisture.text.ts'

/** A probe on the map. */
interface ShownProbe {
  number: number
  place: LatLng
  state: ProbeState
  /** In a geofence of 0 %: marked with a star, as in the picture. */
  fenced: boolean
}

export interface MoistureMapProps {
  label: string
  pivot: PivotGeometry
  /** Null shows nothing. */
  painted: PaintedMoisture | null
  probes: readonly ShownProbe[]
  /** Where one more probe would add most information. */
  best: LatLng | null
  /** The arm and the area it has watered, on a map of today. */
  machine: MachineOnMap | null
  /** Called with the place under the pointer; null when it leaves the map. */
  onPoint: (place: LatLng | null) => void
  onPress: (place: LatLng) => void
}

/** With more probes than this, numbers would hide the map. */
const NUMBERED_MAX = 60

export function MoistureMap(props: MoistureMapProps) {
  const { label, pivot, painted, probes, best, machine, onPoint, onPress } = props
  const view = useMemo(() => circleView(pivot, circlePx(mapWidth(window.innerWidth))), [pivot])
  return (
    <FieldMap
      label={label}
      view={view}
      locked={false}
      loadingText={text.loadingMap}
      field={pivot}
      onPress={onPress}
    >
      <MoistureShape pivot={pivot} painted={painted} onPoint={onPoint} />
      <MachineLines pivot={pivot} />
      <MachineNow pivot={pivot} machine={machine} />
      {probes.map(({ number, place, state, fenced }) => (
        <StaticMarker key={number} place={place}>
          <span className={css.probe} data-state={state}>
            {probes.length <= NUMBERED_MAX || fenced ? (
              <span className={css.number}>
                {number}
                {fenced ? '*' : null}
              </span>
            ) : null}
          </span>
        </StaticMarker>
      ))}
      {best ? (
        <StaticMarker place={best}>
          <span className={css.best} />
        </StaticMarker>
      ) : null}
    </FieldMap>
  )
}

const MOISTURE = 'moisture'
/** Id of the layer with the machine's lines, above the moisture. */
const MACHINE = 'moisture-machine'

/** The moisture layer, repainted for each map. */
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

/** Edge and rings, thin enough not to hide the moisture. */
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

const NO_ARCS: readonly (readonly [number, number])[] = []
const STALE: Expression = ['==', ['get', 'stale'], true]
const ARM_PX = 3
/** Width of the band around the edge, and of the gap between it and the moisture, as in the picture. */
const BAND_PX = 6
const APART_PX = 2

/** As in the picture: a dark line with a light outline, dashed if the arm's position is outdated; watered arcs as a band around the edge. */
function MachineNow({ pivot, machine }: { pivot: PivotGeometry; machine: MachineOnMap | null }) {
  const { ink, paper, brand } = useMapPalette()
  const { arm_degrees: armDeg = null, stale = false } = machine ?? {}
  const arm = useMemo(() => {
    const { type, features } = pivotFeatures({ pivot, armDeg })
    return {
      type,
      features: features
        .filter(({ properties }) => properties?.['kind'] === 'arm')
        .map((feature) => ({ ...feature, properties: { stale } })),
    }
  }, [pivot, armDeg, stale])
  const arcs = machine?.pass?.arcs ?? NO_ARCS
  const watered = useMemo(() => wateredFeatures(pivot, arcs), [pivot, arcs])
  return (
    <>
      <Shape
        id="moisture-watered"
        data={watered}
        layers={[
          {
            id: 'moisture-watered',
            type: 'line',
            paint: {
              'line-color': brand,
              'line-width': BAND_PX,
              'line-offset': -(APART_PX + BAND_PX / 2),
            },
          },
        ]}
      />
      <Shape
        id="moisture-arm"
        data={arm}
        layers={[
          {
            id: 'moisture-arm-halo',
            type: 'line',
            paint: { 'line-color': paper, 'line-width': ARM_PX + 3 },
          },
          {
            id: 'moisture-arm',
            type: 'line',
            filter: ['!', STALE],
            paint: { 'line-color': ink, 'line-width': ARM_PX },
          },
          {
            id: 'moisture-arm-stale',
            type: 'line',
            filter: STALE,
            paint: { 'line-color': ink, 'line-width': ARM_PX, 'line-dasharray': [2.5, 1.5] },
          },
        ]}
      />
    </>
  )
}
