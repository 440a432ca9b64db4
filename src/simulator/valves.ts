/** Which valves are open over each sector and at which timer, from the running prescription. */
import { depthPerPass, revolutionHours } from '../agronomy/pivot/pivot-hydraulics.ts'
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
  /**
   * Water that falls on the degree below the arm, by zone of the nine, in/h: what the pump gives, by the time for which
   * the zone's valves are open. How deep it gets follows from how long the arm takes.
   */
  inPerHour: (sector: number) => number[]
  /** Share of the machine's flow that leaves it over this sector. */
  openShare: (sector: number) => number
}

/** Water on one degree while the arm is over it with all valves open, in/h: depth of a pass by the time of a degree. */
function allOpenInPerHour(config: SimulationConfig): number {
  const radius = wettedRadius(config.towerRadiiM, config.overhangM)
  const hours = revolutionHours(lastDriveRadius(config.towerRadiiM), config.speed100MMin, 100)
  return (360 * depthPerPass(config.flowGpm, hours, wettedAcres(radius))) / hours
}

/** Valves are normally open: before anything was applied, the whole field is watered. */
function openEverywhere(): Uint8Array {
  return new Uint8Array(SECTORS * MAX_TOWERS).fill(100)
}

export function valvesOf(config: SimulationConfig, running: Running | null, panelTimerPct: number): Valves {
  const part = running && (running.fallback ? running.desired.fallback : running.desired.rx)
  const percent = part ? prescriptionBytes(part.b64) : openEverywhere()
  const timerPct = running && !running.fallback ? running.desired.timerPct : null
  const areas = zoneAreas(zoneOuterRadii(config.towerRadiiM, config.overhangM))
  const total = areas.reduce((sum, area) => sum + area, 0)
  const full = allOpenInPerHour(config)
  /** Share of the time for which each zone's valves are open. */
  const openOf = (sector: number) => {
    const cells = areas.map((_, zone) => percent[sector * MAX_TOWERS + zone] ?? 0)
    // With speed control the arm carries the sector's largest cell, and valves open in proportion to that.
    const most = (timerPct && Math.max(...cells)) || 100
    return cells.map((cell) => cell / most)
  }
  return {
    timerOf: (sector) => timerPct?.[sector] ?? panelTimerPct,
    inPerHour: (sector) => {
      const open = openOf(sector)
      return Array.from({ length: MAX_TOWERS }, (_, zone) => full * (open[zone] ?? 0))
    },
    openShare: (sector) => {
      const open = openOf(sector)
      return areas.reduce((sum, area, zone) => sum + area * (open[zone] ?? 0), 0) / total
    },
  }
}
