/** A probe that fell silent is drawn with an estimate for some days: its own last value, moved as the others moved. */
import { fillSilentProbe } from '../../../agronomy/soil/root-zone.ts'
import type { MapProbe } from './map-inputs.ts'

const DAY_MS = 86_400_000

/** What every placed probe said when one of them was last heard. */
export interface LastHeard {
  at: Date
  /** Its own last value, m3/m3. */
  value: number
  /** By number of the probe, m3/m3; what the others said then. */
  others: ReadonlyMap<number, number>
}

/**
 * Fills silent probes.
 *
 * @param moment when the others' values stand for
 * @param lastHeard by number of the probe; one that is not in it stays silent
 */
export function fillSilent(
  probes: readonly MapProbe[],
  moment: Date,
  lastHeard: ReadonlyMap<number, LastHeard>,
): MapProbe[] {
  return probes.map((probe): MapProbe => {
    const heard = probe.state === 'silent' ? lastHeard.get(probe.number) : undefined
    if (!heard) return probe
    const silentMs = Math.max(0, moment.getTime() - heard.at.getTime())
    const others = probes.flatMap(({ number, state, value: now }) =>
      state === 'measured' ? [{ before: heard.others.get(number) ?? null, now }] : [],
    )
    const value = fillSilentProbe(heard.value, silentMs / DAY_MS, others)
    if (value === null) return probe
    return { ...probe, value, state: 'filled', at: heard.at, oldest: heard.at }
  })
}
