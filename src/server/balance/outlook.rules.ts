/** Turns a field's balance into its forecast: when it needs water, when to start, the effect of a pass, and the uncertainty. */
import type { FieldWaterResult } from '../../agronomy/balance/field-water.ts'
import {
  DRIEST_SHARE,
  type FieldCourse,
  type FieldPass,
  groundMean,
  groundQuantile,
  passOver,
  refillOf,
  revolutionsTo,
} from '../../agronomy/balance/outlook.ts'
import { SECTOR_DEGREES } from '../../agronomy/pivot/pivot-geometry.ts'
import { depthPerPass, revolutionHours, timerForDepth } from '../../agronomy/pivot/pivot-hydraulics.ts'
import { lastDriveRadius, wettedAcres } from '../../agronomy/pivot/pivot-zones.ts'
import { SECTORS } from '../../agronomy/prescription/prescription.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import type { CoursePoint, Doubt, EtSource, KnownBalance, WaterStretch } from '../../contract/balance.ts'
import type { CropPlan } from '../../contract/crops.ts'
import type { Settings } from '../../contract/systems.ts'
import type { System } from '../systems/membership.ts'
import type { BalanceOrder } from './balance-order.rules.ts'
import type { FieldRows } from './field-rows.rules.ts'
import type { Machine } from './machine.ts'
import type { WaterDay } from './water-days.rules.ts'

const DAY_MS = 86_400_000
const HOURS_A_DAY = 24
/** A pass waits for rain if the expected amount is at least this share of its own. */
const WORTH_WAITING = 0.5
/** Days whose weather must be known, or else the answer is a guess. */
const WEATHER_DAYS = 7
/** Beyond a week, the field can wait. */
const WAITS_DAYS = 7

export interface OutlookOf {
  system: System
  plan: CropPlan
  settings: Settings | null
  machine: Machine | null
  rows: FieldRows
  now: Date
  today: string
  /** Time of the newest reading used; null: none of today or yesterday. */
  newestReading: Date | null
  /** Numbers of the probes used, in the order of the rows. */
  probes: readonly number[]
  ordered: BalanceOrder
  answer: FieldWaterResult
}

export function outlookOf(of: OutlookOf): KnownBalance {
  const { settings, rows, ordered, answer, probes, plan, machine, now } = of
  const { order, days, toldDays, targetShare, refillShare, rootMm } = ordered
  const course = courseOf(of)
  const figures = machineFigures(of)
  const pass = passOf(of, figures)
  const arrivals = pass?.arrivalDays ?? new Float64Array(rows.cells)
  const { refillDays, startByDays } = refillOf(course, refillShare, arrivals)
  const inTime = startByDays <= WAITS_DAYS ? startByDays : null
  const running = machine !== null && machine.moving && machine.wet
  const startsIn = running ? 0 : Math.max(0, inTime ?? 0)
  const effect = pass && passOver(course, pass, startsIn)
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const nowAt = toldDays.indexOf(0)
  const driest = (shares: Float64Array | undefined) =>
    shares ? 100 * groundQuantile(shares, rows.ground, DRIEST_SHARE) : 0
  const mean = (shares: Float64Array | undefined) => (shares ? 100 * groundMean(shares, rows.ground) : 0)
  const ahead = days.filter(({ forecast }) => forecast)
  const foretold = ahead.filter(({ foretoldMm }) => foretoldMm !== null)
  return {
    crop: plan.crop,
    refill_at: refillDays <= WAITS_DAYS ? at(refillDays) : null,
    driest_percent: driest(course.shares[nowAt]),
    mean_percent: mean(course.shares[nowAt]),
    refill_percent: 100 * refillShare,
    target_percent: 100 * targetShare,
    root_mm: rootMm,
    start_by: inTime === null ? null : at(inTime),
    rain_likely: effect ? likelyRain(ahead, effect.netMm, inTime) : null,
    doubt: doubtOf(of, foretold.length > 0),
    course: toldDays.map((day, k): CoursePoint => {
      const shown = effect !== null && day >= startsIn
      return {
        at: at(day),
        driest_percent: driest(course.shares[k]),
        mean_percent: mean(course.shares[k]),
        pass_driest_percent: shown ? driest(effect.shares[k]) : null,
        pass_mean_percent: shown ? mean(effect.shares[k]) : null,
      }
    }),
    days: waterDaysOf(of),
    stretches: stretchesOf(of),
    pass:
      effect && pass && settings
        ? {
            starts_at: at(startsIn),
            running,
            hours: figures.hours,
            timer_percent: machine?.timerPct ?? null,
            gross_mm: figures.grossMm,
            net_mm: effect.netMm,
            unmet_mm: effect.unmetMm,
          }
        : null,
    probes: probes.length,
    forecast_until: foretold.at(-1)?.day ?? null,
    surface: weatherKnown(of),
    contradicting: (answer.contradicting[order.reportSteps.indexOf(order.now)] ?? []).flatMap(
      (probe) => probes[probe] ?? [],
    ),
  }
}

