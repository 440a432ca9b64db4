/** Weather: the days of a member's system, and rain that owners and operators enter or choose. */
import { RAIN_DAYS_BACK, rainBody, rainChoiceBody, type Weather, type WeatherDay } from '#contract/weather.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer, type Reader, type ServerTx } from '../kit/postgres/transactions.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { dayAfter, dayReader, daysOf } from '../readings/zone-days.ts'
import { mayChange } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { dailyWeather, type DailyWeather } from './daily-weather.ts'
import { type Saying, storeRainChoice, storeTypedRain } from './rain.store.ts'
import { weatherChanged } from './weather.events.ts'
import { selectFetchOfSystem, selectFile, selectServiceRest } from './weather.store.ts'

export interface WeatherService {
  /** @throws Problem('system_not_found') */
  weather(userId: number, system: string): Promise<Weather>
  /** @throws Problem of the body, 'system_not_found', 'role_may_not_change', 'rain_day_invalid' */
  typeRain(person: Person, body: unknown): Promise<void>
  /** @throws Problem as above */
  chooseRain(person: Person, body: unknown): Promise<void>
}

/** A weather service that is queried. */
interface AskedService {
  name: string
}

/** The user; the name is stored with the entry. */
interface Person {
  id: number
  name: string
}

const OFF = { state: 'off', fetched_at: null, failure: null } as const

const LATE_MS = 6 * 3_600_000
/** Longest forecast of any service. */
const DAYS_AHEAD = 15

/** @param services the services to query */
export function createWeather(kit: Kit, services: readonly AskedService[]): WeatherService {
  const { clock, database, events } = kit

  async function change(
    { id: userId, name: userName }: Person,
    { system: name, day, ...said }: { system: string; day: string; mm?: number | null; source?: unknown },
    store: (tx: ServerTx, systemId: number, saying: Saying) => Promise<void>,
  ): Promise<void> {
    await database.asCustomer(userId, async (tx) => {
      const system = await systemOf(tx, userId, name)
      mayChange(system)
      const now = clock.now()
      const today = dayReader(system.timeZone)(now)
      const from = dayAfter(today, -RAIN_DAYS_BACK)
      // a gauge cannot have a reading in the future
      if (!daysOf({ start: from, end: today }).includes(day))
        throw new Problem('rain_day_invalid', { field: 'day' })
      const span = { start: day, end: day }
      const used = async () => usedRain(await dailyWeather(tx, system, span, now))
      const before = await used()
      const server = await continueAsServer(tx)
      await store(server, system.id, { userId, userName, at: now })
      await recordAudit(server, {
        at: now,
        userId,
        action: 'rain change',
        systemId: system.id,
        systemName: name,
        before,
        after: { day, ...said, ...(await used()) },
        outcome: 'accepted',
      })
      await events.publish(server, weatherChanged, {
        systemId: system.id,
        controllerId: system.controllerId,
        from: day,
      })
    })
  }

  async function stateOfServices(tx: Reader, systemId: number, now: Date) {
    const stateOf = async ({ name }: AskedService) => {
      const fetched = await selectFetchOfSystem(tx, name, systemId)
      const fetchedAt = fetched?.fetchedAt ?? null
      // it failed at another place, and was not queried for this one since
      const failure = fetched?.failure ?? (await selectServiceRest(tx, name))?.failure ?? null
      return { state: stateAt(fetchedAt, now), fetched_at: fetchedAt?.toISOString() ?? null, failure }
    }
    const forecast = services.find(({ name }) => name === 'forecast' || name === 'simulated')
    const networks: Weather['networks'] = []
    for (const service of services)
      if (service.name === 'eccc' || service.name === 'rcc-acis')
        networks.push({ network: service.name, ...(await stateOf(service)) })
    return {
      ...(forecast ? await stateOf(forecast) : OFF),
      simulated: forecast?.name === 'simulated',
      networks,
    }
  }

  return {
    weather: (userId, name) =>
      // locked, so that a concurrent fetch cannot change the days in between
      database.readAsCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        const now = clock.now()
        const today = dayReader(system.timeZone)(now)
        const span = { start: dayAfter(today, -RAIN_DAYS_BACK), end: dayAfter(today, DAYS_AHEAD) }
        const services = await stateOfServices(tx, system.id, now)
        const days = await dailyWeather(tx, system, span, now)
        // for a future day the amount is not a forecast either
        const lastKnown = days.findLastIndex(
          ({ day, air, rain }) => day <= today || air !== null || rain !== null,
        )
        const file = (await selectFile(tx, system.id)) ?? null
        return {
          system: name,
          file,
          ...services,
          today,
          days: days.slice(0, lastKnown + 1).map(weatherDayOf),
        }
      }),

    typeRain: (person, body) => {
      const attempt = { userId: person.id, action: 'rain change' as const }
      return attempted(
        kit,
        { ...attempt, after: auditable(body, ['day', 'mm'] satisfies (keyof typeof rainBody.shape)[]) },
        () => {
          const typed = readBody(rainBody, body)
          return change(person, typed, (tx, id, saying) =>
            storeTypedRain(tx, id, typed.day, typed.mm, saying),
          )
        },
      )
    },

    chooseRain: (person, body) => {
      const attempt = { userId: person.id, action: 'rain change' as const }
      return attempted(
        kit,
        {
          ...attempt,
          after: auditable(body, ['day', 'source'] satisfies (keyof typeof rainChoiceBody.shape)[]),
        },
        () => {
          const rainChoice = readBody(rainChoiceBody, body)
          const { day, source } = rainChoice
          return change(person, rainChoice, (tx, id, saying) => storeRainChoice(tx, id, day, source, saying))
        },
      )
    },
  }
}

/** The current weather of a day, for the audit. */
function usedRain([day]: readonly DailyWeather[]) {
  return { used: day?.rain?.source ?? null, used_mm: day?.rain?.mm ?? null }
}

function weatherDayOf({ day, forecast, air, et, rain, rainChancePct, beside }: DailyWeather): WeatherDay {
  const { amounts, chosen, said, station } = beside
  return {
    day,
    forecast,
    max_c: air?.maxC ?? null,
    min_c: air?.minC ?? null,
    reference_et_mm: et?.mm ?? null,
    et_method: et?.method ?? null,
    et_certainty: et?.certainty ?? null,
    et_source: et?.source ?? null,
    rain_chance_pct: rainChancePct,
    rain: {
      used_mm: rain?.mm ?? null,
      used: rain?.source ?? null,
      chosen: chosen ? saidBy(said?.chosenBy, said?.chosenAt) : null,
      typed_mm: amounts.typed,
      typed: saidBy(said?.typedBy, said?.typedAt),
      gauge_mm: amounts.gauge,
      station_mm: amounts.station,
      station,
      model_mm: amounts.model,
    },
  }
}

function saidBy(name: string | null | undefined, at: Date | null | undefined) {
  return at ? { name: name ?? '', at: at.toISOString() } : null
}

function stateAt(fetchedAt: Date | null, now: Date): Weather['state'] {
  if (fetchedAt === null) return 'waiting'
  return now.getTime() - fetchedAt.getTime() > LATE_MS ? 'late' : 'current'
}
