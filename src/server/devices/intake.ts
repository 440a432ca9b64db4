/** Hears every message of every device, and says when its sender may be answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseControllerTopic } from '../../contract/controller.ts'
import { CONTROLLER_MESSAGE_BYTES_MAX } from '../../contract/limits.ts'
import type { Kit } from '../kit/kit.ts'
import { findController } from './credentials.store.ts'
import { type Hearing, Worthless } from './hearing.ts'

const RETRY_MS = 500
/** Classes of PostgreSQL's errors that are about the data, not about the database. */
const DATA_ERRORS = /^2[23]/

export interface Intake {
  /**
   * Resolves when the message is durably handled, or was found to be worthless; while the database is away it tries again.
   *
   * @throws Error only when the server stops first: the message must then not be acknowledged
   */
  hear(topic: string, payload: Buffer, retained?: boolean): Promise<void>
  stop(): Promise<void>
}

export function createIntake({ database, log }: Kit, hearing: Hearing): Intake {
  const controllers = new Map<string, number>()
  const stopping = new AbortController()

  async function controllerOf(topicId: string): Promise<number> {
    const id = controllers.get(topicId) ?? (await findController(database.reader, topicId))
    if (id === null) throw new Worthless('no such controller')
    controllers.set(topicId, id)
    return id
  }

  async function handle(topic: string, payload: Buffer, retained: boolean): Promise<void> {
    const parsed = parseControllerTopic(topic)
    if (!parsed || parsed.topic === 'desired') throw new Worthless('no such topic')
    if (payload.length > CONTROLLER_MESSAGE_BYTES_MAX) throw new Worthless('too large')
    const body = parseJson(payload)
    const controllerId = await controllerOf(parsed.systemId)
    await hearing.handlers[parsed.topic]({ controllerId, body, retained })
  }

  return {
    async hear(topic, payload, retained = false) {
      for (;;) {
        stopping.signal.throwIfAborted()
        try {
          return await handle(topic, payload, retained)
        } catch (error) {
          if (isWorthless(error)) return log.info({ topic, err: error }, 'device message dropped')
          log.warn({ topic, err: error }, 'device message waits')
        }
        await sleep(RETRY_MS, undefined, { signal: stopping.signal })
      }
    },
    async stop() {
      stopping.abort()
      await hearing.stop()
    },
  }
}

/** @throws Worthless for what is no JSON in UTF-8 */
function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch (error) {
    throw new Worthless('not JSON', { cause: error })
  }
}

function isWorthless(error: unknown): boolean {
  if (error instanceof Worthless) return true
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && DATA_ERRORS.test(code)
}
