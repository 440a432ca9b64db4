/** The services that every feature is given: configuration, log, database, events, jobs, mail; and what has a life. */
import type { Clock } from '../kit/clock.ts'
import type { Config } from '../kit/config.ts'
import type { Database, PoolLimits } from '../kit/postgres/database.ts'
import type { Events } from '../kit/postgres/events.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../kit/log.ts'
import type { Mail } from '../jobs/mail.ts'
import type { Metrics } from '../kit/metrics.ts'
import type { Objects } from '../kit/objects.ts'
import type { RateLimit } from '../kit/rate-limit.ts'

export interface Kit {
  config: Config
  log: Log
  clock: Clock
  database: Database
  /** Connections of its own (`direct`: past a pooler, where there is one) for a part that must neither wait for others nor hold them up; the part closes them. */
  openPool(limits: PoolLimits & { direct?: boolean }): Database
  events: Events
  jobs: Jobs
  mail: Mail
  metrics: Metrics
  objects: Objects
  /** On what a customer may try to change, settings apart, which have one of their own. */
  changeLimit: RateLimit
  /** Signs tokens; never logged, never sent. */
  secret: string
  /** Where customers reach the product; the only source of links in mails. Known once the server listens. */
  site: { url: string }
}

/** Something with a life between start and stop; parts stop in the reverse order. */
export interface Part {
  start?(): Promise<void>
  stop?(): Promise<void>
}
