/** A season of a simulated field without real time: how often readings alone change its prescription, and whether its water adds up. */
import { fromPolar, sectorOf, toLatLng, toPolar } from '../src/agronomy/pivot/pivot-geometry.ts'
import { revolutionHours } from '../src/agronomy/pivot/pivot-hydraulics.ts'
import { wateringZoneIndex, zoneAreas } from '../src/agronomy/pivot/pivot-zones.ts'
import { outerRadii } from '../src/agronomy/pivot/pivot.ts'
import { WATER_RULES } from '../src/agronomy/prescription/cell-water.ts'
import { PRESCRIPTION_REASONS } from '../src/agronomy/prescription/prescription.ts'
import { baseTimer } from '../src/agronomy/prescription/sector-speed.ts'
import { sensorLayers } from '../src/agronomy/soil/root-zone.ts'
import { textureLimits } from '../src/agronomy/soil/soil-texture.ts'
import { inchesToMm } from '../src/agronomy/units.ts'
import type { AppliedDocument, DesiredDocument, DeviceReading } from '../src/contract/controller.ts'
import { pivotOf } from '../src/contract/pivot.ts'
import type { FieldInputs } from '../src/contract/prescriptions.ts'
import {
  type RunningPrescription,
  sendingOf,
  TURNED_MS,
} from '../src/server/prescriptions/publication.rules.ts'
import { computeInWeather } from '../src/server/prescriptions/computation.rules.ts'
import type { Computation } from '../src/server/prescriptions/computed-prescription.ts'
import type { WaterAhead } from '../src/server/prescriptions/weather-terms.rules.ts'
import type { Running } from '../src/simulator/device-shadow.ts'
import { Field } from '../src/simulator/field.ts'
import { SectorLog } from '../src/simulator/sector-log.ts'
import { type SimulationConfig, simulationConfig } from '../src/simulator/simulation-config.ts'
import { soilAfter, soilColumn, type SoilColumn, storedMm } from '../src/simulator/soil.ts'
import { valvesOf } from '../src/simulator/valves.ts'
import { waterBetween } from '../src/agronomy/weather/simulated-weather.ts'
import type { Bench } from './bench.ts'
import { print, target } from './measure.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const STEP_MS = 10 * 60_000
const READINGS_EVERY_MS = 30 * 60_000
const FROM = Date.parse('2026-05-01T06:00:00.000Z')
const DAYS = Number(process.env['BENCH_DAYS'] ?? 153)
const SEEDS = (process.env['BENCH_SEEDS'] ?? '11,12').split(',').map(Number)
/** The pass begins when the driest probe is below this share of available water. */
const START_SHARE = 0.6
const WATERED_FOR_MS = 72 * HOUR_MS
const M3_PER_GALLON = 0.003785411784
const MOST_A_DAY = 6
/** A band of 5 points on either side of 0: a real crossing by the soil and back is at least this far apart. */
const BOTH_BANDS = 10

const PLACE = { lat: 51.06, lng: -114.15 }
const TOWERS = [60, 120, 180, 240, 300, 360]
const DEPTHS = [15, 45, 75]
const PROBES = [
  { x: 0, y: 0 },
  ...Array.from({ length: 8 }, (_, k) => fromPolar({ bearing: 45 * k + 11, distance: 250 })),
]
const SETTINGS = {
  is_system_on: true,
  is_test_pattern_on: false,
  is_speed_switch_on: false,
  application_rate: 1,
  root_depth: 36,
  target_moisture: 80,
  towers: { 1: false, 2: false, 3: false, 4: false, 5: false, 6: false, 7: false, 8: false, 9: false },
}
const MACHINE = {
  latitude: PLACE.lat,
  longitude: PLACE.lng,
  tower_radii_m: TOWERS,
  wetted_radius_m: 370,
  arc: null,
  flow_gpm: 800,
  speed_100_m_min: 3,
}
const PIVOT = pivotOf(MACHINE)
const RING_M2 = zoneAreas(outerRadii(PIVOT))

