/** The flow a pump must deliver in each sector, and how percentages are raised where it is below the minimum. */

import { SECTOR_DEGREES } from '../pivot/pivot-geometry.ts'
import type { Arc, Pivot } from '../pivot/pivot.ts'
import { outerRadii } from '../pivot/pivot.ts'
import { zoneAreas } from '../pivot/pivot-zones.ts'
import type { WaterRules } from './cell-water.ts'
import { type Prescription, SECTORS, ZONES } from './prescription.ts'
import { sectorSweep } from '../pivot/pivot-geometry.ts'

/** Requirements of a pump for a prescription. */
export type PumpLimit = {
  /** Flow below which the pump must not run, gpm, above 0. */
  readonly leastFlowGpm: number
  /** Whether cells are raised until it suffices; else the sectors are only named. */
  readonly raise: boolean
}

/** Flows are compared to this share of the least: binary noise must not raise a sector. */
const NOISE = 1e-9

/**
 * Sectors whose flow is below the least: those that the arm sweeps, closed ones with them.
 *
 * @param sectorFlowGpm flow while the arm passes each sector, gpm, shape [180]
 * @param leastFlowGpm least flow of the pump, gpm
 * @param arc part circle in degrees, or null
 * @returns sectors i, rising
 * @throws RangeError when an angle is not finite
 * @example lowFlowSectors([300, 250, 0], 260, null) // [1, 2]
 */
export function lowFlowSectors(sectorFlowGpm: readonly number[], leastFlowGpm: number, arc: Arc): number[] {
  return sectorFlowGpm.flatMap((flow, sector) =>
    flow < leastFlowGpm * (1 - NOISE) && sectorSweep(sector, arc) > 0 ? [sector] : [],
  )
}

/** Part of a pass over which a machine draws too little. */
export type LowFlowStretch = {
  /** Bearings, clockwise from one to the other; over north the first is the larger. */
  readonly fromDeg: number
  readonly toDeg: number
  /** The least within it, gpm. */
  readonly flowGpm: number
}

/**
 * Adjacent sectors below the minimum flow merged clockwise; a stretch over north comes last.
 *
 * @param sectorFlowGpm flow while the arm passes each sector, gpm, shape [180]; null where not known
 * @param leastFlowGpm least flow of the pump, gpm
 * @param arc part circle in degrees, or null
 * @returns stretches; none where the flow is not known
 * @throws RangeError when an angle is not finite
 * @example lowFlowStretches([300, 250, 200], 260, null) // [{ fromDeg: 2, toDeg: 6, flowGpm: 200 }]
 */
export function lowFlowStretches(
  sectorFlowGpm: readonly number[] | null,
  leastFlowGpm: number,
  arc: Arc,
): LowFlowStretch[] {
  const stretches: LowFlowStretch[] = []
  for (const sector of lowFlowSectors(sectorFlowGpm ?? [], leastFlowGpm, arc)) {
    const flowGpm = sectorFlowGpm?.[sector] ?? 0
    const fromDeg = sector * SECTOR_DEGREES
    const toDeg = fromDeg + SECTOR_DEGREES
    const before = stretches.at(-1)
    if (before?.toDeg === fromDeg)
      stretches.splice(-1, 1, { ...before, toDeg, flowGpm: Math.min(before.flowGpm, flowGpm) })
    else stretches.push({ fromDeg, toDeg, flowGpm })
  }
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (!first || !last || first === last || first.fromDeg !== 0 || last.toDeg !== 360) return stretches
  const flowGpm = Math.min(first.flowGpm, last.flowGpm)
  return [...stretches.slice(1, -1), { fromDeg: last.fromDeg, toDeg: first.toDeg, flowGpm }]
}

/** A prescription whose sectors are to be raised. */
export type RaiseInput = {
  readonly percent: Prescription
  /** 1 where a geofence of 0 % keeps the cell closed, shape [1620]. */
  readonly dry: Uint8Array
  readonly pivot: Pivot
  readonly speedControl: boolean
  readonly leastFlowGpm: number
  readonly rules: Pick<WaterRules, 'leastPercent' | 'stepPercent'>
}

/**
 * Raises the lowest cells of each sector below the pump's minimum to one level, the lowest at which Q sum(A_j v_ij) /
 * sum(A_j) reaches it. Geofences of 0 % stay closed; sectors in which no level suffices stay as they are. O(cells).
 *
 * @returns raised prescription, shape [1620]; the same input gives the same bytes
 * @throws RangeError when a pivot dimension is out of range
 * @example raiseToLeastFlow({ percent: new Uint8Array(1620).fill(20), dry: new Uint8Array(1620), pivot: { place: { lat: 0, lng: 0 }, towerRadiiM: [50], wettedRadiusM: 60, arc: null, flowGpm: 800, speed100MMin: null }, speedControl: false, leastFlowGpm: 300, rules: { leastPercent: 10, stepPercent: 1 } })[0] // 38
 */
export function raiseToLeastFlow(input: RaiseInput): Prescription {
  const { percent, dry, pivot, leastFlowGpm } = input
  const raised = Uint8Array.from(percent)
  if (pivot.flowGpm === null) return raised
  const areas = zoneAreas(outerRadii(pivot))
  const least = (leastFlowGpm / pivot.flowGpm) * (1 - NOISE)
  for (let sector = 0; sector < SECTORS; sector += 1) {
    if (sectorSweep(sector, pivot.arc) === 0) continue
    const cells = areas.map((_, zone) => percent[sector * ZONES + zone] ?? 0)
    if (openShare(cells, areas, input.speedControl) >= least) continue
    const closed = areas.map((_, zone) => dry[sector * ZONES + zone] === 1)
    const enough = levelsOf(input.rules)
      .map((level) => cells.map((cell, zone) => (closed[zone] ? cell : Math.max(cell, level))))
      .find((levelled) => openShare(levelled, areas, input.speedControl) >= least)
    enough?.forEach((cell, zone) => (raised[sector * ZONES + zone] = cell))
  }
  return raised
}

/** Settings that a valve can keep, rising. */
function levelsOf({ leastPercent, stepPercent }: RaiseInput['rules']): number[] {
  const count = Math.floor((100 - leastPercent) / stepPercent)
  return Array.from({ length: count + 1 }, (_, step) => leastPercent + step * stepPercent)
}

/** Share of the machine's full flow that leaves it over a sector. */
function openShare(cells: readonly number[], areas: readonly number[], speedControl: boolean): number {
  const full = (speedControl && Math.max(...cells)) || 100
  const total = areas.reduce((sum, area) => sum + area, 0)
  return areas.reduce((sum, area, zone) => sum + (area * (cells[zone] ?? 0)) / full, 0) / total
}
