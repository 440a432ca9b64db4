/** A probe that fell silent is drawn with an estimate for some days: its own last value, moved as the others moved. */
import { PROBE_FILLED_MS } from '../../contract/limits.ts'
import type { MapProbe } from './map-inputs.ts'

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
    if (!heard || moment.getTime() - heard.at.getTime() > PROBE_FILLED_MS) return probe
    const changes = probes.flatMap(({ number, state, value }) => {
      const then = heard.others.get(number)
      return state === 'measured' && value !== null && then !== undefined ? [value - then] : []
    })
    if (changes.length === 0) return probe
    const change = changes.reduce((sum, each) => sum + each, 0) / changes.length
    const value = Math.min(0.6, Math.max(0, heard.value + change))
    return { ...probe, value, state: 'filled', at: heard.at, oldest: heard.at }
  })
}
