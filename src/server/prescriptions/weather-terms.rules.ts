/** Weather in a prescription: crop use and rain until the arm arrives, from the water balance. */
import type { ArmNow } from '../../agronomy/balance/outlook.ts'
import { sectorSweep } from '../../agronomy/pivot/pivot-geometry.ts'
import { SECTORS } from '../../agronomy/prescription/prescription.ts'
import { weatherUntilArrival } from '../../agronomy/prescription/until-arrival.ts'
import type { WaterStretch } from '../../contract/balance.ts'
import type { FieldInputs, PrescriptionProbe } from '../../contract/prescriptions.ts'
import { pivotOf } from '../../contract/pivot.ts'

/** What is known of the water ahead of a system with a crop, and of its machine. */
export interface WaterAhead {
  /** Mean of the field; empty where its weather is not known. */
  stretches: readonly WaterStretch[]
  /** Of a whole revolution at the timer of the panel; null where it is not known. */
  hours: number | null
  /** Null before the machine was heard: nobody knows when it will be anywhere. */
  arm: ArmNow | null
  computedAt: Date
}

type HoursOfPass = (inputs: FieldInputs) => number | null

/** A balance is reckoned every hour; one that was left behind for longer tells of another weather. */
const FRESH_MS = 24 * 3_600_000

/**
 * @param hoursOfPass how long the pass takes that inputs without weather ask for
 * @returns the inputs as they are where crop, weather, speed or arm are not known, or no soil is asked
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
    // a sensor's clock may be ahead
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
 * Of a whole revolution. Under speed control the panel's timer is another in every sector: the whole pass that the soil asks
 * for without weather tells how long it takes.
 */
function hoursOf(inputs: FieldInputs, { hours }: WaterAhead, hoursOfPass: HoursOfPass): number | null {
  if (!inputs.settings?.is_speed_switch_on) return hours
  const { arc } = pivotOf(inputs)
  const swept = Array.from({ length: SECTORS }, (_, sector) => sectorSweep(sector, arc))
  const pass = hoursOfPass(inputs)
  return pass && (pass * SECTORS) / swept.reduce((sum, each) => sum + each, 0)
}

/** When the soil was read: the median of the newest words of probes that are used. */
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
  return tenths(numbers.reduce((sum, each) => sum + each, 0) / numbers.length)
}
