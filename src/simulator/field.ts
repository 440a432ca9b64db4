/** The simulated machine in its field: moves the arm, waters the soil, reads the probes. Independent of the network. */
import { bearingAndDistance, placeAt, SECTOR_DEGREES } from '../agronomy/pivot/pivot-geometry.ts'
import type { SeededRandom } from '../agronomy/seeded-random.ts'
import { textureLimits, type SoilLimits } from '../agronomy/soil/soil-texture.ts'
import { inchesToMm } from '../agronomy/units.ts'
import { waterBetween } from '../agronomy/weather/simulated-weather.ts'
import { lastDriveRadius, zoneIndexAt, zoneOuterRadii } from '../agronomy/pivot/pivot-zones.ts'
import type { DeviceReading } from '../contract/controller.ts'
import { MAX_TOWERS } from '../contract/limits.ts'
import { angleOf, type DegreePass, pivotAt, type PivotShape, type PivotState, turn } from './pivot.ts'
import { ProbeSensor } from './probe-sensor.ts'
import { stream } from './random-stream.ts'
import type { ProbeConfig, SimulationConfig } from './simulation-config.ts'
import { availableShare, soilAfter, soilColumn, type SoilColumn } from './soil.ts'

const HOUR_MS = 3_600_000
/** Probes of one texture still differ: standard deviation of field capacity and wilting point. */
const LIMITS_SD = 0.012
const FILLED_AT_START = 0.75
/** Stand, slope and wind: crop water use at one place differs from the mean by this much. */
const THIRST = { least: 0.5, greatest: 1.6 }

/** Catch cans at one place differ: standard deviation of a can's reading, as a share of it. */
const CAN_SD = 0.02

/** State of the machine over one step; it may move dry, and be stopped with its water on. */
export type Work = {
  turning: boolean
  wet: boolean
  timerOf: (sector: number) => number
  /** Water that falls on the degree below the arm, by zone, in/h. */
  inPerHour: (sector: number) => readonly number[]
}

/** Position of the arm in a step, and whether it reached its stop position. */
export type Step = { passes: DegreePass[]; stopped: boolean }

type Can = { degree: number; zone: number | null; depthIn: number }

type Site = {
  config: ProbeConfig
  degree: number
  /** Null outside the wetted circle, where no arm irrigates. */
  zone: number | null
  /** Factor on evapotranspiration here. */
  thirst: number
  soil: SoilColumn
  sensors: ProbeSensor[]
}

function limitsOf(texture: SimulationConfig['texture'], random: SeededRandom): SoilLimits {
  const { fieldCapacity, wiltingPoint } = textureLimits(texture)
  const shift = LIMITS_SD * Math.max(-2, Math.min(2, random.normal()))
  return { fieldCapacity: fieldCapacity + shift, wiltingPoint: wiltingPoint + shift / 2 }
}

function placeProbe(config: SimulationConfig, probe: ProbeConfig): Site {
  const pivot = { lat: config.latitude, lng: config.longitude }
  const { bearing, distance } = bearingAndDistance(pivot, probe)
  const random = stream(config.seed, `soil ${probe.number}`)
  const limits = limitsOf(probe.texture ?? config.texture, random)
  const soil = soilColumn(probe.depthsCm, limits, FILLED_AT_START + 0.1 * (random.next() - 0.5))
  const { dropout, absurd, stuckProbes } = config.faults
  const faults = { dropout, absurd, stuck: stuckProbes.includes(probe.number) }
  const randomThirst = random.between(THIRST.least, THIRST.greatest)
  return {
    config: probe,
    degree: Math.floor(bearing),
    zone: zoneIndexAt(distance, zoneOuterRadii(config.towerRadiiM, config.overhangM)),
    thirst: probe.thirst ?? randomThirst,
    soil,
    sensors: soil.layers.map(
      ({ depthCm, theta }) => new ProbeSensor(config.seed, probe.number, depthCm, theta, faults),
    ),
  }
}

export class Field {
  readonly #config: SimulationConfig
  readonly #shape: PivotShape
  readonly #sites: Site[]
  readonly #gps: SeededRandom
  readonly #canNoise: SeededRandom
  /** Bearing at which the arm will stop; cleared once it has. */
  stopAtDeg: number | null
  #pivot: PivotState
  #now: number
  #rainMm = 0
  #cans: Can[] = []
  /** Depth by degree and zone since the start, in; shape [360][9]. */
  readonly #laidIn = Array.from({ length: 360 }, () => Array<number>(MAX_TOWERS).fill(0))

