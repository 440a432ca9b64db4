/** Graphs: a picture compared with matplotlib's of the same readings, and a whole request on a table of ten million. */
import { sql } from 'kysely'
import { seededRandom } from '../src/agronomy/seeded-random.ts'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { user } from '../src/contract/accounts/accounts.ts'
import { databaseOf, graphPaths, graphPictures } from '../src/contract/graphs.ts'
import type { GraphContent } from '../src/server/graphs/graph-content.ts'
import { graphPicture } from '../src/server/graphs/graph-picture.ts'
import type { Kit } from '../src/server/installation/kit.ts'
import { findSystem } from '../src/server/systems/systems.store.ts'
import type { Bench } from './bench.ts'
import { type Field, startField } from './field.ts'
import { drawnByMatplotlib, requireMatplotlib } from './matplotlib.ts'
import type { MachineWorth } from './machine-worth.ts'
import { median, ms, print, target } from './measure.ts'
import { post } from './product.ts'

const DEPTHS = [20, 40, 60, 80]
const DAYS = 90
const MINUTES = 15
const A_DAY = (24 * 60) / MINUTES
const DAY_MS = 86_400_000
const ROUNDS = 3
const DRAWINGS = 9
const MATPLOTLIB_SHARE_MAX = 1 / 12
/** Of a whole request, server and database together, in bare hashes; its elapsed time depends on other load. */
const REQUEST_HASHES_MAX = 5
const REQUESTS = 100
/** Warm-up requests, while the server compiles hot code. */
const WARMING = 10
/** Of all systems together; `GRAPH_READINGS=1000000 npm run bench -- graph` makes a smaller table. */
const READINGS = Number(process.env['GRAPH_READINGS'] ?? 10_000_000)
/** The first day with readings in the table. */
const FIRST_DAY = '2025-03-01'
const SEASON_DAYS = 200
const SENSORS_TOGETHER = 20
const TIME_ZONE = 'America/Edmonton'

/** A season of a probe: irrigation every eight days, daily loss, a little noise, a gap of four days. */
function season(): GraphContent {
  const random = seededRandom(6)
  const from = Date.parse('2025-06-01T06:00:00Z')
  const lines = DEPTHS.map((depthCm) => {
    const times: number[] = []
    const values: number[] = []
    let theta = 0.24
    for (let i = 0; i < DAYS * A_DAY; i += 1) {
      const day = i / A_DAY
      theta += day % 8 < 1 / A_DAY ? 0.25 - theta : -0.00007 * (1 + Math.sin(2 * Math.PI * day))
      if (day > 40 && day < 44) continue
      times.push(from + i * MINUTES * 60_000)
      values.push(theta - depthCm / 4000 + random.between(-0.001, 0.001))
    }
    return { depthCm, times: Float64Array.from(times), values: Float64Array.from(values) }
  })
  return {
    system: 'Field 0-0',
    probe: 3,
    timeZone: TIME_ZONE,
    days: { start: '2025-06-01', end: '2025-08-29' },
    from,
    to: from + DAYS * DAY_MS,
    lines,
    band: { full: 0.25, refill: 0.211, wiltingPoint: 0.12 },
    passes: [],
  }
}

