/** Accepts a submission of settings: refuses it, repeats the answer of its idempotency key, or stores, audits and publishes it. */
import { randomUUID } from 'node:crypto'
import type { CurrentSettings, Settings, SystemInputAnswer } from '../../contract/systems.ts'
import { asServerFromHere, type CustomerTx, type ServerTx } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { createRateLimit } from '../kit/rate-limit.ts'
import { createKeyedQueue, NobodyWaits } from '../kit/keyed-queue.ts'
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
  testedBeside,
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

/** Who sends a setting. */
interface Sender {
  id: number
  name: string
  /** False once nobody hears the answer any more; a setting that has not begun by then is not stored. */
  isWaiting?(): boolean
}

/** Whoever sends many at once has at most a ninth of the time, and the others hardly notice. */
const REST_TIMES = 8

type Headers = Record<string, string | string[] | undefined>

export interface SettingsService {
  /**
   * Answers only when the setting is durable. Every attempt, refused ones too, leaves one row of the audit.
   *
   * @throws Problem
   */
  take(sender: Sender, body: unknown, headers: Headers): Promise<SystemInputAnswer>
  /**
   * The same for a change of the newest settings that is not typed into the form.
   *
   * @throws Problem
   */
  change(
    sender: Sender,
    system: { name: string; after: Record<string, unknown> },
    headers: Headers,
    ask: Ask,
  ): Promise<SystemInputAnswer>
}

function answerOf({ id, settingsRev }: Pick<StoredCommand, 'id' | 'settingsRev'>): SystemInputAnswer {
  // the same for every repetition of a key: how far it has come by then is another call
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

/** What somebody asks for, once the system and its newest settings are known. */
type Ask = (system: MemberSystem, newest: () => Promise<Settings | null>) => Settings | Promise<Settings>

interface SettingsRequest extends Conditions {
  sender: Sender
  systemName: string
  ask: Ask
}

/** Where a system stands, its row locked until the transaction ends, and what was stored under the key before. */
async function lockAndLook(tx: CustomerTx, userId: number, system: MemberSystem, key: string | null) {
  // asked at once, and answered one after the other: what is looked up behind a lock is what stands there then
  const [, former, locked, [newest]] = await Promise.all([
    lockStopAndKey(tx, userId, key),
    key === null ? undefined : commandByKey(tx, userId, key),
    lockSystem(tx, system.id),
    newestCommands(tx, [system.id]),
  ])
  return { former, locked, newest }
}

/** The answer of the first request with its key. */
function repeatedAnswer(former: StoredCommand, system: MemberSystem, settings: Settings): SystemInputAnswer {
  if (former.systemId !== system.id || !sameSettings(former.after, settings))
    throw new Problem('idempotency_key_reused')
  return answerOf(former)
}

/**
 * The setting that would be stored.
 *
 * @throws Problem when the system takes none, or other settings stand there than the person saw
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

  /** @param repeated called where it was stored before, and all is done */
  async function store(
    tx: CustomerTx,
    request: SettingsRequest,
    repeated: () => void,
  ): Promise<SystemInputAnswer> {
    const { sender, systemName, ask, idempotencyKey: key } = request
    const system = await systemOf(tx, sender.id, systemName)
    mayChange(system)
    const newest = async () => (await commandAt(tx, system.id, system.settingsRev))?.after ?? null
    const settings = await ask(system, newest)
    const { former, ...stands } = await lockAndLook(tx, sender.id, system, key)
    if (former) {
      repeated()
      return repeatedAnswer(former, system, settings)
    }
    const command = { ...nextCommand(request, system, settings, stands), savedAt: clock.now() }
    const [stored] = await Promise.all([
      insertCommand(tx, command),
      // on the same way; what was published is taken back where it was not stored after all
      asServerFromHere(tx, (server) => publishCommand(kit, publisher, server, { system, command })),
    ])
    if (!stored) throw new Problem('idempotency_key_reused')
    return answerOf(command)
  }

  async function recorded(
    sender: Sender,
    { systemName, after }: Pick<Attempt, 'systemName' | 'after'>,
    read: () => Omit<SettingsRequest, 'sender'>,
  ): Promise<SystemInputAnswer> {
    const attempt: Attempt = {
      userId: sender.id,
      action: 'settings',
      systemName,
      after,
      limit,
      beside: (tx) => standing(tx, sender.id, systemName),
    }
    try {
      return await attempted(kit, attempt, async () => {
        const request = { sender, ...read() }
        let stored = true
        const begin = () => database.asCustomer(sender.id, (tx) => store(tx, request, () => (stored = false)))
        const wanted = () => sender.isWaiting?.() ?? true
        const answer = await queue.run(String(sender.id), begin, { wanted, costly: () => stored })
        const { command_id: commandId, settings_rev: settingsRev } = answer
        kit.log.info({ commandId, settingsRev, userId: sender.id, repeated: !stored }, 'setting saved')
        return answer
      })
    } catch (error) {
      // nobody hears the answer, and nothing was tried
      throw error instanceof NobodyWaits ? new Problem('throttled', { retryAfter: 1 }) : error
    }
  }

  return {
    take(sender, body, headers) {
      const name = fieldOf(body, 'system_name')
      const systemName = typeof name === 'string' ? name : undefined
      return recorded(sender, { systemName, after: auditable(body, AUDITED_SETTINGS) }, () => {
        const input = readSystemInput(body)
        const ask: Ask = async ({ pivot }, newest) => {
          const settings = settingsOf(input, pivot.towerRadiiM.length)
          return settings.is_test_pattern_on ? testedBeside(settings, await newest()) : settings
        }
        return { systemName: input.system_name, ask, ...readConditions(headers) }
      })
    },

    change: (sender, { name, after }, headers, ask) =>
      recorded(sender, { systemName: name, after }, () => ({
        systemName: name,
        ask,
        ...readConditions(headers),
      })),
  }
}

/** What ran while a setting was refused, for the record; nothing of a system that is not theirs. */
async function standing(tx: ServerTx, userId: number, name: string | undefined) {
  const system = name === undefined ? null : await systemOf(tx, userId, name).catch(notTheirs)
  if (!system) return {}
  const newest = await commandAt(tx, system.id, system.settingsRev)
  return { systemId: system.id, settingsRev: system.settingsRev, before: newest?.after }
}

function notTheirs(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}
