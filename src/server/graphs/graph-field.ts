/** What every graph of a system needs beside its readings: limits of the soil, target, and water given by the machine. */
import { DEFAULT_TARGET_PERCENT } from '../../agronomy/soil/soil-texture.ts'
import type { Reader } from '../kit/postgres/database.ts'
import { placedProbes, type SystemProbe } from '../probes/placed-probes.ts'
import { selectOwnSoils } from '../probes/probe-soils.store.ts'
import { type OwnSoil, soilLimits } from '../probes/soil-limits.rules.ts'
import type { Span } from '../readings/readings-range.store.ts'
import type { Machine } from '../systems/membership.ts'
import { commandAt } from '../systems/settings.store.ts'
import { type IrrigationPass, passesOver } from './irrigation-passes.ts'

export interface GraphField {
  machine: Machine
  rootDepthIn: number | null
  /** Per cent of available water. */
  targetPercent: number
  placed: SystemProbe[]
  soils: Map<number, OwnSoil>
}

/** Lines that a graph of a sensor is read against, m3/m3. */
export interface WaterBand {
  full: number
  refill: number
  wiltingPoint: number
}

/** @param db the pool, as the server itself: a member does not see the probes that another has placed */
export async function graphField(db: Reader, machine: Machine): Promise<GraphField> {
  const [command, placed, soils] = await Promise.all([
    commandAt(db, machine.id, machine.settingsRev),
    placedProbes(db, machine),
    selectOwnSoils(db, machine.id),
  ])
  return {
    machine,
    rootDepthIn: command?.after.root_depth ?? null,
    targetPercent: command?.after.target_moisture ?? DEFAULT_TARGET_PERCENT,
    placed,
    soils,
  }
}

export function waterBand({ machine, soils, targetPercent }: GraphField, probe: number): WaterBand {
  const { fieldCapacity: full, wiltingPoint } = soilLimits(machine, soils.get(probe))
  return { full, wiltingPoint, refill: wiltingPoint + (targetPercent / 100) * (full - wiltingPoint) }
}

/** None for a probe that nobody has placed: where it stands is not known. */
export async function passesOfProbe(
  db: Reader,
  { machine, placed }: GraphField,
  probe: number,
  span: Span,
): Promise<IrrigationPass[]> {
  const place = placed.find(({ number }) => number === probe)
  return place ? passesOver(db, machine, place, span) : []
}