/** Shares of available water of the root zone, reported steps by cell. */
function courseOf({ rows, ordered, answer }: OutlookOf): FieldCourse {
  const { fieldCapacity, wiltingPoint, ground } = rows
  return {
    days: ordered.toldDays,
    shares: answer.rootZones.map((thetas) =>
      thetas.map((theta, cell) => {
        const wilting = wiltingPoint[cell] ?? 0
        return (theta - wilting) / ((fieldCapacity[cell] ?? 0) - wilting)
      }),
    ),
    ground,
  }
}

/** Hours of a revolution and gross depth of a pass at the timer reported by the panel, else at the rate that was set. */
function machineFigures({ system, settings, machine }: OutlookOf): { hours: number | null; grossMm: number } {
  const { flowGpm, speed100MMin, towerRadiiM, wettedRadiusM } = system.pivot
  const rateMm = inchesToMm(settings?.application_rate ?? 0)
  if (!speed100MMin) return { hours: null, grossMm: rateMm }
  const drive = lastDriveRadius(towerRadiiM)
  const lightestIn = flowGpm
    ? depthPerPass(flowGpm, revolutionHours(drive, speed100MMin, 100), wettedAcres(wettedRadiusM)) *
      (system.depthFactor ?? 1)
    : null
  const requestedPct =
    lightestIn && rateMm > 0 ? Math.min(100, timerForDepth(rateMm / inchesToMm(1), lightestIn)) : null
  const timer = machine?.timerPct || requestedPct
  if (!timer) return { hours: null, grossMm: rateMm }
  return {
    hours: revolutionHours(drive, speed100MMin, timer),
    grossMm: lightestIn ? inchesToMm((lightestIn * 100) / timer) : rateMm,
  }
}

function passOf(
  { system, settings, machine, rows, ordered }: OutlookOf,
  { hours, grossMm }: { hours: number | null; grossMm: number },
): FieldPass | null {
  if (!settings) return null
  const { arc } = system.pivot
  // with an unknown position the arm is assumed to be at the start of its circle
  const arm = machine ?? { angleDeg: arc?.[0] ?? 0, clockwise: true }
  const arrivals = Array.from(
    { length: SECTORS },
    (_, sector) =>
      ((hours ?? 0) / HOURS_A_DAY) * revolutionsTo(arm, arc, SECTOR_DEGREES * sector + SECTOR_DEGREES / 2),
  )
  const { fieldCapacity, wiltingPoint, towers, cells } = rows
  return {
    arrivalDays: Float64Array.from({ length: cells }, (_, cell) => arrivals[Math.floor(cell / towers)] ?? 0),
    netMm: grossMm * system.efficiency,
    target: ordered.targetShare,
    availableMm: Float64Array.from(
      { length: cells },
      (_, cell) => ordered.rootMm * ((fieldCapacity[cell] ?? 0) - (wiltingPoint[cell] ?? 0)),
    ),
  }
}

