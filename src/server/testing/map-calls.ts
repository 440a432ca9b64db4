/** Calls for surfaces as numbers, with parsing. */
import {
  mapPaths,
  mapSeries,
  moistureGrid,
  type MoistureGrid,
  type QuantisedCells,
} from '../../contract/maps.ts'
import type { SignedIn } from './accounts.ts'
import type { Built } from './build.ts'
import { MAP_SYSTEM } from './mapped-farm.ts'

export function ask(built: Built, user: SignedIn, path: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ system: MAP_SYSTEM, ...more })
  return built.call(`${path}?${query}`, { headers: user.headers })
}

export async function surfaceOf(built: Built, user: SignedIn, more: Record<string, string> = {}) {
  return moistureGrid.parse((await ask(built, user, mapPaths.surface, more)).body)
}

export async function seriesOf(built: Built, user: SignedIn, more: Record<string, string> = {}) {
  return mapSeries.parse((await ask(built, user, mapPaths.series, more)).body)
}

export function valuesOf({ offset, step, b64 }: QuantisedCells): number[] {
  return [...Buffer.from(b64, 'base64')].map((byte) => (byte === 255 ? Number.NaN : offset + step * byte))
}

/** The share at a place, metres from the pivot; the wetted radius is 190 m. */
export function cellAt(
  { size, shares }: Pick<MoistureGrid, 'size' | 'shares'>,
  x: number,
  y: number,
): number {
  if (!shares) throw new Error('no map')
  const at = (metres: number) => Math.floor(((metres / 190 + 1) / 2) * size)
  return valuesOf(shares)[at(-y) * size + at(x)] ?? Number.NaN
}
