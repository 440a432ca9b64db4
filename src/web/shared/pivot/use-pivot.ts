/** The pivot of a system, with a stable identity while only its arm moves. */
import { useMemo } from 'react'
import type { Pivot } from '#agronomy/pivot/pivot.ts'
import { type PivotBody, pivotOf } from '#contract/pivot.ts'
import type { SystemView } from '#contract/systems.ts'

const NOWHERE: PivotBody = {
  latitude: 0,
  longitude: 0,
  tower_radii_m: [],
  wetted_radius_m: 0,
  arc: null,
  flow_gpm: null,
  speed_100_m_min: null,
}

export function usePivot(system: SystemView | undefined): Pivot | null {
  const hasSystem = system !== undefined
  const { latitude, longitude, tower_radii_m, wetted_radius_m, arc, flow_gpm, speed_100_m_min } =
    system ?? NOWHERE
  return useMemo(
    () =>
      hasSystem
        ? pivotOf({ latitude, longitude, tower_radii_m, wetted_radius_m, arc, flow_gpm, speed_100_m_min })
        : null,
    [hasSystem, latitude, longitude, tower_radii_m, wetted_radius_m, arc, flow_gpm, speed_100_m_min],
  )
}
