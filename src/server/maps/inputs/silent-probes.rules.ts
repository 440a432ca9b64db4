/** Estimates a silent probe for some days: its last share, moved as the other shares moved. */
import { fillSilentProbe } from '#agronomy/soil/root-zone.ts'
import { availableShare, moistureOfShare, type ShareLayer } from '#agronomy/soil/available-water.ts'
import type { MapProbe } from './map-inputs.ts'
import type { SoilLimits } from '#agronomy/soil/soil-texture.ts'

const DAY_MS = 86_400_000

/** The values of all placed probes at the last reading of one of them. */
export interface LastHeard {
  at: Date
  /** Its own last value, m3/m3. */
  value: number
  /** Its own last shares, layer by layer. */
  layers: readonly ShareLayer[]
  /** By probe number, the others' shares of available water at that time. */
  others: ReadonlyMap<number, number>
}

/**
 * Fills silent probes.
 *
 * @param moment the time of the others' values
 * @param lastHeard by probe number; a probe that is missing stays silent
 */
export function fillSilent(
  probes: readonly MapProbe[],
  moment: Date,
  lastHeard: ReadonlyMap<number, LastHeard>,
): MapProbe[] {
  return probes.map((probe): MapProbe => {
    const lastReading = probe.state === 'silent' ? lastHeard.get(probe.number) : undefined
    if (!lastReading) return probe
    const silentMs = Math.max(0, moment.getTime() - lastReading.at.getTime())
    const otherProbes = probes.flatMap(({ number, state, share }) =>
      state === 'measured'
        ? [
            {
              before: inSoil(lastReading.others.get(number) ?? null, probe.limits),
              now: inSoil(share, probe.limits),
            },
          ]
        : [],
    )
    const value = fillSilentProbe(lastReading.value, silentMs / DAY_MS, otherProbes)
    if (value === null) return probe
    const [share, last] = [
      availableShare(value, probe.limits),
      availableShare(lastReading.value, probe.limits),
    ]
    const moved = (share ?? 0) - (last ?? 0)
    const layers = lastReading.layers.map((layer) => ({
      ...layer,
      share: layer.share === null ? null : layer.share + moved,
    }))
    return { ...probe, value, share, layers, state: 'filled', at: lastReading.at, oldest: lastReading.at }
  })
}

/** A change in shares is applied in the silent probe's own soil: a tenth lost in sand means a tenth in clay. */
function inSoil(share: number | null, limits: SoilLimits): number | null {
  return share === null ? null : moistureOfShare(share, limits)
}