function configOf(seed: number): SimulationConfig {
  return simulationConfig.parse({
    mqttUrl: 'mqtt://127.0.0.1',
    systemId: 'season',
    controller: { id: 'season-controller', secret: '' },
    seed,
    latitude: PLACE.lat,
    longitude: PLACE.lng,
    towerRadiiM: TOWERS,
    overhangM: 10,
    speed100MMin: MACHINE.speed_100_m_min,
    flowGpm: MACHINE.flow_gpm,
    timerPct: baseTimer(PIVOT, SETTINGS.application_rate).percent,
    readings: {
      everyMs: READINGS_EVERY_MS,
      probes: PROBES.map((place, k) => ({ number: k + 1, ...toLatLng(PLACE, place), depthsCm: DEPTHS })),
    },
  })
}

/** Percentage that leaves a net depth in the soil, signed. */
function pointsOf(needMm: number): number {
  return (100 * needMm) / WATER_RULES.efficiency / inchesToMm(SETTINGS.application_rate)
}

/** What a server would publish, and when. */
class Prescriber {
  #running: RunningPrescription | null = null
  #values: ReadonlyMap<string, number> = new Map()
  readonly #stays: { sector: number; from: number; to: number }[] = []
  readonly #watered = new Map<number, number>()
  readonly #published: Date[] = []
  readonly #lately: { at: number; percent: Uint8Array }[] = []
  #madeAt = 0
  /** For each cell: its last change, leaving 0 (1) or returning to it (-1), and the need of its soil at that time, in points. */
  readonly #crossed: { way: number; need: number; at: number }[] = []
  /** Cells that left 0 or returned to it. */
  crossings = 0
  /** Cells that changed back although the true need of their soil had not moved by both bands. */
  flips = 0
  /** The same after more than the days for which a changed cell has a wider band. */
  lateFlips = 0
  perDay = new Map<number, number>()
  evaluations = 0

  record({ sector, from, to, depthIn }: AppliedDocument): void {
    this.#stays.push({ sector, from: Date.parse(from), to: Date.parse(to) })
    if (this.#stays.length > 2000) this.#stays.splice(0, 1000)
    PROBES.forEach((place, k) => {
      const { bearing, distance } = toPolar(place)
      const zone = wateringZoneIndex(PIVOT, distance)
      if (sectorOf(bearing) === sector && (depthIn[zone] ?? 0) > 0) this.#watered.set(k + 1, Date.parse(to))
    })
  }

