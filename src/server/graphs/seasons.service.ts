/** The seasons of a user's systems and their days with readings. */
import { databaseOf, type GraphRequest } from '../../contract/graphs.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import type { MemberSystem } from '../systems/membership.ts'
import { selectIntervalsWithReadings } from '../readings/readings-range.store.ts'
import { dayAfter, daysOf, type DaySpan, momentsOf } from '../readings/zone-days.ts'
import { systemOf, systemsOf } from '../systems/membership.store.ts'
import { dayRange } from './graph-days.ts'

export interface Seasons {
  /** Identifiers, newest season first. */
  databases(userId: number): Promise<string[]>
  /**
   * Days with valid readings, oldest first.
   *
   * @throws Problem('system_not_found')
   */
  dates(userId: number, database: string): Promise<string[]>
  /**
   * The system and the days that a request names.
   *
   * @throws Problem
   */
  asked(userId: number, request: GraphRequest): Promise<{ system: MemberSystem; days: DaySpan }>
}

interface Season {
  system: MemberSystem
  year: number
}

const DATABASE = /^(\d{1,10})\/(.+) (\d{4})\.db$/
/** Readings before this are not valid. */
const FIRST_YEAR = 2000

export function createSeasons({ clock, database }: Pick<Kit, 'clock' | 'database'>): Seasons {
  /** Readings are at most some minutes ahead, but in the system's time zone it may be next year already. */
  const lastYear = () => clock.now().getUTCFullYear() + 1

  /** The season of an identifier, which is parsed and compared, never opened. */
  async function seasonOf(userId: number, text: string): Promise<Season> {
    const [, owner, name, year] = DATABASE.exec(text) ?? []
    if (name === undefined || owner !== String(userId)) throw new Problem('system_not_found')
    const system = await database.asCustomer(userId, (tx) => systemOf(tx, userId, name))
    return { system, year: Number(year) }
  }

  /** Years of the system's time zone, newest first. */
  async function yearsOf({ controllerId, timeZone }: MemberSystem): Promise<number[]> {
    const count = lastYear() + 2 - FIRST_YEAR
    const newYears = Array.from({ length: count }, (_, i) => `${FIRST_YEAR + i}-01-01`)
    const intervals = await selectIntervalsWithReadings(
      database.reader,
      controllerId,
      momentsOf(newYears, timeZone),
    )
    return intervals.map((i) => FIRST_YEAR + i).toReversed()
  }

  const isKnownYear = (year: number) => year >= FIRST_YEAR && year <= lastYear()

  /** @throws Problem('date_not_listed') unless both ends of the range are days of the season with readings */
  async function mustBeListed({ system, year }: Season, { start, end }: DaySpan): Promise<void> {
    const edges = [...new Set([start, dayAfter(start), end, dayAfter(end)])].toSorted()
    const intervals = isKnownYear(year)
      ? await selectIntervalsWithReadings(
          database.reader,
          system.controllerId,
          momentsOf(edges, system.timeZone),
        )
      : []
    const listed = (day: string) => day.startsWith(`${year}-`) && intervals.some((i) => edges[i] === day)
    if (!listed(start)) throw new Problem('date_not_listed', { field: 'start_date' })
    if (!listed(end)) throw new Problem('date_not_listed', { field: 'end_date' })
  }

  return {
    async databases(userId) {
      const systems = await database.asCustomer(userId, (tx) => systemsOf(tx, userId))
      const seasons: { name: string; year: number }[] = []
      for (const system of systems)
        for (const year of await yearsOf(system)) seasons.push({ name: system.name, year })
      // systems are in the order of their names, which a stable sort preserves
      return seasons.sort((a, b) => b.year - a.year).map(({ name, year }) => databaseOf(userId, name, year))
    },

    async dates(userId, text) {
      const { system, year } = await seasonOf(userId, text)
      if (!isKnownYear(year)) return []
      const days = daysOf({ start: `${year}-01-01`, end: `${year}-12-31` })
      const bounds = momentsOf([...days, `${year + 1}-01-01`], system.timeZone)
      const intervals = await selectIntervalsWithReadings(database.reader, system.controllerId, bounds)
      return intervals.flatMap((i) => days[i] ?? [])
    },

    async asked(userId, { selected_db, start_date, end_date }) {
      const days = dayRange({ start: start_date, end: end_date })
      const season = await seasonOf(userId, selected_db)
      await mustBeListed(season, days)
      return { system: season.system, days }
    },
  }
}
