/** The cost of a thousand running systems without users: every machine moves, every gateway sends at its usual interval. */
import type { Bench } from './bench.ts'
import { type Field, startField } from './field.ts'
import { connectionsLine, startLoad } from './field-load.ts'
import { sendReadings } from './gateways.ts'
import { print, target } from './measure.ts'
import { type Shares, sharesLine } from './processor-time.ts'

const SYSTEMS = Number(process.env['BENCH_SYSTEMS'] ?? 1000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60)
const WARM_UP_SECONDS = 15
/** Four probes of three depths, every quarter of an hour, in one message. */
const READINGS_EACH = 12
const EVERY_S = 900
interface Costs {
  shares: Shares
  memoryMb: number
  diskMb: number
  /** Messages of each kind since the start of the server. */
  messages: Map<string, number>
}

async function costsOf(field: Field, count: () => Promise<Shares>): Promise<Costs> {
  const text = await (await fetch(`${field.url}/metrics`)).text()
  const lines = text.matchAll(/^headgate_device_messages_total\{kind="(\w+)"\} (\d+)$/gm)
  return {
    shares: await count(),
    memoryMb: await field.memoryMb(),
    diskMb: await field.beside(async ({ database }) => {
      const { rows } = await database.pool.query<{ mb: number }>(
        'select pg_database_size(current_database()) / 1048576.0::float8 as mb',
      )
      return rows[0]?.mb ?? 0
    }),
    messages: new Map([...lines].map(([, kind = '', count]) => [kind, Number(count)])),
  }
}

async function measure(field: Field): Promise<boolean> {
  const quiet = await costsOf(field, await field.countShares([]))
  print(`${quiet.memoryMb.toFixed(0)} MB with nobody connected`)
  const load = await startLoad(field, { overMqtt: SYSTEMS, overHttp: 0, each: READINGS_EACH, inFlight: 10 })
  try {
    const readings = load.gateways.ask(sendReadings, {
      messagesPerSecond: SYSTEMS / EVERY_S,
      seconds: WARM_UP_SECONDS + SECONDS,
      sendRest: true,
    })
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1000))
    const before = await costsOf(field, await field.countShares(load.pids))
    const count = await field.countShares(load.pids)
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
    const after = await costsOf(field, count)
    const { sent, answeredAtLast } = await readings
    const perThousand = (value: number) => (value * 1000) / SYSTEMS
    const kinds = [...after.messages].map(([kind, count]) => {
      const perSecond = (count - (before.messages.get(kind) ?? 0)) / SECONDS
      return `${kind} ${perThousand(perSecond).toFixed(1)}`
    })
    const { server, database } = after.shares
    const grownMb = after.diskMb - before.diskMb
    print(`${SYSTEMS} systems for ${SECONDS} s, ${await connectionsLine(load)}`)
    print(`processor: ${sharesLine(after.shares)}`)
    print('per 1,000 systems:')
    print(
      `  processor  server ${perThousand(server * 100).toFixed(0)} %, database ${perThousand(database * 100).toFixed(0)} % of one`,
    )
    print(
      `  memory     ${perThousand(after.memoryMb - quiet.memoryMb).toFixed(0)} MB above the ${quiet.memoryMb.toFixed(0)} MB of an empty server`,
    )
    print(`  messages   ${kinds.join(', ')} a second`)
    print(
      `  disk       the database grew by ${perThousand(grownMb).toFixed(1)} MB meanwhile: room for updates, for the most part`,
    )
    return target('every reading answered', sent === answeredAtLast)
  } finally {
    await load.stop()
  }
}

export const bench: Bench = {
  async run() {
    const field = await startField({ customers: 10, systemsEach: 2, controllers: SYSTEMS })
    try {
      return await measure(field)
    } finally {
      await field.stop()
    }
  },
}
