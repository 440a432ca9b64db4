/** Builds the input of a balance computation from stored data: cells, daily steps and readings. */
import { createHash } from 'node:crypto'
import { basalCoefficient, growthFraction } from '../../agronomy/balance/crop-season.ts'
import { type Crop, cropOf } from '../../agronomy/balance/crops.ts'
import { depletionFraction } from '../../agronomy/balance/dual-coefficient.ts'
import {
  cellsAtCapacity,
  type CellWater,
  type FieldCrop,
  LAYER_MM,
} from '../../agronomy/balance/cell-balance.ts'
import {
  type FieldWater,
  type FieldWaterInput,
  type ProbeLayer,
  type ProbeReading,
  startField,
  type WaterStep,
} from '../../agronomy/balance/field-water.ts'
import { DEFAULT_TARGET_PERCENT } from '../../agronomy/soil/moisture-class.ts'
import { sensorLayers } from '../../agronomy/soil/root-zone.ts'
import { readilyEvaporableMm } from '../../agronomy/soil/soil-texture.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import type { CropPlan } from '../../contract/crops.ts'
import type { Settings } from '../../contract/systems.ts'
import { dayAfter } from '../readings/zone-days.ts'
import type { System } from '../systems/membership.ts'
import type { FieldRows } from './field-rows.rules.ts'
import {
  elapsedBefore,
  type KnownDay,
  type ProbeDay,
  probeTrend,
  type WaterDay,
  waterDays,
} from './water-days.rules.ts'

/** Days that stay open to late records and manual rain; older ones are behind the checkpoint. */
export const OPEN_DAYS = 15
/** Days ahead: the week that is shown, and a slow machine's revolution. */
export const DAYS_AHEAD = 10
/** Days back that are shown. */
const DAYS_SHOWN = 7
const [LAYERS_LEAST, LAYERS_MOST] = [3, 10]
/** Ze: 0.1 m of soil dries by evaporation. Source: FAO-56, chapter 7. */
const EVAPORATION_DEPTH_M = 0.1
/** The root zone is at least this deep, even while a crop emerges, mm. */
const ROOT_LEAST_MM = 300
/** Water that changes a probe's reading on the same day by more than noise, mm. */
const WATER_NOTED_MM = 3
const DAY_MS = 86_400_000

/** The arm over a sector: applied depth per zone, gross, inches. */
interface Stay {
  sector: number
  from: Date
  to: Date
  depthIn: readonly number[]
}

/** A sensor's daily mean, or its newest reading. */
interface SensorValue {
  probe: number
  depthCm: number
  value: number
}

export interface BalanceInputs {
  system: System
  plan: CropPlan
  settings: Settings | null
  rows: FieldRows
  /** Number and sensors of each probe of the rows. */
  probes: readonly { number: number; depthsCm: readonly number[] }[]
  /** The first computed day, its water, and the stage of the season. */
  since: string
  start: { water: FieldWater; elapsed: number } | null
  today: string
  /** Elapsed share of today. */
  dayShare: number
  /** Each day from `since` to the last day ahead. */
  weather: readonly KnownDay[]
  /** Since then, with the day on which each began. */
  stays: readonly (Stay & { day: string })[]
  /** Of trusted sensors. */
  means: readonly (SensorValue & { day: string })[]
  /** Of trusted sensors, those of today. */
  latest: readonly (SensorValue & { at: Date; dayShare: number })[]
}

/** A request with what is needed to interpret its answer. */
export interface BalanceOrder {
  order: FieldWaterInput
  days: readonly WaterDay[]
  /** Mean effective irrigation, mm, by day. */
  irrigationMm: readonly number[]
  /** First step of each day; today has two, the second begins now. */
  stepOfDay: readonly number[]
  /** Days from now of the reported steps. */
  toldDays: readonly number[]
  checkpointOn: string
  checkpointElapsed: number
  rootMm: number
  targetShare: number
  refillShare: number
}

/** Layers that contain the roots, the managed root zone and the sensors. */
export function layersFor(plan: CropPlan, rootMm: number | null, depthsCm: readonly number[]): number {
  const { rootMaxM } = cropOf(plan.crop)
  const deepest = Math.max(1000 * rootMaxM, rootMm ?? 0, 10 * Math.max(0, ...depthsCm))
  return Math.min(LAYERS_MOST, Math.max(LAYERS_LEAST, Math.ceil(deepest / LAYER_MM)))
}

