/** Takes in every message of every device, and says when its sender may be answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { parseControllerTopic, type UpwardTopic } from '../../contract/controller.ts'
import { CONTROLLER_MESSAGE_BYTES_MAX } from '../../contract/limits.ts'
import type { Database } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import { createKeyedQueue } from '../kit/keyed-queue.ts'
import { findController } from './controllers.store.ts'
import type { CountDropped } from './device-link.ts'
import { isAboutData, type MessageHandlers, UnusableMessage } from './message-handlers.ts'
import {
  deleteSetAside,
  insertSetAside,
  putOffSetAside,
  type SetAside,
  takeSetAside,
} from './unstored-messages.store.ts'
import { createLimit } from '../kit/limit.ts'

const AGAIN_MS = 250
/** A connection that was cut is another one by the next try; what fails more often is set aside. */
const TRIES_IN_PLACE = 3
const LOOK_EVERY_MS = 1000
/** Those about the connection or the server, which say nothing of the message. */
const CONNECTION_ERRORS = /^(08|25P|53|57P)/

/** What people wait for goes beside, never behind, what a gateway sends in bulk; it is stored together, so that many cost as few statements as one. */
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
   * Resolves when the message is stored, set aside, or found to be of no use; while the database is away it waits.
   *
   * @throws Error only when the server stops first: the message must then not be acknowledged
   */
  receive(topic: string, payload: Buffer, retained?: boolean): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** `held up`: the database answered, and something else is in the way of this one. */
type Outcome = 'settled' | 'held up' | 'failed'

interface Readable {
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
  /** Of each controller and lane, in the order in which it sent them: nobody else waits. */
  const queue = createKeyedQueue()
  let looking: NodeJS.Timeout | undefined
  let working = false
  let heardAt = performance.now()
  const heard = metrics.counter({
    name: 'headgate_device_messages_total',
    help: 'Messages of machines and gateways that this process took in, by kind.',
    labels: ['kind'],
  })
  metrics.gauge(
    {
      name: 'headgate_device_silence_seconds',
      help: 'Since when this process has heard no machine and no gateway.',
    },
    () => [[{}, (performance.now() - heardAt) / 1000]],
  )

  async function controllerOf(topicId: string): Promise<number> {
    const id = controllers.get(topicId) ?? (await findController(database.reader, topicId))
    if (id === null) throw new UnusableMessage(null, 'no such controller')
    controllers.set(topicId, id)
    return id
  }

  async function handle({ topicId, kind }: Readable, message: SetAside): Promise<void> {
    const { payload, retained, heardAt } = message
    const controllerId = await controllerOf(topicId)
    if (payload.length > CONTROLLER_MESSAGE_BYTES_MAX)
      throw new UnusableMessage(
        'too_large',
        `${payload.length} bytes, more than ${CONTROLLER_MESSAGE_BYTES_MAX}`,
      )
    const body = parseJson(payload)
    await handlers[kind]({ controllerId, body, retained, heardAt })
  }

  async function settle(read: Readable, message: SetAside): Promise<Outcome> {
    const { topic } = message
    try {
      await lanes[laneOf[read.kind]].run(() => handle(read, message))
      return 'settled'
    } catch (error) {
      const unusable = unusableOf(error)
      if (unusable) {
        drop(read, unusable)
        return 'settled'
      }
      log.warn({ topic, err: error }, 'device message not stored')
      const answered = error instanceof DatabaseError && !CONNECTION_ERRORS.test(error.code ?? '')
      return answered ? 'held up' : 'failed'
    }
  }

  /** What no known device said is in the log alone. */
  function drop({ topicId, kind }: Readable, { reason, message }: UnusableMessage): void {
    log.info({ topicId, kind, reason, message }, 'device message dropped')
    const controllerId = controllers.get(topicId)
    if (controllerId !== undefined && reason) countDropped(controllerId, kind, reason, message)
  }

  /** What cannot be stored now must hold up nobody: it is set aside, unless the database is away altogether. */
  async function take(read: Readable, message: SetAside): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      stopping.signal.throwIfAborted()
      const outcome = await settle(read, message)
      if (outcome === 'settled') return
      try {
        if (outcome === 'held up' || tries >= TRIES_IN_PLACE)
          return await database.write((tx) => insertSetAside(tx, message))
      } catch (error) {
        log.debug({ err: error }, 'not set aside')
      }
      await sleep(AGAIN_MS, undefined, { signal: stopping.signal })
    }
  }

  /**
   * What was set aside is tried again behind what comes: one at a time, when its lane is free, and without a connection while it
   * waits for that.
   */
  async function tryAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const holder = events.holder()
      // it comes back, and the next look finds what is due
      if (holder === null) return
      const message = await database.write((tx) => takeSetAside(tx, holder))
      if (!message) return
      const read = readTopic(message.topic)
      const settled = read === null || (await settle(read, message)) === 'settled'
      await database.write((tx) => (settled ? deleteSetAside : putOffSetAside)(tx, message.id))
    }
  }

  return {
    receive(topic, payload, retained = false) {
      const read = readTopic(topic)
      const message = { topic, payload, retained, heardAt: clock.now() }
      heardAt = performance.now()
      if (read) heard({ kind: read.kind })
      if (read) return queue.run(`${read.topicId} ${laneOf[read.kind]}`, () => take(read, message))
      log.info({ topic }, 'device message dropped')
      return Promise.resolve()
    },
    start() {
      looking = setInterval(() => {
        if (working) return
        working = true
        tryAgain()
          .catch((error: unknown) => log.debug({ err: error }, 'set-aside messages not tried'))
          .finally(() => (working = false))
      }, LOOK_EVERY_MS)
    },
    async stop() {
      clearInterval(looking)
      stopping.abort()
      await queue.idle()
    },
  }
}

function readTopic(topic: string): Readable | null {
  const parsed = parseControllerTopic(topic)
  return parsed && parsed.topic !== 'desired' ? { topicId: parsed.systemId, kind: parsed.topic } : null
}

/** @throws UnusableMessage for what is no JSON in UTF-8 */
function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch (error) {
    throw new UnusableMessage('not_json', `${payload.length} bytes that are no JSON in UTF-8`, {
      cause: error,
    })
  }
}

/** @returns null for an error that may pass */
function unusableOf(error: unknown): UnusableMessage | null {
  if (error instanceof UnusableMessage) return error
  if (!isAboutData(error)) return null
  return new UnusableMessage('not_storable', `a value that cannot be stored (${error.code})`, {
    cause: error,
  })
}
