/** The services given to every feature: configuration, log, database, events, jobs, mail; and parts with a lifecycle. */
import type { Clock } from '../kit/clock.ts'
import type { Config } from '../kit/config.ts'
import type { Database, PoolLimits } from '../kit/postgres/database.ts'
import type { Events } from '../kit/postgres/events.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../kit/log.ts'
import type { Mail } from '../jobs/mail.ts'
import type { Metrics } from '../kit/metrics/metrics.ts'
import type { Objects } from '../kit/objects.ts'
import type { RateLimit } from '../kit/rate-limit.ts'

export interface Kit {
  config: Config
  log: Log
  clock: Clock
  database: Database
  /** A separate pool (`direct` bypasses a pooler) for a part that must neither wait for others nor delay them; the part closes it. */
  openPool(limits: PoolLimits & { direct?: boolean }): Database
  events: Events
  jobs: Jobs
  mail: Mail
  metrics: Metrics
  objects: Objects
  /** Rate limit for changes by a customer; settings have their own. */
  changeLimit: RateLimit
  /** Signs tokens; never logged, never sent. */
  secret: string
  /** Public URL of the product; the only source of links in mails. Known once the server listens. */
  site: { url: string }
}

/** A part with a start and a stop; parts stop in reverse order. */
export interface Part {
  start?(): Promise<void>
  stop?(): Promise<void>
}