/** Equal for an equal past: with a different one the checkpoint is invalid. */
export function basisOf(
  { plan, rows, system }: Pick<BalanceInputs, 'plan' | 'rows' | 'system'>,
  layers: number,
): string {
  const { fieldCapacity, wiltingPoint, x, y } = rows
  const hash = createHash('sha256').update(
    JSON.stringify([plan, layers, system.efficiency, system.depthFactor, system.texture, system.timeZone]),
  )
  for (const numbers of [x, y, fieldCapacity, wiltingPoint]) hash.update(numbers)
  return hash.digest('hex')
}

export function managedRootMm(settings: Settings | null): number | null {
  return settings?.root_depth == null ? null : inchesToMm(settings.root_depth)
}

export function balanceOrder(inputs: BalanceInputs, layers: number): BalanceOrder {
  const { system, plan, settings, rows, since, today, dayShare } = inputs
  const crop = cropOf(plan.crop)
  const dayAt = (day: string) => Date.parse(day) / DAY_MS
  const irrigation = irrigationByDay(inputs)
  const fieldCrop = fieldCropOf(crop, plan, system)
  const todayAt = Math.round(dayAt(today) - dayAt(since))
  const elapsed = inputs.start?.elapsed ?? elapsedBefore(plan, since)
  const season = { plan, latitude: system.pivot.place.lat, elapsed, trendMm: null }
  const elapsedNow = waterDays(inputs.weather, season)[todayAt]?.elapsed ?? 0
  const trend = probeTrend(probeDays(inputs, irrigation))
  const kcNow = Math.max(
    LEAST_COEFFICIENT,
    basalCoefficient(fieldCrop.curve, elapsedNow) + SURFACE_COEFFICIENT,
  )
  const days = waterDays(inputs.weather, { ...season, trendMm: trend === null ? null : trend / kcNow })
  const steps = stepsOf(days, irrigation, { today, dayShare, from: dayAt(since) })
  const stepOfDay = days.map((_, k) => (k <= todayAt ? k : k + 1))
  const now = todayAt + 1
  const checkpointAt = Math.max(0, todayAt - OPEN_DAYS)
  const shownSteps = days.flatMap((_, k) => (k >= todayAt - DAYS_SHOWN ? [stepOfDay[k] ?? 0] : []))
  const reportSteps = [...new Set([...shownSteps, now, steps.length])].sort((a, b) => a - b)
  const nowAt = dayAt(today) + dayShare
  const timeOf = (step: number) => steps[step]?.from ?? dayAt(since) + days.length
  const rootMm = managedRootMm(settings) ?? Math.max(ROOT_LEAST_MM, 1000 * rootNow(fieldCrop, elapsedNow))
  const targetShare = (settings?.target_moisture ?? DEFAULT_TARGET_PERCENT) / 100
  return {
    order: {
      crop: fieldCrop,
      soils: soilsOf(rows, layers),
      x: rows.x,
      y: rows.y,
      probes: rows.cellOfProbe.length,
      diameterM: 2 * system.pivot.wettedRadiusM,
      start: inputs.start?.water ?? startField(soilsOf(rows, layers), cellsAtCapacity),
      steps,
      checkpoint: checkpointAt,
      now,
      reportSteps,
      readings: readingsOf(inputs, irrigation, { checkpointAt, todayAt, now, nowAt }),
      rootMm: Math.min(rootMm, layers * LAYER_MM),
    },
    days,
    irrigationMm: days.map(({ day }) => meanIrrigation(irrigation.get(day), rows)),
    stepOfDay,
    toldDays: reportSteps.map((step) => timeOf(step) - nowAt),
    checkpointOn: dayAfter(since, checkpointAt),
    checkpointElapsed: days[checkpointAt]?.elapsed ?? elapsed,
    rootMm: Math.min(rootMm, layers * LAYER_MM),
    targetShare,
    refillShare: refillOf(fieldCrop, days.slice(todayAt, todayAt + DAYS_SHOWN), targetShare),
  }
}

/** A crop with hardly any ground cover, and evaporation from moist soil between passes. */
const [LEAST_COEFFICIENT, SURFACE_COEFFICIENT] = [0.4, 0.1]

function fieldCropOf(crop: Crop, { stages }: CropPlan, { texture }: System): FieldCrop {
  const { basal, heightMaxM, rootMinM, rootMaxM, depletionFraction } = crop
  return {
    curve: { ...basal, stages },
    heightMaxM,
    rootMinM,
    rootMaxM,
    depletionFraction,
    evaporationDepthM: EVAPORATION_DEPTH_M,
    readilyEvaporableMm: readilyEvaporableMm(texture),
  }
}