/** CPU of one drawing, ms. */
function cpuOf(content: GraphContent): number {
  const before = process.cpuUsage()
  graphPicture(content)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function againstMatplotlib(): Promise<boolean> {
  const content = season()
  const first = cpuOf(content)
  for (let i = 0; i < DRAWINGS; i += 1) graphPicture(content)
  const ours: number[] = []
  const theirs: number[] = []
  let bytes = 0
  // alternating, so that a busy moment of the machine affects both
  for (let round = 0; round < ROUNDS; round += 1) {
    const drawings = await drawnByMatplotlib(content, DRAWINGS)
    theirs.push(...drawings.milliseconds)
    bytes = drawings.bytes
    for (let i = 0; i < DRAWINGS; i += 1) ours.push(cpuOf(content))
  }
  const [ourMedian, theirMedian] = [median(ours), median(theirs)]
  print(
    `Picture: ${DEPTHS.length} depths x ${DAYS} days at ${MINUTES} minutes, 1800 x 800 PNG with axes and legend`,
  )
  print(
    `  product    ${ourMedian.toFixed(1)} ms CPU, median of ${ours.length}, ${Math.round(graphPicture(content).length / 1024)} KiB; the first one, not yet compiled, ${first.toFixed(0)} ms`,
  )
  print(
    `  matplotlib ${theirMedian.toFixed(1)} ms CPU, median of ${theirs.length}, ${Math.round(bytes / 1024)} KiB`,
  )
  return target(
    `at most 1/12 of matplotlib's: 1/${(theirMedian / ourMedian).toFixed(1)}`,
    ourMedian <= theirMedian * MATPLOTLIB_SHARE_MAX,
  )
}

/** One sensor of the customer's, and others of other systems up to the size of the table. */
async function fill(kit: Kit): Promise<void> {
  const ownSystem = await findSystem(kit.database.reader, 'Field 0-0')
  if (!ownSystem) throw new Error('no system')
  const sensors = Math.max(1, Math.ceil(READINGS / (SEASON_DAYS * A_DAY)))
  const db = kit.database.reader
  const months = sql`select array_agg(month::date) from generate_series(${FIRST_DAY}::timestamp,
    ${FIRST_DAY}::timestamp + make_interval(days => ${SEASON_DAYS}), interval '1 month') as month`
  await sql`select ensure_reading_months((${months}))`.execute(db)
  // a sensor of every controller, the customer's first. A few at a time, because statements have a timeout here, too
  for (let first = 0; first < sensors; first += SENSORS_TOGETHER)
    await sql`
      insert into readings (controller_id, probe, depth_cm, at, value)
      select ${ownSystem.controllerId}::integer + sensor / 20, 1 + sensor % 20 / 4, 20 * (1 + sensor % 4),
             ${FIRST_DAY}::timestamp at time zone 'UTC' + make_interval(mins => ${MINUTES} * i),
             0.2 + 0.04 * sin(i / 300.0 + sensor)
        from generate_series(${first}::integer, ${Math.min(sensors, first + SENSORS_TOGETHER) - 1}::integer) as sensor,
             generate_series(0, ${SEASON_DAYS * A_DAY - 1}) as i
       where sensor = 0 or sensor >= 20`.execute(db)
  await sql`
    insert into sensors (controller_id, probe, depth_cm, last_at, last_value)
    select controller_id, probe, depth_cm, max(at), 0.2 from readings group by 1, 2, 3`.execute(db)
  await sql`vacuum analyze readings`.execute(db)
}

const dayText = (day: number) => {
  const iso = new Date(Date.parse(FIRST_DAY) + day * DAY_MS).toISOString().slice(0, 10)
  return iso.split('-').toReversed().join('-')
}

/** Each with another range of ninety days: none has been drawn before. @param days first day of each */
async function requests({ url, customers: [customer] }: Field, days: number[]): Promise<number[]> {
  if (!customer) throw new Error('no customer')
  const headers = { authorization: `JWT ${customer.access}` }
  const me = user.parse(await (await fetch(url + accountPaths.me, { headers })).json())
  const durations: number[] = []
  for (const day of days) {
    const body = {
      user_id: me.id,
      selected_db: databaseOf(me.id, 'Field 0-0', 2025),
      start_date: dayText(day),
      end_date: dayText(day + DAYS - 1),
    }
    const startedAt = performance.now()
    const response = await post(url + graphPaths.dates, body, headers)
    durations.push(performance.now() - startedAt)
    const { plot_urls: urls } = graphPictures.parse(await response.json())
    if (Object.keys(urls).join() !== 'P1-20cm') throw new Error(`pictures of ${Object.keys(urls).join()}`)
  }
  return durations.toSorted((a, b) => a - b)
}

async function wholeRequest({ hash }: MachineWorth): Promise<boolean> {
  const field = await startField({ customers: 1, systemsEach: 1, controllers: 1 })
  try {
    const startedAt = performance.now()
    await field.beside(fill)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const { rows } = await field.beside((kit) =>
      sql<{ count: number }>`select count(*) as count from readings`.execute(kit.database.reader),
    )
    const days = Array.from({ length: WARMING + REQUESTS }, (_, i) => 1 + i)
    await requests(field, days.slice(0, WARMING))
    const before = await field.processorMs()
    const durations = await requests(field, days.slice(WARMING))
    const processorMs = ((await field.processorMs()) - before) / durations.length
    const at = (share: number) => durations[Math.ceil(share * durations.length) - 1] ?? Number.NaN
    print(
      `Request: ${DAYS} days of one sensor to a stored picture, ${rows[0]?.count ?? 0} readings in the table (filled in ${seconds} s)`,
    )
    print(
      `  p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms of ${durations.length}, none drawn before`,
    )
    print(`  ${processorMs.toFixed(0)} ms of processor time each, server and database together`)
    return target(
      `at most ${REQUEST_HASHES_MAX} hashes of ${ms(hash.cost)}: ${(processorMs / hash.cost).toFixed(1)}`,
      processorMs <= REQUEST_HASHES_MAX * hash.cost,
    )
  } finally {
    await field.stop()
  }
}

export const bench: Bench = {
  async run(worth) {
    requireMatplotlib()
    const comparison = await againstMatplotlib()
    return (await wholeRequest(worth)) && comparison
  },
}
