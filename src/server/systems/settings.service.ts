/** Accepts a submission of settings: refuses it, repeats the answer of its idempotency key, or stores, audits and publishes it. */
import { randomUUID } from 'node:crypto'
import type { CurrentSettings, Settings, SystemInputAnswer } from '../../contract/systems.ts'
import { continueAsServer, type CustomerTx, type ServerTx } from '../kit/postgres/database.ts'
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
  lockSystem,
  lockStopAndKey,
  type NewCommand,
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

/** The answer of the first request with this key, null when this is the first. */
async function remembered(
  tx: CustomerTx,
  userId: number,
  { system, settings, key }: { system: MemberSystem; settings: Settings; key: string },
): Promise<SystemInputAnswer | null> {
  const command = await commandByKey(tx, userId, key)
  if (!command) return null
  if (command.systemId !== system.id || !sameSettings(command.after, settings))
    throw new Problem('idempotency_key_reused')
  return answerOf(command)
}

/**
 * The setting that would be stored, its system's row locked until the transaction ends.
 *
 * @throws Problem when the system takes none, or other settings stand there than the person saw
 */
async function nextCommand(
  tx: CustomerTx,
  { sender, idempotencyKey, expectedRevision }: SettingsRequest,
  system: MemberSystem,
  settings: Settings,
): Promise<Omit<NewCommand, 'savedAt'>> {
  const { settingsRev: currentRev, localOnly, stopped } = await lockSystem(tx, system.id)
  if (stopped) throw new Problem('provider_stop')
  if (localOnly) throw new Problem('system_local_only')
  const newest = await commandAt(tx, system.id, currentRev)
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
    await lockStopAndKey(tx, sender.id, key)
    const former = key && (await remembered(tx, sender.id, { system, settings, key }))
    if (former) {
      repeated()
      return former
    }
    const command = { ...(await nextCommand(tx, request, system, settings)), savedAt: clock.now() }
    if (!(await insertCommand(tx, command))) throw new Problem('idempotency_key_reused')
    const server = await continueAsServer(tx)
    await publishCommand(kit, publisher, server, { system, command })
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
        return queue.run(String(sender.id), begin, { wanted, costly: () => stored })
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
