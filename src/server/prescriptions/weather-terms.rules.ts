/** Weather in a prescription: crop use and rain until the arm arrives, from the water balance. */
import type { ArmNow } from '../../agronomy/balance/outlook.ts'
import { sectorSweep } from '../../agronomy/pivot/pivot-geometry.ts'
import { SECTORS } from '../../agronomy/prescription/prescription.ts'
import { weatherUntilArrival } from '../../agronomy/prescription/until-arrival.ts'
import type { WaterStretch } from '../../contract/balance.ts'
import type { FieldInputs, PrescriptionProbe } from '../../contract/prescriptions.ts'
import { pivotOf } from '../../contract/pivot.ts'

/** The balance's outlook for a system with a crop, and the state of its machine. */
export interface WaterAhead {
  /** Mean of the field; empty when its weather is unknown. */
  stretches: readonly WaterStretch[]
  /** Time of a revolution at the panel's timer; null when unknown. */
  hours: number | null
  /** Null without a known arm position. */
  arm: ArmNow | null
  computedAt: Date
}

type HoursOfPass = (inputs: FieldInputs) => number | null

/** A balance is recomputed every hour; an older one is based on outdated weather. */
const FRESH_MS = 24 * 3_600_000

/**
 * @param hoursOfPass duration of the pass computed without weather
 * @returns the inputs unchanged when crop, weather, speed or arm position are unknown, or the soil is not used
 */
export function withWeather(
  inputs: FieldInputs,
  { ahead, now }: { ahead: WaterAhead | null; now: Date },
  hoursOfPass: HoursOfPass,
): FieldInputs {
  const readAt = medianRead(inputs.probes)
  if (!ahead?.arm || ahead.stretches.length === 0 || inputs.basis !== 'soil' || readAt === null) return inputs
  if (now.getTime() - ahead.computedAt.getTime() > FRESH_MS) return inputs
  const hours = hoursOf(inputs, ahead, hoursOfPass)
  if (hours === null) return inputs
  const { etMm, rainMm } = weatherUntilArrival({
    stretches: ahead.stretches.map(({ from, until, use_mm, rain_mm }) => ({
      from: Date.parse(from),
      until: Date.parse(until),
      etMm: use_mm,
      rainMm: rain_mm,
    })),
    // the clock of a sensor may be ahead
    readAt: Math.min(readAt, now.getTime()),
    now: now.getTime(),
    hours,
    arm: ahead.arm,
    arc: pivotOf(inputs).arc,
  })
  const sectors = { et_mm: etMm.map(tenths), rain_mm: rainMm.map(tenths) }
  return { ...inputs, weather: { et_mm: mean(sectors.et_mm), rain_mm: mean(sectors.rain_mm), sectors } }
}

/**
 * Time of a revolution. Under speed control the panel's timer differs by sector, so the pass computed from the soil without
 * weather gives the duration.
 */
function hoursOf(inputs: FieldInputs, { hours }: WaterAhead, hoursOfPass: HoursOfPass): number | null {
  if (!inputs.settings?.is_speed_switch_on) return hours
  const { arc } = pivotOf(inputs)
  const swept = Array.from({ length: SECTORS }, (_, sector) => sectorSweep(sector, arc))
  const pass = hoursOfPass(inputs)
  return pass && (pass * SECTORS) / swept.reduce((sum, value) => sum + value, 0)
}

/** The time of the soil's state: the median of the newest readings of used probes. */
function medianRead(probes: readonly PrescriptionProbe[]): number | null {
  const times = probes
    .flatMap(({ layers }) => {
      const used = layers.filter(({ state }) => state === 'used').map(({ at }) => Date.parse(at))
      return used.length > 0 ? [Math.max(...used)] : []
    })
    .sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? null
}

function tenths(mm: number): number {
  return Math.round(10 * mm) / 10
}

function mean(numbers: readonly number[]): number {
  return tenths(numbers.reduce((sum, value) => sum + value, 0) / numbers.length)
}
