/** Opens the parts of the kit for one process. */
import path from 'node:path'
import type { Clock } from '../kit/clock.ts'
import type { Config } from '../kit/config.ts'
import { openDatabase, type PoolLimits } from '../kit/postgres/database.ts'
import { createEvents } from '../kit/postgres/events.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Kit } from './kit.ts'
import type { Log } from '../kit/log.ts'
import { createMail } from '../jobs/mail-delivery.ts'
import { fileObjects } from '../kit/objects.ts'
import { createRateLimit } from '../kit/rate-limit.ts'
import { signingSecret } from '../kit/secret.ts'

/** A worker's transaction lasts as long as its job: a mail server may take half a minute to answer. */
const OF_JOBS = { connections: 12, statementMs: 60_000, idleMs: 60_000 }

/** Opens the parts on a database that is already migrated; nothing runs before `start`. */
export async function openKit(config: Config, log: Log, clock: Clock, databaseUrl: string): Promise<Kit> {
  const database = openDatabase(databaseUrl, log)
  const openPool = (limits: PoolLimits) => openDatabase(databaseUrl, log, limits)
  const events = createEvents(databaseUrl, log)
  const jobs = createJobs(openPool(OF_JOBS), events, log)
  return {
    config,
    log,
    clock,
    database,
    openPool,
    events,
    jobs,
    mail: createMail(config, jobs),
    objects: fileObjects(path.join(config.dataDir, 'objects')),
    changeLimit: createRateLimit(clock),
    secret: await signingSecret(config.dataDir, config.jwtSecret),
    site: { url: config.publicUrl ?? '' },
  }
}
