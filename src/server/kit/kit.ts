/** What every feature is given: the parts of the kit. */
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Objects } from './objects.ts'
import type { Outbox } from './outbox.ts'

export interface Kit {
  config: Config
  log: Log
  clock: Clock
  database: Database
  events: Events
  outbox: Outbox
  mail: Mail
  objects: Objects
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
