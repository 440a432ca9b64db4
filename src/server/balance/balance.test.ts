/** The water balance of a field on the real server: weather, entered rain, applied water, and probe readings. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { balancePath, balancePaths, fieldBalance, outlookList } from '../../contract/balance.ts'
import { alertList, alertPaths } from '../../contract/alerts/alerts.ts'
import { cropPath } from '../../contract/crops.ts'
import { pumpPaths } from '../../contract/pumps.ts'
import { weatherPaths } from '../../contract/weather.ts'
import { dayAfter, dayReader } from '../readings/zone-days.ts'
import { build } from '../testing/build.ts'
import { eventually } from '../testing/test-device.ts'
import { connectedSystem, farm, signedUpUser, validInput } from '../testing/factories.ts'
import { mappedFarm, MAP_SYSTEM as NAME } from '../testing/mapped-farm.ts'
import { wiredFarm } from '../testing/wired-farm.ts'
import { weatherDesk } from '../testing/weather-desk.ts'
import { enqueueWeatherLook } from '../weather/weather.jobs.ts'
import { systemPaths } from '../../contract/systems.ts'

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
const MM_PER_INCH = 25.4

/** A field of barley at full cover under a weather service, with settings applied. */
async function cropped({ away = false } = {}) {
  const desk = await weatherDesk(() => new Date())
  desk.away = away
  const built = await build({ WEATHER_URL: desk.url, ACCESS_TTL: '30d', REFRESH_TTL: '30d' })
  const { pat, place, store, controllerId } = await mappedFarm(built)
  const { kit, call } = built
  // long enough ago for a field to have dried
  await sql`update systems set connected_at = connected_at - interval '30 days'`.execute(kit.database.reader)
  const dayOf = dayReader('America/Edmonton')
  const today = () => dayOf(built.clock.now())
  const setCrop = (json: unknown) => call(cropPath(NAME), { method: 'PUT', json, headers: pat.headers })
  const seen = async () => fieldBalance.parse((await call(balancePath(NAME), pat)).body)
  /** The balance computed after now that matches. */
  const told = (what: string, fits: (found: Awaited<ReturnType<typeof seen>>) => boolean) =>
    eventually(what, async () => {
      const found = await seen()
      return found.known && fits(found) ? { ...found, known: found.known } : null
    })
  const driest = (found: { known: { driest_percent: number | null } }) => found.known.driest_percent ?? -1
  return {
    built,
    desk,
    pat,
    place,
    store,
    controllerId,
    today,
    setCrop,
    seen,
    told,
    driest,
    /** The weather service is up; it is paused after being down. */
    weatherComes: (afterMs = 5 * MINUTE_MS) => {
      desk.away = false
      built.clock.advance(afterMs)
      return kit.database.write((tx) => enqueueWeatherLook(kit.jobs, tx))
    },
    apply: (change: Record<string, unknown> = {}) => {
      built.clock.advance(1000)
      return call(systemPaths.input, { json: validInput(change), headers: pat.headers })
    },
    typeRain: (day: string, mm: number) =>
      call(weatherPaths.rain, { json: { system: NAME, day, mm }, headers: pat.headers }),
    /** A pass that applied so much everywhere in the hour that began then. */
    lay: (at: Date, depthIn: number) =>
      sql`insert into as_applied (controller_id, rev, sector, from_at, to_at, depth_in)
          select ${controllerId}, 1, s, ${at}::timestamptz, ${at}::timestamptz + interval '1 hour',
                 array_fill(${depthIn}::double precision, array[9])
            from generate_series(0, 179) s`.execute(kit.database.reader),
  }
}

/** Barley with full cover for the last month. */
const inFullCover = (today: string) => ({
  crop: 'barley',
  started_on: dayAfter(today, -90),
  stages_by: 'days',
})

describe('a list of fields', () => {
  it('has every system of the user, and shows where a crop is missing', async () => {
    const { built, owner } = await farm()
    await connectedSystem(built, owner, { name: 'South Quarter' })
    const started_on = dayAfter(built.clock.now().toISOString().slice(0, 10), 20)
    await built.call(cropPath('South Quarter'), {
      method: 'PUT',
      json: { crop: 'barley', started_on, stages_by: 'days' },
      headers: owner.headers,
    })
    const listed = outlookList.parse((await built.call(balancePaths.outlooks, owner)).body)
    expect(listed.map(({ system, state }) => [system, state])).toEqual([
      ['North Quarter', 'no_crop'],
      ['South Quarter', 'not_planted'],
    ])
    expect(listed[1]).toMatchObject({ refill_in_days: null, refill_at: null, doubt: null, computed_at: null })
    const stranger = await signedUpUser(built)
    expect((await built.call(balancePaths.outlooks, stranger)).body).toEqual([])
  })
})

