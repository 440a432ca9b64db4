/** The last pass of an arm, from the newest record of each sector: back in time, as long as it went on without a long stop. */
import type { MapPass } from './map-inputs.ts'

/** The newest record of a sector. */
export interface SectorRecord {
  sector: number
  from: Date
  to: Date
  /** Any zone got water. */
  watered: boolean
}

/** A machine that stood for longer has begun anew. */
const STOP_MS = 12 * 3_600_000

/** Null where nothing was watered. */
export function lastPass(records: readonly SectorRecord[]): MapPass | null {
  const newestFirst = records.toSorted((a, b) => b.to.getTime() - a.to.getTime())
  const [newest] = newestFirst
  if (!newest) return null
  let began = newest.from
  const sectors: number[] = []
  for (const { sector, from, to, watered } of newestFirst) {
    if (began.getTime() - to.getTime() > STOP_MS) break
    if (from < began) began = from
    if (watered) sectors.push(sector)
  }
  if (sectors.length === 0) return null
  return { from: began, to: newest.to, sectors: sectors.sort((a, b) => a - b) }
}

/** A stretch of neighbouring sectors. */
export interface Stretch {
  first: number
  count: number
}

/**
 * Sectors as stretches, clockwise; one across north is one stretch.
 *
 * @param sectors rising, each once
 * @param round how many there are in a circle
 */
export function stretchesOf(sectors: readonly number[], round: number): Stretch[] {
  const stretches: Stretch[] = []
  for (const sector of sectors) {
    const last = stretches.at(-1)
    if (last && last.first + last.count === sector) last.count += 1
    else stretches.push({ first: sector, count: 1 })
  }
  const [first] = stretches
  const last = stretches.at(-1)
  if (!first || !last || first === last || first.first !== 0 || last.first + last.count !== round)
    return stretches
  return [...stretches.slice(1, -1), { first: last.first, count: last.count + first.count }]
}