  /** @param soil the true water content, without a sensor's noise, bias and lag */
  hear(
    readings: readonly DeviceReading[],
    soil: ReadonlyMap<string, number>,
    ahead: WaterAhead | null,
    now: number,
  ): Computation | null {
    const weather = { ahead, now: new Date(now) }
    this.#values = new Map(readings.map(({ probe, depthCm, vwc }) => [`${probe} ${depthCm}`, Number(vwc)]))
    const lately = this.#lately.filter(({ at }) => at > now - TURNED_MS).map(({ percent }) => percent)
    const computation = computeInWeather(weather, this.#inputs(this.#values, now), this.#running, lately)
    this.evaluations += 1
    const sending =
      this.#running === null
        ? 'now'
        : sendingOf({
            running: this.#running,
            settingsRev: 1,
            computation,
            stays: this.#stays,
            published: this.#published.slice(0, MOST_A_DAY),
            now: new Date(now),
          })
    if (sending !== 'now') return null
    if (this.#running)
      this.#note(this.#running, computation, computeInWeather(weather, this.#inputs(soil, now)), now)
    if (this.#running) this.#lately.unshift({ at: this.#madeAt, percent: this.#running.percent })
    this.#madeAt = now
    this.#running = { ...computation, settingsRev: 1 }
    return computation
  }

  /** @param water the prescription for the true soil, in the same weather */
  #note(
    running: RunningPrescription,
    { percent, reason }: Computation,
    { water }: Computation,
    now: number,
  ): void {
    this.#published.unshift(new Date(now))
    const day = Math.floor((now - FROM) / DAY_MS)
    this.perDay.set(day, (this.perDay.get(day) ?? 0) + 1)
    percent.forEach((current, cell) => {
      const previous = running.percent[cell] ?? 0
      if (PRESCRIPTION_REASONS[reason[cell] ?? 0] === 'ABSENT' || (current === 0) === (previous === 0)) return
      const direction = current === 0 ? -1 : 1
      const need = pointsOf(water[cell]?.needMm ?? 0)
      const last = this.#crossed[cell]
      this.crossings += 1
      if (last?.way === -direction && direction * (need - last.need) < BOTH_BANDS) {
        if (now - last.at > TURNED_MS) this.lateFlips += 1
        else this.flips += 1
      }
      this.#crossed[cell] = { way: direction, need, at: now }
    })
  }

  #inputs(values: ReadonlyMap<string, number>, now: number): FieldInputs {
    const limits = textureLimits('loam')
    return {
      ...MACHINE,
      settings: SETTINGS,
      probes: PROBES.map((place, k) => ({
        number: k + 1,
        latitude: toLatLng(PLACE, place).lat,
        longitude: toLatLng(PLACE, place).lng,
        field_capacity: limits.fieldCapacity,
        wilting_point: limits.wiltingPoint,
        watched: now - FROM > DAY_MS,
        watered: now - (this.#watered.get(k + 1) ?? -Infinity) < WATERED_FOR_MS,
        layers: sensorLayers(DEPTHS).map(({ depthCm, topMm, bottomMm }) => ({
          depth_cm: depthCm,
          top_mm: topMm,
          bottom_mm: bottomMm,
          value: values.get(`${k + 1} ${depthCm}`) ?? 0,
          at: new Date(now).toISOString(),
          state: 'used' as const,
          suspicion: null,
          last_trusted: null,
        })),
      })),
      geofences: [],
      basis: 'soil',
    }
  }
}

function runningOf(computation: Computation, rev: number): Running {
  const bytes = (percent: Uint8Array) => ({ sha256: '', b64: Buffer.from(percent).toString('base64') })
  const desired: DesiredDocument = {
    rev,
    settingsRev: 1,
    commandId: '',
    issuedAt: '',
    validUntil: '',
    mode: 'VRI',
    rateIn: SETTINGS.application_rate,
    timerPct: null,
    test: null,
    rx: { ...bytes(computation.percent), sectors: 180, zones: 9 },
    fallback: bytes(computation.fallback),
  }
  return { desired, appliedAt: '', fallback: false }
}

/** The simulator's soil at each probe, with its gains and losses recorded. */
class Ground {
  #columns: SoilColumn[] = PROBES.map(() => soilColumn(DEPTHS, textureLimits('loam'), 0.75))
  readonly #first = this.#stored()
  readonly #laid = PROBES.map(() => 0)
  inMm = 0
  outMm = 0

  step(field: Field, config: SimulationConfig, from: number, to: number): void {
    const weather = waterBetween(config.seed, config, from, to)
    this.#columns = this.#columns.map((column, k) => {
      const { bearing, distance } = toPolar(PROBES[k] ?? { x: 0, y: 0 })
      const appliedMm = inchesToMm(
        field.laidIn[Math.floor(bearing)]?.[wateringZoneIndex(PIVOT, distance)] ?? 0,
      )
      const inMm = weather.rainMm + appliedMm - (this.#laid[k] ?? 0)
      this.#laid[k] = appliedMm
      const after = soilAfter(column, { inMm, etMm: weather.etMm, hours: (to - from) / HOUR_MS })
      this.inMm += inMm
      this.outMm += after.losses.etMm + after.losses.drainedMm
      return after.column
    })
  }

  #stored(): number {
    return this.#columns.reduce((sum, column) => sum + storedMm(column), 0)
  }