/** From now until a day after the latest start: rain that falls before the arm arrives also saves water. */
function likelyRain(
  ahead: readonly WaterDay[],
  passMm: number,
  startInDays: number | null,
): KnownBalance['rain_likely'] {
  const until = Math.max(0, startInDays ?? 0) + 1
  const days = ahead.slice(0, Math.ceil(until) + 1)
  const expected = days.reduce((sum, { rainMm, foretoldMm }) => sum + (foretoldMm === null ? 0 : rainMm), 0)
  const [likeliest] = days
    .filter(({ foretoldMm }) => (foretoldMm ?? 0) > 0)
    .toSorted((a, b) => b.rainMm - a.rainMm)
  if (!likeliest || startInDays === null || expected === 0 || expected < WORTH_WAITING * passMm) return null
  return {
    mm: days.reduce((sum, { foretoldMm }) => sum + (foretoldMm ?? 0), 0),
    chance_percent: likeliest.rainChancePct ?? 100,
    expected_mm: expected,
    day: likeliest.day,
  }
}

/** From the days that count most: the last ones before now. */
function weatherKnown({ ordered, today }: OutlookOf): boolean {
  const past = ordered.days.filter(({ day }) => day < today).slice(-WEATHER_DAYS)
  return past.length > 0 && past.every(({ etSource, rainKnown }) => rainKnown && isWeather(etSource))
}

function isWeather(source: EtSource): boolean {
  return source === 'weather' || source === 'temperatures'
}

function doubtOf(of: OutlookOf, foretold: boolean): Doubt {
  if (!foretold) return 'guessed'
  const { newestReading, now } = of
  if (newestReading && now.getTime() - newestReading.getTime() <= DAY_MS) return 'measured'
  return weatherKnown(of) ? 'estimated' : 'guessed'
}

/** The days as shown: crop use as computed by the balance, future rain as forecast. */
function waterDaysOf({ ordered, answer, today }: OutlookOf): KnownBalance['days'] {
  const { days, stepOfDay, irrigationMm } = ordered
  const first = days.findIndex(({ day }) => day === today) - WEATHER_DAYS
  return days
    .map((day, k) => {
      const [from, to] = [stepOfDay[k] ?? 0, stepOfDay[k + 1] ?? answer.losses.length]
      const use = answer.losses
        .slice(from, to)
        .reduce((sum, { evaporation, transpiration }) => sum + evaporation + transpiration, 0)
      return {
        day: day.day,
        forecast: day.forecast,
        use_mm: use,
        use_source: day.etSource,
        rain_mm: day.foretoldMm ?? day.rainMm,
        rain_expected_mm: day.rainMm,
        rain_known: day.rainKnown,
        rain_chance_percent: day.rainChancePct,
        irrigation_mm: irrigationMm[k] ?? 0,
      }
    })
    .slice(Math.max(0, first))
}

/** Past days whose readings may still be used in a prescription. */
const STRETCHES_BACK = 3

/** Guessed weather is treated as missing: no prescription uses it. */
function stretchesOf({ ordered, answer, now }: OutlookOf): WaterStretch[] {
  const { order, days } = ordered
  const { steps } = order
  const nowAt = steps[order.now]?.from ?? 0
  const todayAt = order.now - 1
  const guessed = days.findIndex(({ etSource }, k) => k >= todayAt && !isWeather(etSource))
  if (guessed === todayAt) return []
  const end = guessed < 0 ? steps.length : guessed + 1
  const at = (day: number) => new Date(now.getTime() + (day - nowAt) * DAY_MS).toISOString()
  return steps.slice(0, end).flatMap((step, k): WaterStretch[] => {
    if (k < todayAt - STRETCHES_BACK) return []
    const { evaporation = 0, transpiration = 0 } = answer.losses[k] ?? {}
    const until = steps[k + 1]?.from ?? step.from + 1
    return [
      { from: at(step.from), until: at(until), use_mm: evaporation + transpiration, rain_mm: step.rainMm },
    ]
  })
}

/** The part of the forecast that prescriptions use, rounded so that only new weather changes it. */
export function aheadOf({ days, stretches }: KnownBalance): string {
  const ahead = days.filter(({ forecast }) => forecast)
  const coarse = ahead.map(({ use_mm, rain_expected_mm }) => [use_mm, rain_expected_mm].map(Math.round))
  return JSON.stringify([coarse, stretches?.length ?? 0])
}
