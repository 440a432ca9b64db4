/** Crop use and rain between a probe's reading and the arm's arrival, sector by sector. */
import { type ArmNow, revolutionsTo } from '../balance/outlook.ts'
import type { Arc } from '../pivot/pivot.ts'
import { SECTOR_DEGREES } from '../pivot/pivot-geometry.ts'
import { SECTORS } from './prescription.ts'

/** A period with its ET and rain, evenly distributed. */
export type WaterStretch = {
  /** ms since 1970. */
  readonly from: number
  readonly until: number
  /** What crop and surface take, mm. */
  readonly etMm: number
  /** Rain that is to be counted on, mm. */
  readonly rainMm: number
}

/** Evapotranspiration and effective rain by sector, mm, shape [180]. */
export type SectorWeather = { readonly etMm: readonly number[]; readonly rainMm: readonly number[] }

/** Input of {@link weatherUntilArrival}. */
export type PassWeather = {
  /** One after the other, without gaps, at least one. */
  readonly stretches: readonly WaterStretch[]
  /** When the soil was read, ms since 1970. */
  readonly readAt: number
  /** ms since 1970. */
  readonly now: number
  /** Of a whole revolution. */
  readonly hours: number
  readonly arm: ArmNow
  readonly arc: Arc
}

const HOUR_MS = 3_600_000

/**
 * Crop use and rain between the soil reading and the arm's next arrival at each sector's middle (decision 031). A
 * stationary machine is assumed to start now; after the last stretch crop use continues without rain.
 *
 * @returns mm by sector
 * @throws RangeError without a stretch, or when hours are out of range
 * @example weatherUntilArrival({ stretches: [{ from: 0, until: 86400000, etMm: 6, rainMm: 0 }], readAt: 0, now: 0, hours: 24, arm: { angleDeg: 0, clockwise: true }, arc: null }).etMm[90] // 3.0167
 */
export function weatherUntilArrival({ stretches, readAt, now, hours, arm, arc }: PassWeather): SectorWeather {
  if (!(hours >= 0 && hours < Infinity)) throw new RangeError(`a revolution of ${hours} h`)
  const sectors = Array.from({ length: SECTORS }, (_, sector) => {
    const revolutions = revolutionsTo(arm, arc, SECTOR_DEGREES * (sector + 0.5))
    return weatherBetween(stretches, readAt, now + hours * HOUR_MS * revolutions)
  })
  return { etMm: sectors.map(({ etMm }) => etMm), rainMm: sectors.map(({ rainMm }) => rainMm) }
}

function weatherBetween(
  stretches: readonly WaterStretch[],
  from: number,
  to: number,
): { etMm: number; rainMm: number } {
  const last = stretches.at(-1)
  if (last === undefined) throw new RangeError('no weather at all')
  let [etMm, rainMm] = [0, 0]
  for (const stretch of stretches) {
    const share = shareOf(stretch, Math.min(to, stretch.until) - Math.max(from, stretch.from))
    etMm += share * stretch.etMm
    rainMm += share * stretch.rainMm
  }
  return { etMm: etMm + shareOf(last, to - Math.max(from, last.until)) * last.etMm, rainMm }
}

function shareOf({ from, until }: WaterStretch, ms: number): number {
  return until > from ? Math.max(0, ms) / (until - from) : 0
}
