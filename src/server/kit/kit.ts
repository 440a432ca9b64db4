/** What every feature is given: the parts of the kit, opened once per process. */
import path from 'node:path'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { createEvents, type Events } from './events.ts'
import type { Log } from './log.ts'
import { createMail, type Mail } from './mail.ts'
import { fileObjects, type Objects } from './objects.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { signingSecret } from './secret.ts'

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

/** Opens the parts on a database that is already migrated; nothing runs before `start`. */
export async function openKit(config: Config, log: Log, clock: Clock, databaseUrl: string): Promise<Kit> {
  const database = openDatabase(databaseUrl, log)
  const outbox = createOutbox(database, databaseUrl, log)
  return {
    config,
    log,
    clock,
    database,
    events: createEvents(databaseUrl, log),
    outbox,
    mail: createMail(config, outbox),
    objects: fileObjects(path.join(config.dataDir, 'objects')),
    secret: await signingSecret(config.dataDir, config.jwtSecret),
    site: { url: config.publicUrl ?? '' },
  }
}
