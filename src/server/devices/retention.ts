/** Daily deletion of publications that no history shows and of machine records past RECORDS_RETENTION. */
import type { Kit, Part } from '../installation/kit.ts'
import { retentionLimit } from '../kit/duration.ts'
import { forgetRecords, takeRetention, thinDesired } from './records.store.ts'

const DAY_MS = 86_400_000
/** Longer than the period over which alerts are replayed and passes are derived. */
const DESIRED_WHOLE_MS = 90 * DAY_MS
/** Per transaction, to keep it short. */
const AT_ONCE = 5000

export function createRetention(kit: Kit): Part & { run(): Promise<void> } {
  const { clock, config, database, log } = kit
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopping = false

  async function forgetAll(forgetSome: Parameters<typeof database.write<number>>[0]): Promise<number> {
    let count = 0
    for (let deleted = AT_ONCE; deleted >= AT_ONCE && !stopping; count += deleted)
      deleted = await database.write(async (tx) => ((await takeRetention(tx)) ? forgetSome(tx) : 0))
    return count
  }

  async function run(): Promise<void> {
    const now = clock.now()
    const wholeSince = new Date(now.getTime() - DESIRED_WHOLE_MS)
    const publications = await forgetAll((tx) => thinDesired(tx, wholeSince, AT_ONCE))
    const before = config.recordsRetention && retentionLimit(config.recordsRetention, now)
    const records = before ? await forgetAll((tx) => forgetRecords(tx, before, AT_ONCE)) : 0
    if (publications + records > 0) log.info({ publications, records }, 'old records are gone')
  }

  const begin = () => {
    running = run().catch((error: unknown) => log.warn({ err: error }, 'old records stay for now'))
  }
  return {
    run,
    async start() {
      timer = setInterval(begin, DAY_MS)
      timer.unref()
      begin()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await running
    },
  }
}