describe('a field', () => {
  it(
    'is told from weather and crop, and rain that is typed in moves the day on which it needs water',
    { timeout: 120_000 },
    async () => {
      const field = await cropped({ away: true })
      expect((await field.setCrop(inFullCover(field.today()))).status).toBe(204)
      await field.apply()
      const first = await field.told('a balance without weather', ({ known }) => known?.pass != null)
      expect(first.known).toMatchObject({ doubt: 'guessed', surface: false, probes: 0, forecast_until: null })
      expect(new Set(first.known.days.map(({ use_source }) => use_source))).toEqual(new Set(['usual']))
      await field.weatherComes()
      const dry = await field.told('a dry month', ({ known }) => known?.forecast_until != null)
      const until = dayAfter(new Date().toISOString().slice(0, 10), 6)
      expect(dry.known).toMatchObject({
        doubt: 'estimated',
        surface: true,
        crop: 'barley',
        target_percent: 70,
        // the service's eighth UTC day is not a complete day in Alberta
        forecast_until: until,
        root_mm: expect.closeTo(30 * MM_PER_INCH, 9),
      })
      expect(field.driest(dry)).toBeLessThan(60)
      // today until now, the rest of it and the forecast, after three past days
      const stretches = dry.known.stretches ?? []
      const ahead = (Date.parse(until) - Date.parse(field.today())) / DAY_MS
      expect(stretches).toHaveLength(3 + 2 + ahead)
      expect(stretches.map(({ until }) => until).slice(0, -1)).toEqual(
        stretches.map(({ from }) => from).slice(1),
      )
      expect(Date.parse(stretches[3]?.until ?? '') - field.built.clock.now().getTime()).toBeLessThan(60_000)
      for (const { use_mm, rain_mm } of stretches) expect([use_mm >= 0, rain_mm]).toEqual([true, 0])
      // the week before today, as used by maps: drying from day to day
      const { rows: days } = await sql<{ day: string; cells: Buffer }>`
        select day::text, cells from balance_days order by day`.execute(field.built.kit.database.reader)
      expect(days.map(({ day }) => day)).toEqual(
        [7, 6, 5, 4, 3, 2, 1].map((back) => dayAfter(field.today(), -back)),
      )
      const firsts = days.map(({ cells }) => cells[0] ?? -1)
      expect(firsts).toEqual(firsts.toSorted((a, b) => b - a))
      expect((firsts.at(-1) ?? 0) / 160 - 0.1).toBeGreaterThan(field.driest(dry) / 100)
      expect(days[0]?.cells[3]).toBe(255)
      // without probes all of it is uncertain: 0.1 of 0.13 and more
      const { rows: doubts } = await sql<{ deviation: Buffer | null }>`
        select deviation from balance_days union all select deviation from water_balances`.execute(
        field.built.kit.database.reader,
      )
      expect(doubts).toHaveLength(8)
      for (const { deviation } of doubts) expect((deviation?.[0] ?? 0) / 200).toBeGreaterThan(0.1 / 0.13)
      // p of barley is 0.55 at 5 mm a day
      expect(dry.known.refill_percent).toBeGreaterThan(35)
      expect(dry.known.refill_percent).toBeLessThan(55)
      expect((await field.typeRain(dayAfter(field.today(), -1), 50)).status).toBe(204)
      const rained = await field.told(
        'rain',
        ({ known }) => (known?.driest_percent ?? 0) > field.driest(dry) + 5,
      )
      // 50 mm on 762 mm of loam that holds 0.13 are 50 % of its available water, less evaporation from the wet surface
      expect(field.driest(rained) - field.driest(dry)).toBeGreaterThan(30)
      expect(field.driest(rained) - field.driest(dry)).toBeLessThan(50.5)
      const refill = (at: string | null) => (at === null ? Infinity : Date.parse(at))
      expect(refill(rained.known.refill_at)).toBeGreaterThan(refill(dry.known.refill_at) + 2 * DAY_MS)
    },
  )

  it(
    'that has come to its refill line is an alert, once the weather is known and until it was watered',
    { timeout: 120_000 },
    async () => {
      const field = await cropped({ away: true })
      const { call, app } = field.built
      const alerts = async () => {
        await app.alerts.look()
        return alertList.parse((await call(alertPaths.list, field.pat)).body)
      }
      await field.setCrop(inFullCover(field.today()))
      await field.apply()
      await field.told('a balance without weather', ({ known }) => known?.pass != null)
      // a guess raises no alert
      expect((await alerts()).open).toEqual([])
      await field.weatherComes()
      const dry = await field.told('a dry month', ({ known }) => known?.forecast_until != null)
      expect(Date.parse(dry.known.refill_at ?? '')).toBeLessThanOrEqual(field.built.clock.now().getTime())
      expect((await alerts()).open).toMatchObject([
        { kind: 'refill', system: NAME, detail: { driest_percent: Math.round(field.driest(dry)) } },
      ])
      await field.typeRain(dayAfter(field.today(), -1), 80)
      await field.told('rain', ({ known }) => (known?.driest_percent ?? 0) > field.driest(dry) + 20)
      expect(await alerts()).toMatchObject({ open: [], recent: [{ kind: 'refill', ended: 'over' }] })
    },
  )

  it(
    'gets what the machine laid, follows its probes, and goes on after a restart',
    { timeout: 120_000 },
    async () => {
      const field = await cropped()
      await field.place([[100, 0, 1]])
      await field.setCrop(inFullCover(field.today()))
      await field.apply()
      const dry = await field.told('a dry month', ({ known }) => known?.forecast_until != null)
      await field.lay(new Date(field.built.clock.now().getTime() - DAY_MS), 1)
      // a row inserted by a test publishes no event; the weather of another day does
      await field.typeRain(dayAfter(field.today(), -10), 0)
      const watered = await field.told(
        'a pass',
        ({ known }) => (known?.driest_percent ?? 0) > field.driest(dry) + 5,
      )
      // an inch at 85 %: 21.6 mm, 21.8 % of the available water
      expect(field.driest(watered) - field.driest(dry)).toBeGreaterThan(12)
      expect(field.driest(watered) - field.driest(dry)).toBeLessThan(21.9)
      const yesterday = watered.known.days.find(({ day }) => day === dayAfter(field.today(), -1))
      expect(yesterday?.irrigation_mm).toBeCloseTo(0.85 * MM_PER_INCH, 6)
      // the soil at the probe holds 0.05 more than the balance assumes: 38 % of loam's available water
      const read = 0.12 + 0.13 * (field.driest(watered) / 100) + 0.05
      const now = field.built.clock.now().toISOString()
      await field.store([10, 30, 50, 70].map((depth) => [1, now, read, depth]))
      const probed = await field.told(
        'a probe',
        ({ known }) => (known?.driest_percent ?? 0) > field.driest(watered) + 20,
      )
      expect(field.driest(probed)).toBeGreaterThan(field.driest(watered) + 30)
      expect(field.driest(probed)).toBeLessThan(field.driest(watered) + 42)
      expect(probed.known).toMatchObject({ doubt: 'measured', probes: 1 })
      const { rows: sure } = await sql<{ deviation: Buffer }>`select deviation from water_balances`.execute(
        field.built.kit.database.reader,
      )
      // the probe removed the uncertainty of the whole field; what is left is local, about 0.025
      expect((sure[0]?.deviation[0] ?? 0) / 200).toBeLessThan(0.04 / 0.13)
      const listed = outlookList.parse((await field.built.call(balancePaths.outlooks, field.pat)).body)
      expect(listed[0]).toMatchObject({ system: NAME, state: 'known', doubt: 'measured' })
      const { rows } = await sql<{ basis: string; on: string }>`
      select basis, checkpoint_on::text as on from water_balances`.execute(field.built.kit.database.reader)
      expect(rows[0]?.on).toBe(dayAfter(field.today(), -15))
      const again = async (what: string) => {
        const before = (await field.seen()).computed_at
        await field.apply()
        return field.told(what, ({ computed_at: at }) => at !== before)
      }
      const onwards = await again('the balance from its checkpoint')
      await sql`update water_balances set basis = 'another'`.execute(field.built.kit.database.reader)
      const anew = await again('the balance from the beginning of the season')
      expect(field.driest(anew)).toBeCloseTo(field.driest(onwards), 1)
      expect(field.driest(onwards)).toBeCloseTo(field.driest(probed), 0)
      const bytes = ({ cells_b64: cells }: { cells_b64: string | null }) => [
        ...Buffer.from(cells ?? '', 'base64'),
      ]
      expect(bytes(anew)).toHaveLength(1620 * 5)
      // a second of evaporation later
      expect(
        Math.max(...bytes(anew).map((byte, i) => Math.abs(byte - (bytes(onwards)[i] ?? 0)))),
      ).toBeLessThan(2)
    },
  )

  it(
    'names the probe that reads what it cannot be, while it does, of now and of the days that are over',
    { timeout: 120_000 },
    async () => {
      const field = await cropped()
      await field.place([
        [100, 0, 1],
        [-100, 0, 2],
        [0, 100, 3],
        [0, -100, 4],
      ])
      await field.setCrop(inFullCover(field.today()))
      await field.apply()
      const dry = await field.told('a dry month', ({ known }) => known?.forecast_until != null)
      const balance = 0.12 + 0.13 * (field.driest(dry) / 100)
      const say = (at: Date, thirds: number) =>
        field.store(
          [1, 2, 3, 4].flatMap((probe) =>
            [10, 30, 50, 70].map((depth): [number, string, number, number] => [
              probe,
              at.toISOString(),
              probe === 3 ? thirds : balance + 0.01 * probe,
              depth,
            ]),
          ),
        )
      const now = field.built.clock.now()
      const yesterday = new Date(now.getTime() - DAY_MS)
      // 0.12 above the others is 90 % of loam's available water
      await say(yesterday, balance + 0.15)
      await say(now, balance + 0.15)
      const apart = await field.told('a probe apart', ({ known }) => (known?.contradicting ?? []).length > 0)
      expect(apart.known.contradicting).toEqual([3])
      const { rows } = await sql<{ contradicting: number[] }>`
        select contradicting from balance_days where day = ${dayAfter(field.today(), -1)}::date`.execute(
        field.built.kit.database.reader,
      )
      expect(rows).toEqual([{ contradicting: [3] }])
      field.built.clock.advance(MINUTE_MS)
      await say(field.built.clock.now(), balance + 0.03)
      const agreed = await field.told('agreement', ({ known }) => known?.contradicting?.length === 0)
      expect(agreed.known.probes).toBe(4)
    },
  )

  it('delays its start for likely rain only', { timeout: 120_000 }, async () => {
    const field = await cropped()
    const tomorrow = dayAfter(field.today())
    // unlikely: 4 mm are expected, and a pass is 17
    field.desk.rainMm = (day) => (day === tomorrow ? 40 : 0)
    field.desk.chance = 10
    await field.setCrop(inFullCover(field.today()))
    await field.apply()
    const unlikely = await field.told(
      'a start',
      ({ known }) => known?.start_by != null && known.forecast_until !== null,
    )
    expect(unlikely.known.pass?.net_mm).toBeCloseTo(0.85 * 0.8 * MM_PER_INCH, 6)
    expect(unlikely.known.rain_likely).toBeNull()
    field.desk.chance = 90
    await field.weatherComes(3 * 60 * MINUTE_MS)
    const likely = await field.told('rain that is likely', ({ known }) => known?.rain_likely != null)
    expect(likely.known.rain_likely).toMatchObject({
      mm: expect.closeTo(40, 4),
      chance_percent: 90,
      expected_mm: expect.closeTo(36, 4),
      day: tomorrow,
    })
    const listed = outlookList.parse((await field.built.call(balancePaths.outlooks, field.pat)).body)
    expect(listed[0]?.rain_likely).toEqual(likely.known.rain_likely)
  })

  it('is recomputed when the machine reports what it applied', async () => {
    const { built, owner, controller } = await wiredFarm()
    const started_on = dayAfter(built.clock.now().toISOString().slice(0, 10), -40)
    await built.call(cropPath(NAME), {
      method: 'PUT',
      json: { crop: 'potatoes', started_on, stages_by: 'days' },
      headers: owner.headers,
    })
    const laid = () =>
      eventually('the balance', async () => {
        const { known } = fieldBalance.parse((await built.call(balancePath(NAME), owner)).body)
        return known && known.days.reduce((sum, { irrigation_mm }) => sum + irrigation_mm, 0)
      })
    expect(await laid()).toBe(0)
    const from = new Date(built.clock.now().getTime() - 600_000).toISOString()
    const depthIn = [1, 1, 1, 0, 0, 0, 0, 0, 0]
    await controller.publish('applied', {
      rev: 1,
      sector: 3,
      from,
      to: built.clock.now().toISOString(),
      depthIn,
    })
    // an inch on one of 180 sectors
    await eventually('the water', async () => ((await laid()) > 0 ? true : null))
    expect(await laid()).toBeCloseTo((0.85 * MM_PER_INCH) / 180, 9)
  })
})