  constructor(config: SimulationConfig, from: number) {
    this.#config = config
    this.#shape = {
      driveRadiusM: lastDriveRadius(config.towerRadiiM),
      speed100MMin: config.speed100MMin,
      arc: config.arc,
    }
    this.#sites = (config.readings?.probes ?? []).map((probe) => placeProbe(config, probe))
    this.#gps = stream(config.seed, 'gps')
    this.#canNoise = stream(config.seed, 'cans')
    this.#pivot = pivotAt(config.arc, config.startAngleDeg, config.direction)
    this.stopAtDeg = config.faults.stopsAtDeg
    this.#now = from
  }

  /** Simulated instant, ms. */
  get now(): number {
    return this.#now
  }

  get pivot(): PivotState {
    return this.#pivot
  }

  set pivot(state: PivotState) {
    this.#pivot = state
  }

  get angleDeg(): number {
    return angleOf(this.#config.arc, this.#pivot)
  }

  /** The true soil at each probe, without sensor errors. */
  get soils(): readonly { probe: number; soil: SoilColumn }[] {
    return this.#sites.map(({ config, soil }) => ({ probe: config.number, soil }))
  }

  /** The driest probe's available water, 1 at field capacity; null without probes. */
  get driest(): number | null {
    return this.#sites.length > 0 ? Math.min(...this.#sites.map(({ soil }) => availableShare(soil))) : null
  }

  /** Additional rain, with the next step. */
  rain(mm: number): void {
    this.#rainMm += mm
  }

  /** Advances simulated time. */
  step(ms: number, work: Work): Step {
    const { seed, latitude, longitude, endlessSummer } = this.#config
    const place = { latitude, longitude, endlessSummer }
    const weather = waterBetween(seed, place, this.#now, this.#now + ms)
    const step = this.#move(ms, work)
    for (const pass of step.passes) this.#lay(pass, work)
    for (const site of this.#sites) {
      const inMm = weather.rainMm + this.#rainMm + this.#wateredMm(site, step.passes, work)
      this.#wet(site, { inMm, etMm: weather.etMm * site.thirst, hours: ms / HOUR_MS })
    }
    this.#rainMm = 0
    this.#now += ms
    return step
  }

  #move(ms: number, work: Work): Step {
    if (!work.turning) return { passes: this.#stand(ms, work.wet), stopped: false }
    const motion = turn(this.#shape, this.#pivot, ms, {
      timerOf: (degree) => work.timerOf(Math.floor(degree / SECTOR_DEGREES)),
      stopAt: this.stopAtDeg,
    })
    if (motion.stopped) this.stopAtDeg = null
    this.#pivot = work.wet ? motion.state : { ...motion.state, unlaidMs: 0 }
    const passes = work.wet ? motion.passes : motion.passes.map((pass) => ({ ...pass, waterMs: 0 }))
    return { passes, stopped: motion.stopped }
  }

  /** Water pumped before it stopped in the middle of its timer's minute falls here too. */
  #stand(ms: number, wet: boolean): DegreePass[] {
    const waterMs = Math.max(0, this.#pivot.unlaidMs) + (wet ? ms : 0)
    // its timer starts again with the machine
    this.#pivot = { ...this.#pivot, unlaidMs: 0, cycleMs: 0 }
    const degree = Math.floor(this.angleDeg) % 360
    return waterMs > 0 ? [{ degree, fromMs: 0, toMs: ms, degrees: 0, waterMs }] : []
  }

  /** Worn nozzles apply less, or more, than the panel assumes. */
  #depthsIn(pass: DegreePass, work: Work): number[] {
    const hours = (pass.waterMs / HOUR_MS) * this.#config.faults.lays
    return work.inPerHour(Math.floor(pass.degree / SECTOR_DEGREES)).map((rate) => rate * hours)
  }

  #lay(pass: DegreePass, work: Work): void {
    const depths = this.#depthsIn(pass, work)
    const laidDepths = this.#laidIn[pass.degree] ?? []
    depths.forEach((depth, zone) => (laidDepths[zone] = (laidDepths[zone] ?? 0) + depth))
    for (const can of this.#cans)
      if (can.degree === pass.degree && can.zone !== null) can.depthIn += depths[can.zone] ?? 0
  }

  /** Irrigation at a probe. */
  #wateredMm({ degree, zone }: Site, passes: readonly DegreePass[], work: Work): number {
    if (zone === null) return 0
    return passes.reduce(
      (sum, pass) => (pass.degree === degree ? sum + inchesToMm(this.#depthsIn(pass, work)[zone] ?? 0) : sum),
      0,
    )
  }

  /** Water that actually fell since the start, in; shape [360][9]. */
  get laidIn(): readonly (readonly number[])[] {
    return this.#laidIn
  }

  /** Puts empty cans along a bearing, at distances from the pivot in metres. */
  placeCans(bearing: number, distancesM: readonly number[]): void {
    const radii = zoneOuterRadii(this.#config.towerRadiiM, this.#config.overhangM)
    this.#cans = distancesM.map((distance) => ({
      degree: Math.floor(bearing) % 360,
      zone: zoneIndexAt(distance, radii),
      depthIn: 0,
    }))
  }

  /** The reading of each can, in. */
  readCans(): number[] {
    return this.#cans.map(({ depthIn }) => depthIn * (1 + CAN_SD * this.#canNoise.normal()))
  }

  #wet(site: Site, step: { inMm: number; etMm: number; hours: number }): void {
    site.soil = soilAfter(site.soil, step).column
    site.soil.layers.forEach(({ theta }, i) => site.sensors[i]?.follow(theta, step.hours))
  }

  /** What every sensor sends at this instant; lost readings are missing. */
  read(at: string): DeviceReading[] {
    return this.#sites.flatMap(({ config, sensors }) =>
      sensors.flatMap((sensor) => {
        const vwc = sensor.read()
        return vwc === null ? [] : [{ probe: config.number, depthCm: sensor.depthCm, at, vwc }]
      }),
    )
  }

  /** The GPS position of the last tower. */
  endTower(): { lat: number; lng: number } {
    const { latitude: lat, longitude: lng, faults } = this.#config
    const distance = this.#shape.driveRadiusM + faults.gpsNoiseM * this.#gps.normal()
    const sideways = (faults.gpsNoiseM * this.#gps.normal()) / this.#shape.driveRadiusM
    return placeAt({ lat, lng }, { bearing: this.angleDeg + (sideways * 180) / Math.PI, distance })
  }
}
