/** What a stored setting causes in its transaction: desired state, audit row, event and follow-up jobs. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { System } from './membership.ts'
import type { SettingsPublisher } from './settings-publisher.ts'
import { type StoredCommand, withFinish, withoutTestPattern } from './settings.rules.ts'
import type { Settings } from '../../contract/systems.ts'
import { commandAt, insertCommand, lockSystem, type NewCommand } from './settings.store.ts'
import { settingsSaved } from './systems.events.ts'
import { systemById } from './membership.store.ts'

/** Ends a test pattern fifteen minutes after it began, unless the settings have changed since. */
const endTestPattern = defineJob('end-test-pattern', z.object({ systemId: z.int(), settingsRev: z.int() }))

/** Checks repeatedly whether the arc that is being finished has been watered. */
export const watchFinish = defineJob('watch-finish', z.object({ systemId: z.int(), settingsRev: z.int() }))
/** At full speed an arm moves less than a tenth of a degree in this time. */
export const FINISH_CHECK_EVERY_MS = 5000

/** Actor of the server's own changes in the history. */
const TEST_PATTERN_ENDED = 'Test pattern ended'

export async function publishCommand(
  { events, jobs }: Pick<Kit, 'events' | 'jobs'>,
  publisher: SettingsPublisher,
  tx: ServerTx,
  { system, command }: { system: System; command: NewCommand },
): Promise<void> {
  const { id: commandId, settingsRev, after: settings, savedAt } = command
  const byUser = command.userId !== null
  const setting = { system, settings, settingsRev, commandId, savedAt, asked: byUser }
  const [{ testUntil }] = await Promise.all([
    publisher.publish(tx, setting),
    recordAudit(tx, {
      at: savedAt,
      userId: command.userId,
      action: 'settings',
      systemId: system.id,
      systemName: system.name,
      settingsRev,
      commandId,
      before: command.before,
      after: settings,
      outcome: 'accepted',
    }),
  ])
  await events.publish(tx, settingsSaved, { controllerId: system.controllerId, settingsRev })
  if (settings.finish_arc) {
    const key = `${watchFinish.name}:${system.id}`
    const notBefore = new Date(Date.now() + FINISH_CHECK_EVERY_MS)
    await jobs.enqueue(tx, watchFinish, { systemId: system.id, settingsRev }, { key, notBefore })
  }
  if (testUntil) {
    const key = `${endTestPattern.name}:${system.id}`
    await jobs.enqueue(
      tx,
      endTestPattern,
      { systemId: system.id, settingsRev },
      { key, notBefore: testUntil },
    )
  }
}

/** A change made by the server itself when a test pattern or a finishing pass ends. */
async function publishOwn(
  kit: Pick<Kit, 'clock' | 'events' | 'jobs'>,
  publisher: SettingsPublisher,
  tx: ServerTx,
  { newest, name, after }: { newest: StoredCommand; name: string; after: Settings },
): Promise<void> {
  const command: NewCommand = {
    id: randomUUID(),
    systemId: newest.systemId,
    settingsRev: newest.settingsRev + 1,
    userId: null,
    userName: name,
    before: newest.after,
    after,
    savedAt: kit.clock.now(),
    idempotencyKey: null,
  }
  await insertCommand(tx, command)
  await publishCommand(kit, publisher, tx, { system: await systemById(tx, newest.systemId), command })
}

/** Ends the finishing of a pass by publishing the previous settings again. */
export async function endFinish(
  kit: Pick<Kit, 'clock' | 'events' | 'jobs'>,
  publisher: SettingsPublisher,
  tx: ServerTx,
  { newest, name }: { newest: StoredCommand; name: string },
): Promise<void> {
  await publishOwn(kit, publisher, tx, { newest, name, after: withFinish(newest.after, null) })
}

/** The machine ends a test by its own clock; the server follows, so that both show the same settings. */
export function endTestPatterns(kit: Kit, publisher: SettingsPublisher): void {
  kit.jobs.process(endTestPattern, async ({ systemId, settingsRev }, tx) => {
    const current = await lockSystem(tx, systemId)
    const newest = await commandAt(tx, systemId, current.settingsRev)
    if (!newest || newest.settingsRev !== settingsRev) return
    const after = withoutTestPattern(newest.after)
    await publishOwn(kit, publisher, tx, { newest, name: TEST_PATTERN_ENDED, after })
  })
}
