/** What is known of every placed probe, renewed as sensors report and time passes. */
import { useMemo } from 'react'
import type { SystemView } from '../../contract/systems.ts'
import { useSensors } from '../api/probes.ts'
import { useNow } from '../kit/use-now.ts'
import type { ProbeMarker } from './placement-draft.ts'
import type { KnownProbe } from './probe-soil.ts'
import { rememberedStatuses, sensorsByNumber, systemAt, unplacedOf } from './probe-status.ts'
import type { ProbeStatus } from './probe-status.ts'

const TICK_MS = 30_000
const NONE: readonly SystemView[] = []

/** @param systems while there are none, nothing is said of where probes stand */
export function useProbeStatuses(probes: readonly ProbeMarker[], systems: readonly SystemView[] | undefined) {
  const now = useNow(TICK_MS)
  const sensors = useSensors((systems ?? NONE).map(({ name }) => name))
  const { lists } = sensors
  const statusOf = useMemo(() => {
    const known = new Map(lists.map((list) => [list.system, sensorsByNumber(list)]))
    return rememberedStatuses(systems ?? NONE, known, now)
  }, [systems, lists, now])
  const statuses = useMemo(
    () =>
      new Map<number, ProbeStatus>(systems?.length ? probes.map((probe) => [probe.id, statusOf(probe)]) : []),
    [probes, systems, statusOf],
  )
  const unplaced = useMemo(() => unplacedOf(lists, systems ?? NONE, probes), [lists, systems, probes])
  /** The probe as the server knows it; null when it does not, or nothing of it may be changed. */
  const knownOf = (probe: ProbeMarker): KnownProbe | null => {
    const system = systemAt(systems ?? NONE, probe)
    const list = lists.find((one) => one.system === system?.name)
    const found = list?.probes.find(({ number }) => number === Number(probe.number))
    return system && found && system.role !== 'viewer' ? { system, probe: found } : null
  }
  return { statuses, unplaced, sensors, knownOf }
}
