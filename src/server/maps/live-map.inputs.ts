/** Gathers what the live map of a controller's system shows, as the server itself. */
import { createHash } from 'node:crypto'
import { READING_FRESH_MS } from '../../contract/limits.ts'
import type { Reader } from '../kit/database.ts'
import { placedProbes } from '../probes/placed-probes.ts'
import { readLatest } from '../readings/readings.store.ts'
import type { LiveMapInputs } from './live-map-content.ts'
import { selectMappedSystem } from './maps.store.ts'

/** Counted up whenever the same inputs would be drawn otherwise. */
const DRAWING = 1

/** @returns null when the controller has no system */
export async function liveMapInputs(
  db: Reader,
  controllerId: number,
  now: Date,
): Promise<LiveMapInputs | null> {
  const system = await selectMappedSystem(db, controllerId)
  if (!system) return null
  const placed = await placedProbes(db, system)
  const latest = await readLatest(db, controllerId, new Date(now.getTime() - READING_FRESH_MS))
  const { name, timeZone, towerRadiiM, wettedRadiusM, arc, texture, rootDepthIn, targetPercent } = system
  const probes = placed.map(({ number, x, y }) => ({
    number,
    x,
    y,
    sensors: latest
      .filter(({ probe }) => probe === number)
      .map(({ depthCm, at, value }) => ({ depthCm, at, value })),
  }))
  return { name, timeZone, towerRadiiM, wettedRadiusM, arc, texture, rootDepthIn, targetPercent, probes }
}

/** The same for the same picture: another one means that a drawing is no longer true. */
export function fingerprintOf(inputs: LiveMapInputs): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING, inputs]))
    .digest('hex')
}