function rootNow({ curve, rootMinM, rootMaxM }: FieldCrop, elapsed: number): number {
  return rootMinM + growthFraction(curve, elapsed) * (rootMaxM - rootMinM)
}

/**
 * Available water below which the crop is stressed in the coming week, FAO-56 Table 22, in whole per cent; never above the
 * target. Every screen calls it refill.
 */
function refillOf(crop: FieldCrop, week: readonly WaterDay[], target: number): number {
  const uses = week.map(({ elapsed, etMm }) => basalCoefficient(crop.curve, elapsed) * etMm)
  const use = uses.reduce((sum, value) => sum + value, 0) / Math.max(1, uses.length)
  return Math.min(target, Math.round(100 * (1 - depletionFraction(crop.depletionFraction, use))) / 100)
}

function soilsOf({ fieldCapacity, wiltingPoint }: FieldRows, layers: number) {
  const spread = (limits: Float64Array) =>
    Float64Array.from({ length: limits.length * layers }, (_, i) => limits[Math.floor(i / layers)] ?? 0)
  return { layers, fieldCapacity: spread(fieldCapacity), wiltingPoint: spread(wiltingPoint) }
}

/** Water that reached the soil of each row, mm, by day; days without any are missing. */
function irrigationByDay({ rows, stays, system }: BalanceInputs): Map<string, Float64Array> {
  const { towers, cells, cellOfProbe } = rows
  const mmPerIn = inchesToMm(system.efficiency * (system.depthFactor ?? 1))
  const byDay = new Map<string, Float64Array>()
  for (const { day, sector, depthIn } of stays) {
    const water = byDay.get(day) ?? new Float64Array(cells + cellOfProbe.length)
    byDay.set(day, water)
    for (let zone = 0; zone < towers; zone += 1) {
      const cell = sector * towers + zone
      water[cell] = (water[cell] ?? 0) + mmPerIn * (depthIn[zone] ?? 0)
    }
  }
  for (const water of byDay.values())
    cellOfProbe.forEach((cell, probe) => {
      water[cells + probe] = water[cell] ?? 0
    })
  return byDay
}

function meanIrrigation(water: Float64Array | undefined, { ground, cells }: FieldRows): number {
  if (!water) return 0
  let [sum, groundSum] = [0, 0]
  for (let cell = 0; cell < cells; cell += 1) {
    sum += (water[cell] ?? 0) * (ground[cell] ?? 0)
    groundSum += ground[cell] ?? 0
  }
  return groundSum > 0 ? sum / groundSum : 0
}

/** Elapsed share of a day's ET: between six in the morning and eight in the evening, most of it around noon. */
function etShare(dayShare: number): number {
  const light = Math.min(1, Math.max(0, (24 * dayShare - 6) / 14))
  return 0.5 - 0.5 * Math.cos(Math.PI * light)
}

/** One step per day; today has one up to now, with past rain and irrigation, and one for the rest of it. */
function stepsOf(
  days: readonly WaterDay[],
  irrigation: Map<string, Float64Array>,
  { today, dayShare, from }: { today: string; dayShare: number; from: number },
): WaterStep[] {
  return days.flatMap((day, k): WaterStep[] => {
    const { elapsed, etMm, rainMm, windMS, leastHumidityPct } = day
    const wholeDay = { from: from + k, elapsed, referenceEtMm: etMm, rainMm, windMS, leastHumidityPct }
    const water = irrigation.get(day.day)
    if (day.day !== today) return [water ? { ...wholeDay, irrigationMm: water } : wholeDay]
    const over = etShare(dayShare)
    // a gauge reports past rain; a model's rain of today is spread evenly
    const fallen = day.rainFallen ? rainMm : dayShare * rainMm
    const soFar = { ...wholeDay, referenceEtMm: over * etMm, rainMm: fallen }
    const remainder = { referenceEtMm: (1 - over) * etMm, rainMm: rainMm - fallen }
    return [
      water ? { ...soFar, irrigationMm: water } : soFar,
      { ...wholeDay, ...remainder, from: from + k + dayShare },
    ]
  })
}

interface Times {
  checkpointAt: number
  todayAt: number
  now: number
  nowAt: number
}

