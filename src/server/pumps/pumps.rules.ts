/** The total flow of the machines on a pump, and the pressure of a machine by its flow. */
import { pressureCurve } from '../../agronomy/pivot/pressure-curve.ts'
import { GPM_PER_LPS } from '../../agronomy/units.ts'
import { PRESSURE_STEADY_MS } from '../../contract/limits.ts'
import type { PressureByFlow, Pump } from '../../contract/pumps.ts'
import type { LinkState } from '../devices/device-link.ts'

interface Drawing {
  link: Pick<LinkState, 'online' | 'telemetry'> | undefined
  /** Design flow of the machine, gpm; null if not known. */
  flowGpm: number | null
}

/** Flow of the machines that are watering now; the design flow of those that do not measure it. */
export function drawNow(machines: Drawing[]): Pump['now'] {
  const running = machines.flatMap(({ link, flowGpm }) => {
    const telemetry = link?.online ? link.telemetry : null
    if (!telemetry?.wet) return []
    const measuredGpm = telemetry.flowLps === null ? null : telemetry.flowLps * GPM_PER_LPS
    return [{ flowGpm: measuredGpm ?? flowGpm ?? 0, measured: measuredGpm !== null }]
  })
  return {
    machines: running.length,
    flow_gpm: running.reduce((sum, { flowGpm }) => sum + flowGpm, 0),
    measured: running.every(({ measured }) => measured),
  }
}

/** A point of a machine's track. */
interface TrackPoint {
  at: Date
  wet: boolean
  flowLps: number | null
  pressureKpa: number | null
}

/** The last hour is compared with the usual pressure, so it is not part of it. */
const NEW_MS = 3_600_000

/**
 * From a machine's own track, which has a point every quarter of an hour while it waters.
 *
 * @param track from the oldest to the newest
 */
export function pressureOf(track: readonly TrackPoint[], now: Date): PressureByFlow {
  const usual = track.filter(({ at }) => now.getTime() - at.getTime() >= NEW_MS)
  const lastDry = track.findLastIndex(({ wet }) => !wet)
  const samples = usual.flatMap(({ at, wet, flowLps, pressureKpa }, i) => {
    const before = usual[i - 1]
    const steady = wet && before?.wet && at.getTime() - before.at.getTime() >= PRESSURE_STEADY_MS
    return steady && flowLps && pressureKpa ? [{ flowLps, kpa: pressureKpa }] : []
  })
  const found = pressureCurve(samples)
  return {
    curve: found && {
      at_rest_kpa: found.atRestKpa,
      fall_kpa: found.fallKpa,
      least_lps: found.leastLps,
      greatest_lps: found.greatestLps,
    },
    wet_since: track[lastDry + 1]?.at.toISOString() ?? null,
  }
}
