/** Data for every graph of a system besides its readings: soil limits, target, and applied water. */
import { DEFAULT_TARGET_PERCENT } from '../../agronomy/soil/moisture-class.ts'
import { selectRefillPercent } from '../balance/balance-answers.store.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import { placedProbes, type SystemProbe } from '../probes/placed-probes.ts'
import { selectOwnSoils } from '../probes/probe-soils.store.ts'
import { curveTexture, soilLimits } from '../probes/soil-limits.rules.ts'
import { zoneFinder } from '../../agronomy/soil/soil-zones.ts'
import { type FieldZone, fieldZones } from '../soil-zones/soil-zones.store.ts'
import type { FieldPoint } from '../../agronomy/pivot/pivot-geometry.ts'
import { tensionBand } from '../../agronomy/soil/retention-curve.ts'
import type { OwnSoil, SoilTexture } from '../../agronomy/soil/soil-texture.ts'
import type { Span } from '../readings/readings-range.store.ts'
import type { System } from '../systems/membership.ts'
import { commandAt } from '../systems/settings.store.ts'
import { type IrrigationPass, passesOver } from './irrigation-passes.ts'

export interface GraphField {
  system: System
  rootDepthIn: number | null
  /** Per cent of available water. */
  targetPercent: number
  refillPercent: number
  placed: SystemProbe[]
  soils: Map<number, OwnSoil>
  zoneOf(place: FieldPoint): FieldZone | null
}

/** Reference lines for a graph of a sensor, m3/m3. */
export interface WaterBand {
  full: number
  refill: number
  wiltingPoint: number
}

/** @param db the pool, as the server itself: members do not see probes that another has placed */
export async function graphField(db: Reader, system: System): Promise<GraphField> {
  const [command, placed, soils, zones] = await Promise.all([
    commandAt(db, system.id, system.settingsRev),
    placedProbes(db, system),
    selectOwnSoils(db, system.id),
    fieldZones(db, system),
  ])
  const targetPercent = command?.after.target_moisture ?? DEFAULT_TARGET_PERCENT
  return {
    system,
    rootDepthIn: command?.after.root_depth ?? null,
    targetPercent,
    refillPercent: await selectRefillPercent(db, system.id, targetPercent),
    placed,
    soils,
    zoneOf: zoneFinder(zones),
  }
}

export function waterBand(
  { system, soils, placed, zoneOf, refillPercent }: GraphField,
  probe: number,
): WaterBand {
  const place = placed.find(({ number }) => number === probe)
  const { fieldCapacity: full, wiltingPoint } = soilLimits(
    system,
    soils.get(probe),
    place ? zoneOf(place) : null,
  )
  return { full, wiltingPoint, refill: wiltingPoint + (refillPercent / 100) * (full - wiltingPoint) }
}

/** The retention curve of a probe, and the range of tension in which its soil has enough water; nulls without a texture. */
export function tensionLines(
  { system, soils, placed, zoneOf, refillPercent }: GraphField,
  probe: number,
): { curve: SoilTexture | null; full: number | null; refill: number | null } {
  const place = placed.find(({ number }) => number === probe)
  const curve = curveTexture(system, soils.get(probe), place ? zoneOf(place) : null)
  return curve === null
    ? { curve, full: null, refill: null }
    : { curve, ...tensionBand(curve, refillPercent / 100) }
}

/** None for a probe that is not placed. */
export async function passesOfProbe(
  db: Reader,
  { system, placed }: GraphField,
  probe: number,
  span: Span,
): Promise<IrrigationPass[]> {
  const place = placed.find(({ number }) => number === probe)
  return place ? passesOver(db, system, place, span) : []
}
