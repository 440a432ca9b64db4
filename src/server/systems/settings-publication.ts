/** What follows from a stored setting, in its transaction: the desired state, the record, and who must know. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ServerTx } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { System } from './membership.ts'
import type { SettingsPublisher } from './settings-publisher.ts'
import { withoutTestPattern } from './settings.rules.ts'
import { commandAt, insertCommand, lockSystem, type NewCommand } from './settings.store.ts'
import { settingsSaved } from './systems.events.ts'
import { systemById } from './membership.store.ts'

/** Fifteen minutes after it began, unless the settings have changed since. */
const endTestPattern = defineJob('end-test-pattern', z.object({ systemId: z.int(), settingsRev: z.int() }))

/** Name under which the server's own changes stand in the history. */
const TEST_PATTERN_ENDED = 'Test pattern ended'

export async function publishCommand(
  { events, jobs }: Pick<Kit, 'events' | 'jobs'>,
  publisher: SettingsPublisher,
  tx: ServerTx,
  { system, command }: { system: System; command: NewCommand },
): Promise<void> {
  const { id: commandId, settingsRev, after: settings, savedAt } = command
  const { testUntil } = await publisher.publish(tx, { system, settings, settingsRev, commandId, savedAt })
  await recordAudit(tx, {
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
  })
  await events.publish(tx, settingsSaved, { controllerId: system.controllerId, settingsRev })
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

/** The machine ends a test by its own clock; the server follows, so that both say the same afterwards. */
export function endTestPatterns(kit: Kit, publisher: SettingsPublisher): void {
  kit.jobs.process(endTestPattern, async ({ systemId, settingsRev }, tx) => {
    const current = await lockSystem(tx, systemId)
    const newest = await commandAt(tx, systemId, current.settingsRev)
    if (!newest || newest.settingsRev !== settingsRev) return
    const command: NewCommand = {
      id: randomUUID(),
      systemId,
      settingsRev: settingsRev + 1,
      userId: null,
      userName: TEST_PATTERN_ENDED,
      before: newest.after,
      after: withoutTestPattern(newest.after),
      savedAt: kit.clock.now(),
      idempotencyKey: null,
    }
    await insertCommand(tx, command)
    await publishCommand(kit, publisher, tx, { system: await systemById(tx, systemId), command })
  })
}
