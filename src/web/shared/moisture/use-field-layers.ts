/** Which layers of a field are shown on a map that is about something else: its moisture now, and where its probes stand. */
import { useMemo, useState } from 'react'
import { classBounds } from '#agronomy/soil/moisture-class.ts'
import { classColours } from '#agronomy/colour/map-ramps.ts'
import { pivotGeometryOf } from '#contract/pivot.ts'
import { useSurface } from '../../api/maps.ts'
import { decodedMaps } from './moisture-frames.ts'
import type { PaintedMoisture } from './moisture-frames.ts'

export type FieldLayersState = ReturnType<typeof useFieldLayers>

/** @param system '' while none is chosen */
export function useFieldLayers(system: string) {
  const [moisture, setMoisture] = useState(false)
  const [probes, setProbes] = useState(false)
  const wanted = system !== '' && (moisture || probes)
  const surface = useSurface({ system, deviation: 'false' }, wanted)
  // the former one stays until the next is there: of another system it is none
  const data = wanted && surface.data?.system === system ? surface.data : null
  const painted = useMemo<PaintedMoisture | null>(() => {
    const map = data?.shares ? decodedMaps(data.shares, data.size)[0] : undefined
    if (!data || !map) return null
    const { target_percent: target } = data
    const limits = { low: 0, high: 1 }
    const ramp = classColours('viridis')
    return { map, pivot: pivotGeometryOf(data), limits, ramp, bounds: classBounds(target) }
  }, [data])
  return {
    moisture,
    setMoisture,
    probes,
    setProbes,
    data,
    painted: moisture ? painted : null,
    /** Where they stand, with how they report. */
    placed: probes ? (data?.probes ?? []) : [],
    failed: wanted && surface.isError && !data,
    retry: () => void surface.refetch(),
    retrying: surface.isFetching,
  }
}