describe('two fields on one pump', () => {
  const OTHER = 'South Quarter'

  /** In July, with unknown weather, both equally dry; connected so many days ago, with the soil full of water. */
  async function pumped(daysAgo: number) {
    const built = await build({ ACCESS_TTL: '30d', REFRESH_TTL: '30d' })
    built.clock.advance(Date.parse('2026-07-20T18:00:00Z') - built.clock.now().getTime())
    const pat = await signedUpUser(built)
    for (const name of [NAME, OTHER])
      await connectedSystem(built, pat, { name, flowGpm: 800, speed100MMin: 1 })
    await sql`update systems set connected_at = connected_at - make_interval(days => ${daysAgo})`.execute(
      built.kit.database.reader,
    )
    for (const name of [NAME, OTHER]) {
      built.clock.advance(1000)
      const json = { crop: 'barley', started_on: '2026-05-20', stages_by: 'days' }
      await built.call(cropPath(name), { method: 'PUT', json, headers: pat.headers })
      await built.call(systemPaths.input, { json: validInput({ system_name: name }), headers: pat.headers })
    }
    const setPump = (greatest: number) => {
      const json = {
        name: 'River',
        least_flow_gpm: null,
        greatest_flow_gpm: greatest,
        systems: [NAME, OTHER],
      }
      return built.call(pumpPaths.list, { json, headers: pat.headers })
    }
    const seen = async (name: string) => fieldBalance.parse((await built.call(balancePath(name), pat)).body)
    const passOf = (name: string) =>
      eventually(`the pass of ${name}`, async () => {
        const { known: found } = await seen(name)
        return found?.pass?.hours && found.start_by
          ? { ...found.pass, startBy: Date.parse(found.start_by) }
          : null
      })
    const passes = [await passOf(NAME), await passOf(OTHER)]
    const plan = async () => {
      const { pump } = await seen(NAME)
      const turns = pump?.turns.map(({ system, starts_at, ends_at, late_hours }) => ({
        system,
        from: Date.parse(starts_at),
        to: Date.parse(ends_at),
        late_hours,
      }))
      return { fits: pump?.fits, turns: turns ?? [] }
    }
    return { built, setPump, passes, plan }
  }

  it(
    'start one after the other, each as late as possible, if the pump supplies only one',
    { timeout: 120_000 },
    async () => {
      const field = await pumped(5)
      expect((await field.setPump(1000)).status).toBe(201)
      const { fits, turns } = await field.plan()
      const [first, second] = turns
      expect(fits).toBe(true)
      expect(new Set(turns.map(({ system }) => system))).toEqual(new Set([NAME, OTHER]))
      expect(turns.map(({ late_hours }) => late_hours)).toEqual([0, 0])
      // the first ends when the second begins, at its latest start; a minute is the duration of the request
      expect(Math.abs((second?.from ?? 0) - (first?.to ?? 0))).toBeLessThan(MINUTE_MS)
      expect(
        Math.abs((second?.from ?? 0) - Math.max(...field.passes.map(({ startBy }) => startBy))),
      ).toBeLessThan(MINUTE_MS)
      const hours = field.passes.map((pass) => pass.hours ?? 0)
      expect(((first?.to ?? 0) - (first?.from ?? 0)) / (60 * MINUTE_MS)).toBeCloseTo(hours[0] ?? 0, 3)
    },
  )

  it('are reported as late if no order is in time', { timeout: 120_000 }, async () => {
    const field = await pumped(60)
    await field.setPump(1000)
    const { fits, turns } = await field.plan()
    expect(fits).toBe(false)
    expect(turns).toHaveLength(2)
    expect((turns[1]?.from ?? 0) - (turns[0]?.to ?? 0)).toBeGreaterThan(-MINUTE_MS)
    // the second waits for a whole pass of the first, and both should have started
    const [pass] = field.passes
    expect(turns[1]?.late_hours).toBeGreaterThan((pass?.hours ?? 0) - 1)
  })

  it('need no order if the pump supplies both', { timeout: 120_000 }, async () => {
    const field = await pumped(5)
    await field.setPump(1600)
    const { fits, turns } = await field.plan()
    expect(fits).toBe(true)
    for (const { from, system } of turns) {
      const startBy = field.passes[system === NAME ? 0 : 1]?.startBy ?? 0
      expect(Math.abs(from - startBy)).toBeLessThan(MINUTE_MS)
    }
    expect(turns).toHaveLength(2)
  })
})
