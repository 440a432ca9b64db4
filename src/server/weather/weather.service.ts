/** Weather: what members see of their system's days, and rain that owners and operators type in or choose. */
import {
  RAIN_DAYS_BACK,
  rainBody,
  rainChoiceBody,
  type Weather,
  type WeatherDay,
} from '../../contract/weather.ts'
import { attempted, auditable } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Kit } from '../installation/kit.ts'
import { continueAsServer, type ServerTx } from '../kit/postgres/database.ts'
import { Problem, readBody } from '../kit/problem.ts'
import { dayAfter, dayReader, daysOf } from '../readings/zone-days.ts'
import { mayChange } from '../systems/membership.ts'
import { systemOf } from '../systems/membership.store.ts'
import { rainOf } from './weather.rules.ts'
import {
  selectSaidRain,
  selectWeatherDays,
  selectWeatherFetch,
  storeRainChoice,
  storeTypedRain,
} from './weather.store.ts'

export interface WeatherService {
  /** @throws Problem('system_not_found') */
  weather(userId: number, system: string): Promise<Weather>
  /** @throws Problem of the body, 'system_not_found', 'role_may_not_change', 'rain_day_invalid' */
  typeRain(userId: number, body: unknown): Promise<void>
  /** @throws Problem as above */
  chooseRain(userId: number, body: unknown): Promise<void>
}

const LATE_MS = 6 * 3_600_000

export function createWeather(kit: Kit): WeatherService {
  const { clock, config, database } = kit

  async function change(
    userId: number,
    { system: name, day, ...said }: { system: string; day: string; mm?: number | null; source?: unknown },
    store: (tx: ServerTx, systemId: number) => Promise<void>,
  ): Promise<void> {
    await database.asCustomer(userId, async (tx) => {
      const system = await systemOf(tx, userId, name)
      mayChange(system)
      const today = dayReader(system.timeZone)(clock.now())
      const from = dayAfter(today, -RAIN_DAYS_BACK)
      // of the future nobody has read a gauge
      if (!daysOf({ start: from, end: today }).includes(day))
        throw new Problem('rain_day_invalid', { field: 'day' })
      const before = (await selectSaidRain(tx, system.id, day)).find((each) => each.day === day)
      const server = await continueAsServer(tx)
      await store(server, system.id)
      await recordAudit(server, {
        at: clock.now(),
        userId,
        action: 'rain change',
        systemId: system.id,
        systemName: name,
        before,
        after: { day, ...said },
        outcome: 'accepted',
      })
    })
  }

  return {
    weather: (userId, name) =>
      database.asCustomer(userId, async (tx) => {
        const { id, timeZone } = await systemOf(tx, userId, name)
        const now = clock.now()
        const today = dayReader(timeZone)(now)
        const from = dayAfter(today, -RAIN_DAYS_BACK)
        const fetched = await selectWeatherFetch(tx, id)
        const model = new Map((await selectWeatherDays(tx, id, from)).map((each) => [each.day, each]))
        const said = new Map((await selectSaidRain(tx, id, from)).map((each) => [each.day, each]))
        const last = [...model.keys()].at(-1) ?? today
        const days = daysOf({ start: from, end: last < today ? today : last }).map((day): WeatherDay => {
          const found = model.get(day)
          // what was foretold of a day that is over is no weather
          const known = found?.forecast && day < today ? undefined : found
          const spoken = said.get(day)
          return {
            day,
            forecast: day >= today,
            max_c: known?.maxC ?? null,
            min_c: known?.minC ?? null,
            reference_et_mm: known?.referenceEtMm ?? null,
            et_method: known?.etMethod ?? null,
            rain_chance_pct: day >= today ? (known?.rainChancePct ?? null) : null,
            rain: rainOf(spoken?.mm ?? null, known?.rainMm ?? null, spoken?.choice ?? null),
          }
        })
        const fetchedAt = fetched?.fetchedAt ?? null
        return {
          system: name,
          state: stateOf(config.weather !== null, fetchedAt, now),
          fetched_at: fetchedAt?.toISOString() ?? null,
          failure: fetched?.failure ?? null,
          today,
          days,
        }
      }),

    typeRain: (userId, body) =>
      attempted(kit, { userId, action: 'rain change', after: auditable(body, ['day', 'mm']) }, () => {
        const typed = readBody(rainBody, body)
        return change(userId, typed, (tx, id) => storeTypedRain(tx, id, typed.day, typed.mm, clock.now()))
      }),

    chooseRain: (userId, body) =>
      attempted(kit, { userId, action: 'rain change', after: auditable(body, ['day', 'source']) }, () => {
        const chosen = readBody(rainChoiceBody, body)
        return change(userId, chosen, (tx, id) => storeRainChoice(tx, id, chosen.day, chosen.source))
      }),
  }
}

function stateOf(on: boolean, fetchedAt: Date | null, now: Date): Weather['state'] {
  if (!on) return 'off'
  if (fetchedAt === null) return 'waiting'
  return now.getTime() - fetchedAt.getTime() > LATE_MS ? 'late' : 'current'
}
