/** Daily probe values of a season, with short gaps filled from earlier days. */
import {
  type DepthChoice,
  type MapProbe,
  measuredProbes,
  type SensorReport,
  type SoilProbe,
} from '../inputs/map-inputs.ts'
import { dayAfter, dayCount, type DaySpan } from '../../readings/zone-days.ts'
import { fillSilent, type LastHeard } from '../inputs/silent-probes.rules.ts'

/** How many days before the first a silent probe may have its last reading. */
export const DAYS_BEFORE = 7

export interface DayOfProbes {
  day: string
  probes: MapProbe[]
}

/** Noon: only the distance between days matters. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

const sharesOf = (probes: readonly MapProbe[]) =>
  new Map(probes.flatMap(({ number, share }) => (share === null ? [] : [[number, share] as const])))

export interface Season {
  placed: readonly SoilProbe[]
  /** Every sensor with any reading: one that is silent on a day keeps its soil layer. */
  sensors: readonly { probe: number; depthCm: number }[]
  /** Including the days before the period. */
  means: readonly (SensorReport & { day: string })[]
  span: DaySpan
}

export function probesByDay({ placed, sensors, means, span }: Season, choice: DepthChoice): DayOfProbes[] {
  const meansOf = Map.groupBy(means, ({ day }) => day)
  const measuredDays = Array.from({ length: dayCount(span) + DAYS_BEFORE }, (_, k) => {
    const day = dayAfter(span.start, k - DAYS_BEFORE)
    const means = meansOf.get(day) ?? []
    const spoke = new Set(means.map(({ probe, depthCm }) => `${probe} ${depthCm}`))
    const silent = sensors
      .filter(({ probe, depthCm }) => !spoke.has(`${probe} ${depthCm}`))
      .map((sensor) => ({ ...sensor, at: null, value: null }))
    return { day, probes: measuredProbes(placed, [...means, ...silent], choice) }
  })
  const lastHeard = new Map<number, LastHeard>()
  return measuredDays
    .map(({ day, probes }) => {
      const filled = fillSilent(probes, noon(day), lastHeard)
      const others = sharesOf(probes)
      for (const { number, value, layers } of probes)
        if (value !== null) lastHeard.set(number, { at: noon(day), value, layers, others })
      return { day, probes: filled }
    })
    .slice(DAYS_BEFORE)
}