/** Means of open days without much water, and today's newest readings that are newer than the water. */
function readingsOf(
  inputs: BalanceInputs,
  irrigation: Map<string, Float64Array>,
  { checkpointAt, todayAt, now, nowAt }: Times,
): ProbeReading[] {
  const { probes, means, latest, since, weather, rows, stays, today } = inputs
  const meansOf = Map.groupBy(means, ({ day, probe }) => `${day} ${probe}`)
  const found: ProbeReading[] = []
  for (let k = checkpointAt; k < todayAt; k += 1) {
    const day = dayAfter(since, k)
    probes.forEach(({ number, depthsCm }, probe) => {
      const dayMeans = meansOf.get(`${day} ${number}`)
      const watered = irrigation.get(day)?.[rows.cells + probe] ?? 0
      if (!dayMeans || watered + (weather[k]?.rain?.mm ?? 0) > WATER_NOTED_MM) return
      const at = nowAt - (todayAt - k) - (nowAt % 1) + 0.5
      found.push({ probe, day: at, between: [k, k + 1], layers: layersOf(depthsCm, dayMeans) })
    })
  }
  probes.forEach(({ number, depthsCm }, probe) => {
    const cell = rows.cellOfProbe[probe] ?? 0
    const sector = Math.floor(cell / rows.towers)
    const wet = stays
      .filter((stay) => stay.day === today && stay.sector === sector)
      .map(({ to }) => to.getTime())
    const newest = latest.filter(
      (reading) => reading.probe === number && reading.at.getTime() >= Math.max(0, ...wet),
    )
    if (newest.length > 0)
      found.push({ probe, day: nowAt, between: [now, now], layers: layersOf(depthsCm, newest) })
  })
  return found
}

/** Each sensor covers its own layer, whichever of the others are silent. */
function layersOf(depthsCm: readonly number[], values: readonly SensorValue[]): ProbeLayer[] {
  return sensorLayers(depthsCm).flatMap(({ depthCm, topMm, bottomMm }) => {
    const value = values.find((reading) => reading.depthCm === depthCm)?.value
    return value === undefined ? [] : [{ topMm, bottomMm, value }]
  })
}

function probeDays(inputs: BalanceInputs, irrigation: Map<string, Float64Array>): ProbeDay[] {
  const { probes, means, rows, weather } = inputs
  const rain = new Map(weather.map((day) => [day.day, day.rain?.mm ?? 0]))
  return [...Map.groupBy(means, ({ day, probe }) => `${day} ${probe}`).values()].flatMap((values) => {
    const [{ day, probe: number } = { day: '', probe: -1 }] = values
    const probe = probes.findIndex((candidate) => candidate.number === number)
    const layers = layersOf(probes[probe]?.depthsCm ?? [], values)
    if (layers.length === 0) return []
    const water = (irrigation.get(day)?.[rows.cells + probe] ?? 0) + (rain.get(day) ?? 0)
    return [
      {
        probe,
        day,
        mm: layers.reduce((sum, { topMm, bottomMm, value }) => sum + value * (bottomMm - topMm), 0),
        reachMm: layers.reduce((sum, { topMm, bottomMm }) => sum + bottomMm - topMm, 0),
        watered: water > 0,
      },
    ]
  })
}

/** The state of a field at the beginning of a day, for the next computation: single precision is sufficient. */
export function packCheckpoint(elapsed: number, { usual, shallow }: FieldWater): Buffer {
  const parts = [usual.moisture, usual.surfaceDepletionMm, shallow.moisture, shallow.surfaceDepletionMm]
  const numbers = new Float32Array(1 + parts.reduce((sum, part) => sum + part.length, 0))
  numbers[0] = elapsed
  let at = 1
  for (const part of parts) {
    numbers.set(part, at)
    at += part.length
  }
  return Buffer.from(numbers.buffer)
}

/** @returns null when it has another shape */
export function unpackCheckpoint(
  packed: Uint8Array,
  rows: number,
  layers: number,
): { elapsed: number; water: FieldWater } | null {
  if (packed.length !== 4 * (1 + 2 * rows * (layers + 1))) return null
  const numbers = new Float32Array(packed.slice().buffer)
  let at = 1
  const next = (length: number) => Float64Array.from(numbers.subarray(at, (at += length)))
  const water = (): CellWater => ({ moisture: next(rows * layers), surfaceDepletionMm: next(rows) })
  return { elapsed: numbers[0] ?? 0, water: { usual: water(), shallow: water() } }
}
