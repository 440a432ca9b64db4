/** State of the background layers of a map: prescription, geofences, moisture and probes. */
import { useMemo, useState } from 'react'
import { classBounds } from '#agronomy/soil/moisture-class.ts'
import { classColours } from '#agronomy/colour/map-ramps.ts'
import { pivotGeometryOf } from '#contract/pivot.ts'
import type { Geofence } from '#contract/geofences.ts'
import type { SystemView } from '#contract/systems.ts'
import { useGeofences } from '../../api/geofences.ts'
import { useSurface } from '../../api/maps.ts'
import { usePrescription } from '../../api/prescriptions.ts'
import { decodedMaps } from '../moisture/moisture-frames.ts'
import type { PaintedMoisture } from '../moisture/moisture-frames.ts'
import { usePivot } from '../pivot/use-pivot.ts'
import { bytesOf, gridOf } from '../prescription/prescription-cells.ts'

export type FieldLayer = 'prescription' | 'geofences' | 'moisture' | 'probes'

export type FieldLayersState = ReturnType<typeof useFieldLayers>

/** Layers that colour the whole field, of which only one can be shown at a time. */
const COLOURING_LAYERS: ReadonlySet<FieldLayer> = new Set(['prescription', 'moisture'])
const hides = (layer: FieldLayer, other: FieldLayer) =>
  COLOURING_LAYERS.has(layer) && COLOURING_LAYERS.has(other)

const NO_FENCES: readonly Geofence[] = []

/** @param system undefined while none is chosen */
export function useFieldLayers(system: SystemView | undefined) {
  const [active, setActive] = useState<readonly FieldLayer[]>([])
  const shows = (layer: FieldLayer) => active.includes(layer)
  const toggle = (layer: FieldLayer) =>
    setActive((before) =>
      before.includes(layer)
        ? before.filter((activeLayer) => activeLayer !== layer)
        : [...before.filter((activeLayer) => !hides(layer, activeLayer)), layer],
    )
  const pivot = usePivot(system)
  const surface = useFieldSurface(system?.name ?? '', shows('moisture') || shows('probes'))
  const prescription = usePrescription(system?.name ?? '', shows('prescription'))
  const geofences = useGeofences(shows('geofences') ? (system?.name ?? '') : '')
  const percentages = shows('prescription') ? prescription.data?.percent_b64 : undefined
  const percents = useMemo(() => (percentages === undefined ? null : bytesOf(percentages)), [percentages])
  const grid = useMemo(() => (pivot ? gridOf(pivot) : null), [pivot])
  return {
    /** Whether a system is chosen. */
    known: system !== undefined,
    shows,
    toggle,
    pivot,
    grid,
    /** Per cent of each cell; null if the layer is off. */
    percents,
    prescription,
    fences: shows('geofences') ? (geofences.data ?? NO_FENCES) : NO_FENCES,
    geofences,
    surface,
    painted: shows('moisture') ? surface.painted : null,
    /** Probes with their places and status. */
    placed: shows('probes') ? (surface.data?.probes ?? []) : [],
  }
}

/** Current moisture, with the probes it is computed from. */
function useFieldSurface(system: string, shown: boolean) {
  const active = system !== '' && shown
  const {
    data: surfaceMap,
    isError,
    refetch,
    isFetching,
  } = useSurface({ system, deviation: 'false' }, active)
  // the previous map stays until the next one loads, unless it belongs to another system
  const data = active && surfaceMap?.system === system ? surfaceMap : null
  const painted = useMemo<PaintedMoisture | null>(() => {
    const map = data?.shares ? decodedMaps(data.shares, data.size)[0] : undefined
    if (!data || !map) return null
    const { target_percent: target } = data
    const limits = { low: 0, high: 1 }
    const ramp = classColours('viridis')
    return { map, pivot: pivotGeometryOf(data), limits, ramp, bounds: classBounds(target) }
  }, [data])
  return { data, painted, isError: active && isError, refetch, isFetching }
}
