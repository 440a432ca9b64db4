/** Seasonal water use of a member's systems, and the licences that owners and operators enter. */
import { licenceBody, licenceQuery, M3_PER_UNIT, type Season } from '../../contract/seasons.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer } from '../kit/postgres/transactions.ts'
import { readBody } from '../kit/problem.ts'
import { dayReader, momentsOf } from '../readings/zone-days.ts'
import { mayChange } from '../systems/membership.ts'
import { systemOf, systemsOf } from '../systems/membership.store.ts'
import { cellAreas, monthStarts, seasonCsv, seasonOf } from './seasons.rules.ts'
import {
  firstApplied,
  selectAppliedMonths,
  selectLicences,
  selectMetered,
  selectPumpedMonths,
  type StoredLicence,
  storeLicence,
} from './seasons.store.ts'

export interface Seasons {
  /** Of every system that the user is a member of. */
  season(userId: number, year: number): Promise<Season>
  file(userId: number, year: number): Promise<{ name: string; content: string }>
  /** @throws Problem('system_not_found'), Problem('role_may_not_change'), Problem of the body */
  enterLicence(userId: number, query: unknown, body: unknown): Promise<void>
  /** From that year on there is no licence. @throws Problem as above */
  endLicence(userId: number, query: unknown): Promise<void>
}

export function createSeasons(kit: Kit): Seasons {
  const { clock, database } = kit

  function season(userId: number, year: number): Promise<Season> {
    return database.asCustomer(userId, async (tx) => {
      const systems = await systemsOf(tx, userId)
      const ids = systems.map(({ id }) => id)
      const licences = await selectLicences(tx, ids, year)
      const first = await firstApplied(
        tx,
        systems.map(({ controllerId }) => controllerId),
      )
      const zone = systems[0]?.timeZone ?? 'UTC'
      const seasons = []
      for (const system of systems) {
        const bounds = momentsOf(monthStarts(year), system.timeZone)
        const sums = await selectAppliedMonths(tx, system.controllerId, bounds, cellAreas(system.pivot))
        const pumped = await selectPumpedMonths(tx, system.controllerId, bounds)
        const metered = await selectMetered(tx, system.controllerId, bounds)
        const licence = licences.find(({ systemId }) => systemId === system.id)
        seasons.push(seasonOf(system, sums, { pumped, metered }, licence))
      }
      const firstYear = Number(dayReader(zone)(first ?? clock.now()).slice(0, 4))
      return { year, first_year: firstYear, systems: seasons }
    })
  }

  async function store(
    userId: number,
    { system: name, year }: { system: string; year: string },
    amount: Pick<StoredLicence, 'volumeM3' | 'unit'>,
  ): Promise<void> {
    await database.asCustomer(userId, async (tx) => {
      const system = await systemOf(tx, userId, name)
      mayChange(system)
      const licence = { systemId: system.id, fromYear: Number(year), ...amount }
      const [before] = await selectLicences(tx, [system.id], licence.fromYear)
      const server = await continueAsServer(tx)
      await storeLicence(server, licence)
      await recordAudit(server, {
        at: clock.now(),
        userId,
        action: 'licence change',
        systemId: system.id,
        systemName: name,
        before,
        after: licence,
        outcome: 'accepted',
      })
    })
  }

  return {
    season,

    async file(userId, year) {
      return { name: `water-${year}.csv`, content: seasonCsv(await season(userId, year)) }
    },

    enterLicence: (userId, query, body) =>
      attempted(
        kit,
        {
          userId,
          action: 'licence change',
          after: auditable(body, ['volume', 'unit'] satisfies (keyof typeof licenceBody.shape)[]),
        },
        async () => {
          const { volume, unit } = readBody(licenceBody, body)
          await store(userId, readBody(licenceQuery, query), { volumeM3: volume * M3_PER_UNIT[unit], unit })
        },
      ),

    endLicence: (userId, query) =>
      attempted(kit, { userId, action: 'licence change', after: null }, () =>
        store(userId, readBody(licenceQuery, query), { volumeM3: null, unit: 'm3' }),
      ),
  }
}
