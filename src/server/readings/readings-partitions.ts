/** Hourly: creates the monthly partitions of readings in advance, and deletes readings and sensors past their retention. */
import type { Kit, Part } from '../installation/kit.ts'
import { retentionLimit } from '../kit/duration.ts'
import { deleteInstrumentsBefore } from './instrument-readings.store.ts'
import {
  deleteReadingsBefore,
  dropMonthsBefore,
  ensureMonths,
  deleteSensorsBefore,
} from './readings-partitions.store.ts'

type Needs = Pick<Kit, 'clock' | 'config' | 'database' | 'log'>

const EVERY_MS = 3_600_000
const MONTHS_AHEAD = 2

/** Every server process does this each hour; without work it costs nothing. */
export function createReadingsPartitions(kit: Needs): Part {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const run = () => {
    running = maintainPartitions(kit).catch((error: unknown) =>
      kit.log.warn({ err: error }, 'partitions of readings'),
    )
    return running
  }
  return {
    async start() {
      await run()
      timer = setInterval(() => void run(), EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** One run; safe in parallel with other processes. */
export async function maintainPartitions({ clock, config, database, log }: Needs): Promise<void> {
  const now = clock.now()
  await database.write((tx) => ensureMonths(tx, monthsFrom(now)))
  if (!config.readingsRetention) return
  const limit = retentionLimit(config.readingsRetention, now)
  const dropped = await database.write((tx) => dropMonthsBefore(tx, limit))
  const deleted = await database.write(async (tx) => {
    const count = await deleteReadingsBefore(tx, limit)
    await deleteSensorsBefore(tx, limit)
    return count + (await deleteInstrumentsBefore(tx, limit))
  })
  if (dropped.length > 0 || deleted > 0) log.info({ dropped, deleted, limit }, 'old readings are gone')
}

/** The month of `now` and the following ones, as first days in UTC. */
function monthsFrom(now: Date): string[] {
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10),
  )
}
