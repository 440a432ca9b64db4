/** The machine on its field: moves the arm, waters the soil below it, and reads the probes. Knows no network. */
import { bearingAndDistance, placeAt, SECTOR_DEGREES, sectorOf } from '../agronomy/pivot/pivot-geometry.ts'
import type { SeededRandom } from '../agronomy/seeded-random.ts'
import { textureLimits, type SoilLimits } from '../agronomy/soil/soil-texture.ts'
import { inchesToMm } from '../agronomy/units.ts'
import { lastDriveRadius, zoneIndexAt, zoneOuterRadii } from '../agronomy/pivot/pivot-zones.ts'
import type { DeviceReading } from '../contract/controller.ts'
import { angleOf, pivotAt, turn, type PivotShape, type PivotState, type SectorPass } from './pivot.ts'
import { ProbeSensor } from './probe-sensor.ts'
import { stream } from './random-stream.ts'
import type { ProbeConfig, SimulationConfig } from './simulation-config.ts'
import { availableShare, soilAfter, soilColumn, type SoilColumn } from './soil.ts'
import { waterBetween } from './weather.ts'

const HOUR_MS = 3_600_000
/** Probes of one texture still differ: standard deviation of field capacity and wilting point. */
const LIMITS_SD = 0.012
const FILLED_AT_START = 0.75
/** Stand, slope and wind: plants at one place drink this much more or less than the weather asks. */
const THIRST = { least: 0.5, greatest: 1.6 }

/** What the machine does over one step; depths are inches of a full pass. */
export type Work = {
  turning: boolean
  timerOf: (sector: number) => number
  depthIn: (sector: number) => readonly number[]
}

type Site = {
  config: ProbeConfig
  sector: number
  /** Null outside the wetted circle: no arm ever waters it. */
  zone: number | null
  /** Factor on what plants and air take here. */
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
  const limits = limitsOf(config.texture, random)
  const soil = soilColumn(probe.depthsCm, limits, FILLED_AT_START + 0.1 * (random.next() - 0.5))
  const { dropout, absurd, stuckProbes } = config.faults
  const faults = { dropout, absurd, stuck: stuckProbes.includes(probe.number) }
  return {
    config: probe,
    sector: sectorOf(bearing),
    zone: zoneIndexAt(distance, zoneOuterRadii(config.towerRadiiM, config.overhangM)),
    thirst: random.between(THIRST.least, THIRST.greatest),
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
  #pivot: PivotState
  #now: number
  #rainMm = 0

  constructor(config: SimulationConfig, from: number) {
    this.#config = config
    this.#shape = {
      driveRadiusM: lastDriveRadius(config.towerRadiiM),
      speed100MMin: config.speed100MMin,
      arc: config.arc,
    }
    this.#sites = (config.readings?.probes ?? []).map((probe) => placeProbe(config, probe))
    this.#gps = stream(config.seed, 'gps')
    this.#pivot = pivotAt(config.arc, config.startAngleDeg, config.direction)
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

  /** The driest probe's available water, 1 at field capacity; null without probes. */
  get driest(): number | null {
    return this.#sites.length > 0 ? Math.min(...this.#sites.map(({ soil }) => availableShare(soil))) : null
  }

  /** Rain out of turn, with the next step. */
  rain(mm: number): void {
    this.#rainMm += mm
  }

  /** Lets simulated time pass; the sectors that the arm was over in it. */
  step(ms: number, work: Work): SectorPass[] {
    const { seed, latitude, longitude } = this.#config
    const weather = waterBetween(seed, { latitude, longitude }, this.#now, this.#now + ms)
    const moved = work.turning ? turn(this.#shape, this.#pivot, ms, work.timerOf) : null
    for (const site of this.#sites) {
      const inMm = weather.rainMm + this.#rainMm + wateredMm(site, moved?.passes ?? [], work)
      this.#wet(site, { inMm, etMm: weather.etMm * site.thirst, hours: ms / HOUR_MS })
    }
    this.#rainMm = 0
    this.#now += ms
    if (moved) this.#pivot = moved.state
    return moved?.passes ?? []
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

  /** Where its satellite receiver believes the last tower to be. */
  endTower(): { lat: number; lng: number } {
    const { latitude: lat, longitude: lng, faults } = this.#config
    const distance = this.#shape.driveRadiusM + faults.gpsNoiseM * this.#gps.normal()
    const sideways = (faults.gpsNoiseM * this.#gps.normal()) / this.#shape.driveRadiusM
    return placeAt({ lat, lng }, { bearing: this.angleDeg + (sideways * 180) / Math.PI, distance })
  }
}

/** Irrigation at a probe: the depth of its cell, by the share of its sector that the arm moved over. */
function wateredMm({ sector, zone }: Site, passes: readonly SectorPass[], work: Work): number {
  if (zone === null) return 0
  const degrees = passes.reduce((sum, pass) => (pass.sector === sector ? sum + pass.degrees : sum), 0)
  if (degrees === 0) return 0
  return (inchesToMm(work.depthIn(sector)[zone] ?? 0) * degrees) / SECTOR_DEGREES
}
