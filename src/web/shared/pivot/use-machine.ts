/** The shape of a system's machine; the same object while only its arm moves, so that nothing is drawn again. */
import { useMemo } from 'react'
import type { SystemView } from '#contract/systems.ts'
import type { PivotOnMap } from './pivot-features.ts'

const NOWHERE = { latitude: 0, longitude: 0, tower_radii_m: [], wetted_radius_m: 0, arc: null }

export function useMachine(system: SystemView | undefined): Omit<PivotOnMap, 'armDeg'> | null {
  const known = system !== undefined
  const {
    latitude,
    longitude,
    tower_radii_m: towerRadiiM,
    wetted_radius_m: wettedRadiusM,
    arc,
  } = system ?? NOWHERE
  return useMemo(
    () => (known ? { pivot: { lat: latitude, lng: longitude }, towerRadiiM, wettedRadiusM, arc } : null),
    [known, latitude, longitude, towerRadiiM, wettedRadiusM, arc],
  )
}
