/** Handles every message of every device, and resolves when its sender may be acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseControllerTopic, type UpwardTopic } from '../../contract/controller.ts'
import { CONTROLLER_MESSAGE_BYTES_MAX } from '../../contract/limits.ts'
import type { Database } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import { createKeyedQueue } from '../kit/keyed-queue.ts'
import { findController } from './controllers.store.ts'
import type { CountDropped } from './device-link.ts'
import { isAboutData, isStatementError, type MessageHandlers, UnusableMessage } from './message-handlers.ts'
import {
  deleteSetAside,
  insertSetAside,
  postponeSetAside,
  type SetAside,
  leaseSetAside,
} from './unstored-messages.store.ts'
import { createLimit } from '../kit/limit.ts'

const RETRY_MS = 250
/** After a lost connection the next attempt uses another one; a message that fails more often is set aside. */
const ATTEMPTS_MAX = 3
const SCAN_EVERY_MS = 1000

/** Reports and telemetry must not wait behind the readings that a gateway sends in bulk; batches keep the statements few. */
const LANES = { urgent: 32, bulk: 2 } as const
const laneOf = {
  status: 'urgent',
  reported: 'urgent',
  telemetry: 'urgent',
  event: 'urgent',
  applied: 'bulk',
  readings: 'bulk',
} as const satisfies Record<UpwardTopic, keyof typeof LANES>

export interface Ingress {
  /**
   * Resolves when the message is stored, set aside, or dropped as unusable; waits while the database is unavailable.
   *
   * @throws Error only when the server stops first: the message must then not be acknowledged
   */
  receive(topic: string, payload: Buffer, retained?: boolean): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** `held up`: the database is available, and something else blocks this message, such as a lock. */
type Outcome = 'settled' | 'held up' | 'failed'

interface ParsedTopic {
  topicId: string
  kind: UpwardTopic
}

export function createIngress(
  { clock, events, log, metrics }: Kit,
  database: Database,
  handlers: MessageHandlers,
  countDropped: CountDropped,
): Ingress {
  const controllers = new Map<string, number>()
  const stopping = new AbortController()
  const lanes = { urgent: createLimit(LANES.urgent), bulk: createLimit(LANES.bulk) }
  /** Keeps the order of messages per controller and lane; different controllers do not wait for each other. */
  const queue = createKeyedQueue()
  let scanTimer: NodeJS.Timeout | undefined
  let working = false
  let lastReceivedAt = performance.now()
  const countReceived = metrics.counter({
    name: 'headgate_device_messages_total',
    help: 'Messages of machines and gateways that this process took in, by kind.',
    labels: ['kind'],
  })
  metrics.gauge(
    {
      name: 'headgate_device_silence_seconds',
      help: 'Since when this process has heard no machine and no gateway.',
    },
    () => [[{}, (performance.now() - lastReceivedAt) / 1000]],
  )

  async function controllerOf(topicId: string): Promise<number> {
    const id = controllers.get(topicId) ?? (await findController(database.reader, topicId))
    if (id === null) throw new UnusableMessage(null, 'no such controller')
    controllers.set(topicId, id)
    return id
  }

  async function handle({ topicId, kind }: ParsedTopic, message: SetAside): Promise<void> {
    const { payload, retained, receivedAt } = message
    const controllerId = await controllerOf(topicId)
    if (payload.length > CONTROLLER_MESSAGE_BYTES_MAX)
      throw new UnusableMessage(
        'too_large',
        `${payload.length} bytes, more than ${CONTROLLER_MESSAGE_BYTES_MAX}`,
      )
    const body = parseJson(payload)
    await handlers[kind]({ controllerId, body, retained, receivedAt })
  }

  async function settle(parsed: ParsedTopic, message: SetAside): Promise<Outcome> {
    const { topic } = message
    try {
      await lanes[laneOf[parsed.kind]].run(() => handle(parsed, message))
      return 'settled'
    } catch (error) {
      const unusable = unusableOf(error)
      if (unusable) {
        drop(parsed, unusable)
        return 'settled'
      }
      log.warn({ topic, err: error }, 'device message not stored')
      return isStatementError(error) ? 'held up' : 'failed'
    }
  }

  /** Messages of unknown devices are only logged. */
  function drop({ topicId, kind }: ParsedTopic, { reason, message }: UnusableMessage): void {
    log.info({ topicId, kind, reason, message }, 'device message dropped')
    const controllerId = controllers.get(topicId)
    if (controllerId !== undefined && reason) countDropped(controllerId, kind, reason, message)
  }

  /** A message that cannot be stored now must not block others: it is set aside, unless the database is unavailable. */
  async function take(parsed: ParsedTopic, message: SetAside): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      stopping.signal.throwIfAborted()
      const outcome = await settle(parsed, message)
      if (outcome === 'settled') return
      try {
        if (outcome === 'held up' || attempt >= ATTEMPTS_MAX)
          return await database.write((tx) => insertSetAside(tx, message))
      } catch (error) {
        log.debug({ err: error }, 'not set aside')
      }
      await sleep(RETRY_MS, undefined, { signal: stopping.signal })
    }
  }

  /**
   * Retries what was set aside, after newer messages: one at a time, when its lane is free, and without a connection while it
   * waits.
   */
  async function retrySetAside(): Promise<void> {
    while (!stopping.signal.aborted) {
      const holder = events.holder()
      // the events connection is being re-established; the next scan finds what is due
      if (holder === null) return
      const message = await database.write((tx) => leaseSetAside(tx, holder))
      if (!message) return
      const parsed = readTopic(message.topic)
      const settled = parsed === null || (await settle(parsed, message)) === 'settled'
      await database.write((tx) => (settled ? deleteSetAside : postponeSetAside)(tx, message.id))
    }
  }

  return {
    receive(topic, payload, retained = false) {
      const parsed = readTopic(topic)
      const message = { topic, payload, retained, receivedAt: clock.now() }
      lastReceivedAt = performance.now()
      if (parsed) countReceived({ kind: parsed.kind })
      if (parsed) return queue.run(`${parsed.topicId} ${laneOf[parsed.kind]}`, () => take(parsed, message))
      log.info({ topic }, 'device message dropped')
      return Promise.resolve()
    },
    start() {
      scanTimer = setInterval(() => {
        if (working) return
        working = true
        retrySetAside()
          .catch((error: unknown) => log.debug({ err: error }, 'set-aside messages not tried'))
          .finally(() => (working = false))
      }, SCAN_EVERY_MS)
    },
    async stop() {
      clearInterval(scanTimer)
      stopping.abort()
      await queue.idle()
    },
  }
}

function readTopic(topic: string): ParsedTopic | null {
  const parsed = parseControllerTopic(topic)
  return parsed && parsed.topic !== 'desired' ? { topicId: parsed.systemId, kind: parsed.topic } : null
}

/** @throws UnusableMessage when it is not JSON in UTF-8 */
function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch (error) {
    throw new UnusableMessage('not_json', `${payload.length} bytes that are no JSON in UTF-8`, {
      cause: error,
    })
  }
}

/** @returns null for a transient error */
function unusableOf(error: unknown): UnusableMessage | null {
  if (error instanceof UnusableMessage) return error
  if (!isAboutData(error)) return null
  return new UnusableMessage('not_storable', `a value that cannot be stored (${error.code})`, {
    cause: error,
  })
}
