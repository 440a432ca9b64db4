/** Accepts a submission of settings: refuses it, repeats the answer of its idempotency key, or stores, audits and publishes it. */
import { randomUUID } from 'node:crypto'
import type { CurrentSettings, Settings, SystemInputAnswer } from '../../contract/systems.ts'
import { runAsServer, type CustomerTx, type ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { createRateLimit } from '../kit/rate-limit.ts'
import { createKeyedQueue, Abandoned } from '../kit/keyed-queue.ts'
import { type Attempt, attempted, auditable } from '../audit/audit.ts'
import { mayChange, type MemberSystem } from './membership.ts'
import { publishCommand } from './settings-publication.ts'
import type { SettingsPublisher } from './settings-publisher.ts'
import {
  AUDITED_SETTINGS,
  type Conditions,
  fieldOf,
  readConditions,
  readSystemInput,
  sameSettings,
  settingsOf,
  type StoredCommand,
  keepFinish,
} from './settings.rules.ts'
import {
  commandAt,
  commandByKey,
  insertCommand,
  type LockedSystem,
  lockSystem,
  lockStopAndKey,
  type NewCommand,
  newestCommands,
} from './settings.store.ts'
import { systemOf } from './membership.store.ts'

/** The user who submits a setting. */
interface Sender {
  id: number
  name: string
  /** False once the client has disconnected; a setting that has not begun by then is not stored. */
  isWaiting?(): boolean
}

/** Someone who sends many settings at once gets at most a ninth of the time, so that others hardly notice. */
const REST_TIMES = 8

type Headers = Record<string, string | string[] | undefined>

export interface SettingsService {
  /**
   * Resolves when the setting is stored. Every attempt, including refused ones, leaves one audit row.
   *
   * @throws Problem
   */
  take(sender: Sender, body: unknown, headers: Headers): Promise<SystemInputAnswer>
  /**
   * The same for a change of the newest settings that was not submitted with the form.
   *
   * @throws Problem
   */
  change(
    sender: Sender,
    system: { name: string; after: Record<string, unknown> },
    headers: Headers,
    requested: Requested,
  ): Promise<SystemInputAnswer>
}

function answerOf({ id, settingsRev }: Pick<StoredCommand, 'id' | 'settingsRev'>): SystemInputAnswer {
  // the same for every repetition of a key; the delivery status is another call
  return { message: 'Settings saved.', command_id: id, settings_rev: settingsRev, delivery: 'saved' }
}

function currentOf(newest: StoredCommand | undefined): CurrentSettings {
  return {
    settings: newest?.after ?? null,
    settings_rev: newest?.settingsRev ?? 0,
    who: newest?.userName ?? null,
    when: newest?.savedAt.toISOString() ?? null,
  }
}

/** The requested settings, computed when the system and its newest settings are known. */
type Requested = (
  system: MemberSystem,
  newest: () => Promise<Settings | null>,
) => Settings | Promise<Settings>

interface SettingsRequest extends Conditions {
  sender: Sender
  systemName: string
  requested: Requested
}

/** Locks the system row, and reads its newest settings and what was stored under the key before. */
async function lockAndRead(tx: CustomerTx, userId: number, system: MemberSystem, key: string | null) {
  // sent together and executed in order: what is read after a lock is current
  const [, former, locked, [newest]] = await Promise.all([
    lockStopAndKey(tx, userId, key),
    key === null ? undefined : commandByKey(tx, userId, key),
    lockSystem(tx, system.id),
    newestCommands(tx, [system.id]),
  ])
  return { former, locked, newest }
}

/** Repeats the answer of the first request with this key. */
function repeatedAnswer(former: StoredCommand, system: MemberSystem, settings: Settings): SystemInputAnswer {
  if (former.systemId !== system.id || !sameSettings(former.after, settings))
    throw new Problem('idempotency_key_reused')
  return answerOf(former)
}

/**
 * The setting to store.
 *
 * @throws Problem when the system accepts none, or the settings have changed since the user saw them
 */
function nextCommand(
  { sender, idempotencyKey, expectedRevision }: SettingsRequest,
  system: MemberSystem,
  settings: Settings,
  { locked, newest }: { locked: LockedSystem; newest: StoredCommand | undefined },
): Omit<NewCommand, 'savedAt'> {
  const { settingsRev: currentRev, localOnly, stopped, systemStopped } = locked
  if (stopped) throw new Problem('provider_stop')
  if (systemStopped) throw new Problem('system_stopped')
  if (localOnly) throw new Problem('system_local_only')
  if (expectedRevision !== null && expectedRevision !== currentRev)
    throw new Problem('settings_changed_meanwhile', { current: currentOf(newest) })
  return {
    id: randomUUID(),
    systemId: system.id,
    settingsRev: currentRev + 1,
    userId: sender.id,
    userName: sender.name,
    before: newest?.after ?? null,
    after: settings,
    idempotencyKey,
  }
}

export function createSettingsService(kit: Kit, publisher: SettingsPublisher): SettingsService {
  const { clock, database } = kit
  const limit = createRateLimit(clock)
  const queue = createKeyedQueue(REST_TIMES)

  /** @param repeated called when the key was stored before and nothing is left to do */
  async function store(
    tx: CustomerTx,
    request: SettingsRequest,
    repeated: () => void,
  ): Promise<SystemInputAnswer> {
    const { sender, systemName, requested, idempotencyKey: key } = request
    const system = await systemOf(tx, sender.id, systemName)
    mayChange(system)
    const newest = async () => (await commandAt(tx, system.id, system.settingsRev))?.after ?? null
    const settings = await requested(system, newest)
    const { former, ...stands } = await lockAndRead(tx, sender.id, system, key)
    if (former) {
      repeated()
      return repeatedAnswer(former, system, settings)
    }
    const command = { ...nextCommand(request, system, settings, stands), savedAt: clock.now() }
    const [storedCommand] = await Promise.all([
      insertCommand(tx, command),
      // in the same round trip; rolled back when the setting could not be stored after all
      runAsServer(tx, (server) => publishCommand(kit, publisher, server, { system, command })),
    ])
    if (!storedCommand) throw new Problem('idempotency_key_reused')
    return answerOf(command)
  }

  async function recorded(
    sender: Sender,
    { systemName, after }: Pick<Attempt, 'systemName' | 'after'>,
    readRequest: () => Omit<SettingsRequest, 'sender'>,
  ): Promise<SystemInputAnswer> {
    const attempt: Attempt = {
      userId: sender.id,
      action: 'settings',
      systemName,
      after,
      limit,
      beside: (tx) => currentSettings(tx, sender.id, systemName),
    }
    try {
      return await attempted(kit, attempt, async () => {
        const request = { sender, ...readRequest() }
        let isNew = true
        const begin = () => database.asCustomer(sender.id, (tx) => store(tx, request, () => (isNew = false)))
        const wanted = () => sender.isWaiting?.() ?? true
        const answer = await queue.run(String(sender.id), begin, { wanted, costly: () => isNew })
        const { command_id: commandId, settings_rev: settingsRev } = answer
        kit.log.info({ commandId, settingsRev, userId: sender.id, repeated: !isNew }, 'setting saved')
        return answer
      })
    } catch (error) {
      // the client has disconnected, and nothing was attempted
      throw error instanceof Abandoned ? new Problem('throttled', { retryAfter: 1 }) : error
    }
  }

  return {
    take(sender, body, headers) {
      const name = fieldOf(body, 'system_name')
      const systemName = typeof name === 'string' ? name : undefined
      return recorded(sender, { systemName, after: auditable(body, AUDITED_SETTINGS) }, () => {
        const input = readSystemInput(body)
        const requested: Requested = async ({ pivot }, newest) => {
          const settings = settingsOf(input, pivot.towerRadiiM.length)
          return settings.is_test_pattern_on ? keepFinish(settings, await newest()) : settings
        }
        return { systemName: input.system_name, requested, ...readConditions(headers) }
      })
    },

    change: (sender, { name, after }, headers, requested) =>
      recorded(sender, { systemName: name, after }, () => ({
        systemName: name,
        requested,
        ...readConditions(headers),
      })),
  }
}

/** The settings in force when an attempt was refused, for the audit; nothing of a foreign system. */
async function currentSettings(tx: ServerTx, userId: number, name: string | undefined) {
  const system = name === undefined ? null : await systemOf(tx, userId, name).catch(foreignSettings)
  if (!system) return {}
  const newest = await commandAt(tx, system.id, system.settingsRev)
  return { systemId: system.id, settingsRev: system.settingsRev, before: newest?.after }
}

function foreignSettings(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}
