/** What is known of every placed probe, renewed as sensors report and time passes. */
import { useMemo } from 'react'
import type { SystemView } from '../../contract/systems.ts'
import { useSensors } from '../api/probes.ts'
import { useNow } from '../kit/use-now.ts'
import type { ProbeMarker } from './placement-draft.ts'
import { sensorsByNumber, standingOf, unplacedOf } from './probe-standing.ts'
import type { Standing } from './probe-standing.ts'

const TICK_MS = 30_000
const NONE: readonly SystemView[] = []

/** @param systems while there are none, nothing is said of where probes stand */
export function useStandings(probes: readonly ProbeMarker[], systems: readonly SystemView[] | undefined) {
  const now = useNow(TICK_MS)
  const sensors = useSensors((systems ?? NONE).map(({ name }) => name))
  const { lists } = sensors
  // While one probe is dragged the others stay the same objects, and so does what is known of them.
  const standing = useMemo(() => {
    const known = new Map(lists.map((list) => [list.system, sensorsByNumber(list)]))
    const held = new WeakMap<ProbeMarker, Standing>()
    return (probe: ProbeMarker): Standing => {
      const found = held.get(probe) ?? standingOf(probe, systems ?? NONE, known, now)
      held.set(probe, found)
      return found
    }
  }, [systems, lists, now])
  const standings = useMemo(
    () =>
      new Map<number, Standing>(systems?.length ? probes.map((probe) => [probe.id, standing(probe)]) : []),
    [probes, systems, standing],
  )
  const unplaced = useMemo(() => unplacedOf(lists, systems ?? NONE, probes), [lists, systems, probes])
  return { standings, unplaced, sensors }
}