  /** Gains, less losses and storage, as a share of the gains. */
  gap(): number {
    return Math.abs(this.inMm - this.outMm - (this.#stored() - this.#first)) / this.inMm
  }
}

const FORECAST_DAYS = 7
/** A forecast predicts so much of the rain that will come, and some that will not. */
const FORECAST_RAIN = { share: 0.6, dryDayMm: 0.6 }

/** A crop with its full evapotranspiration, and a service's forecast that is often wrong about rain. */
function waterAhead(config: SimulationConfig, angleDeg: number, now: number): WaterAhead {
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  const ends = Array.from({ length: FORECAST_DAYS }, (_, day) => midnight + day * DAY_MS)
  return {
    stretches: ends.map((until, day) => {
      const from = ends[day - 1] ?? now
      const { etMm, rainMm } = waterBetween(config.seed, config, from, until)
      const dryMm = (FORECAST_RAIN.dryDayMm * (until - from)) / DAY_MS
      return {
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
        use_mm: etMm,
        rain_mm: rainMm > 0 ? FORECAST_RAIN.share * rainMm : dryMm,
      }
    }),
    hours: revolutionHours(TOWERS.at(-1) ?? 0, MACHINE.speed_100_m_min, config.timerPct),
    arm: { angleDeg, clockwise: true },
    computedAt: new Date(now),
  }
}

/** By probe and depth. */
function waterContents({ soils }: Field): Map<string, number> {
  return new Map(
    soils.flatMap(({ probe, soil }) =>
      soil.layers.map(({ depthCm, theta }): [string, number] => [`${probe} ${depthCm}`, theta]),
    ),
  )
}

function season(seed: number, weather: boolean) {
  const config = configOf(seed)
  const field = new Field(config, FROM)
  const log = new SectorLog()
  const prescriber = new Prescriber()
  const ground = new Ground()
  let [pumped, applied, passes, left, rev] = [0, 0, 0, 0, 0]
  let running: Running | null = null
  const take = (records: readonly AppliedDocument[]) => {
    for (const record of records) {
      prescriber.record(record)
      record.depthIn.forEach(
        (depth, zone) => (applied += ((inchesToMm(depth) / 1000) * (RING_M2[zone] ?? 0)) / 180),
      )
    }
  }
  for (let at = FROM; at < FROM + DAYS * DAY_MS; at += STEP_MS) {
    if ((at - FROM) % READINGS_EVERY_MS === 0) {
      const newComputation = prescriber.hear(
        field.read(new Date(at).toISOString()),
        waterContents(field),
        weather ? waterAhead(config, field.angleDeg, at) : null,
        at,
      )
      if (newComputation) running = runningOf(newComputation, (rev += 1))
    }
    if (left <= 0 && (field.driest ?? 1) < START_SHARE) {
      left = 360
      passes += 1
    }
    const wet = left > 0
    const valves = valvesOf(config, running, config.timerPct)
    const step = field.step(STEP_MS, { ...valves, turning: wet, wet })
    ground.step(field, config, at, at + STEP_MS)
    for (const { degree, degrees, waterMs } of step.passes) {
      left -= degrees
      pumped += (waterMs / 60_000) * config.flowGpm * valves.openShare(Math.floor(degree / 2)) * M3_PER_GALLON
    }
    take(log.add(step.passes, { startedAt: at, warp: 1 }, running, valves.inPerHour))
    if (!wet) take(log.end())
  }
  take(log.end())
  return { seed, prescriber, ground, pumped, applied, passes }
}

export const bench: Bench = {
  run() {
    const seasons = [false, true].flatMap((weather) => SEEDS.map((seed) => ({ seed, weather })))
    const seasonResults = seasons.flatMap(({ seed, weather }) => {
      const { prescriber, ground, pumped, applied, passes } = season(seed, weather)
      const counts = [...prescriber.perDay.values()]
      const sum = counts.reduce((total, count) => total + count, 0)
      const most = Math.max(0, ...counts)
      const machineGap = Math.abs(applied / pumped - 1)
      print(
        `Season ${seed}, ${weather ? 'with crop and weather' : 'soil alone'}: ${DAYS} days, ${PROBES.length} probes, ${passes} passes, looked at ${prescriber.evaluations} times`,
      )
      print(`  publications from readings ${sum}: ${(sum / DAYS).toFixed(2)} a day, at most ${most} on one`)
      print(
        `  cells that left 0 or returned to it ${prescriber.crossings}; to and fro without their soil within ${TURNED_MS / DAY_MS} days ${prescriber.flips}, later ${prescriber.lateFlips}`,
      )
      print(
        `  pumped ${pumped.toFixed(0)} m3, applied ${applied.toFixed(0)} m3: ${(100 * machineGap).toFixed(3)} % apart`,
      )
      print(
        `  soil beside the probes: in ${ground.inMm.toFixed(0)} mm, out ${ground.outMm.toFixed(0)} mm; ${(100 * ground.gap()).toFixed(6)} % missing`,
      )
      return [
        target(`at most ${MOST_A_DAY} publications a day from readings`, most <= MOST_A_DAY),
        target('no cell flips to and fro', prescriber.flips === 0),
        target('water of the machine closes to 1 %', machineGap < 0.01),
        target('water of the soil closes to 1 %', ground.gap() < 0.01),
      ]
    })
    return Promise.resolve(seasonResults.every(Boolean))
  },
}
