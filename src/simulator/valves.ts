/** From what the controller runs to what the machine does: depth by zone and speed of the arm over each sector. */
import { depthAtTimer, depthPerPass, revolutionHours } from '../agronomy/pivot/pivot-hydraulics.ts'
import {
  lastDriveRadius,
  wettedAcres,
  wettedRadius,
  zoneAreas,
  zoneOuterRadii,
} from '../agronomy/pivot/pivot-zones.ts'
import { MAX_TOWERS, SECTORS } from '../contract/limits.ts'
import { prescriptionBytes } from './desired-check.ts'
import type { Running } from './device-shadow.ts'
import type { SimulationConfig } from './simulation-config.ts'

export type Valves = {
  /** Per cent of the timer over this sector. */
  timerOf: (sector: number) => number
  /** Gross depth of a full pass in each of the nine zones, in; a zone that the machine lacks gets none. */
  depthIn: (sector: number) => number[]
  /** Share of the machine's flow that leaves it over this sector. */
  openShare: (sector: number) => number
}

/** Depth that the machine leaves with all valves open at the panel's timer, in. */
export function panelDepthIn(config: SimulationConfig, timerPct: number): number {
  const radius = wettedRadius(config.towerRadiiM, config.overhangM)
  const hours = revolutionHours(lastDriveRadius(config.towerRadiiM), config.speed100MMin, 100)
  return depthAtTimer(depthPerPass(config.flowGpm, hours, wettedAcres(radius)), timerPct)
}

/** Valves are normally open: before anything was applied, every zone gets the panel's depth. */
function openEverywhere(): Uint8Array {
  return new Uint8Array(SECTORS * MAX_TOWERS).fill(100)
}

export function valvesOf(config: SimulationConfig, running: Running | null, panelTimerPct: number): Valves {
  const part = running && (running.fallback ? running.desired.fallback : running.desired.rx)
  const percent = part ? prescriptionBytes(part.b64) : openEverywhere()
  const rateIn = running ? running.desired.rateIn : panelDepthIn(config, panelTimerPct)
  const timerPct = running && !running.fallback ? running.desired.timerPct : null
  const areas = zoneAreas(zoneOuterRadii(config.towerRadiiM, config.overhangM))
  const total = areas.reduce((sum, area) => sum + area, 0)
  const cell = (sector: number, zone: number) => percent[sector * MAX_TOWERS + zone] ?? 0
  return {
    timerOf: (sector) => timerPct?.[sector] ?? panelTimerPct,
    depthIn: (sector) =>
      Array.from({ length: MAX_TOWERS }, (_, zone) =>
        zone < areas.length ? (rateIn * cell(sector, zone)) / 100 : 0,
      ),
    openShare: (sector) => {
      const largest = Math.max(...areas.map((_, zone) => cell(sector, zone)))
      // With speed control the arm carries the sector's largest cell, and valves open in proportion to that.
      const full = timerPct && largest > 0 ? largest : 100
      return areas.reduce((sum, area, zone) => sum + (area * cell(sector, zone)) / full, 0) / total
    },
  }
}
