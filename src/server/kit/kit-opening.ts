/** Opens the parts of the kit for one process. */
import path from 'node:path'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { createEvents } from './events.ts'
import type { Kit } from './kit.ts'
import type { Log } from './log.ts'
import { createMail } from './mail-delivery.ts'
import { fileObjects } from './objects.ts'
import { createOutbox } from './outbox-queue.ts'
import { signingSecret } from './secret.ts'

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
