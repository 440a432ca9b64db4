/** Connections for the outbox's queue: a database that is away is waited for, a statement that was cut off is tried again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import type { Log } from './log.ts'

const AGAIN_MS = 500

/** To the queue everything but a few codes is final, and a failure to say that an order is done ends the process. */
const TRY_AGAIN_CODE = '40P01'

type Connected = Parameters<Pool['connect']>[0]

export class PatientPool extends Pool {
  #patient = true
  #giveUp = () => undefined as void
  readonly #givenUp = new Promise<void>((resolve) => {
    this.#giveUp = resolve
  })

  override connect(): Promise<PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (connected) super.connect(connected)
    else return this.#connectInTime()
  }

  /** Waits for no database any more. @returns when one is found to be away */
  async untilAway(): Promise<void> {
    this.#patient = false
    await this.#givenUp
  }

  async #connectInTime(): Promise<PoolClient> {
    for (;;) {
      try {
        return await super.connect()
      } catch {
        if (!this.#patient) {
          this.#giveUp()
          // a refusal would be one that nobody handles
          await new Promise(() => undefined)
        }
        await sleep(AGAIN_MS)
      }
    }
  }
}

export function openPatientPool(connectionString: string, size: number, log: Log): PatientPool {
  const pool = new PatientPool({
    connectionString,
    max: size,
    application_name: 'headgate-outbox-queue',
    // what the queue notes here may be lost in a crash: the order, placed by another connection, is carried out again
    options: '-c synchronous_commit=off',
  })
  const say = (error: Error) => void (pool.ending || log.warn({ err: error }, 'outbox connection lost'))
  pool.on('error', say)
  pool.on('connect', (client) => {
    client.on('error', say)
    const { query } = client
    Object.assign(client, {
      query(...values: unknown[]): unknown {
        const answer: unknown = Reflect.apply(query, client, values)
        return answer instanceof Promise ? answer.catch(toTryAgain) : answer
      },
    })
  })
  return pool
}

function toTryAgain(error: unknown): never {
  if (!isLoss(error)) throw error
  throw Object.assign(new Error('outbox connection lost', { cause: error }), { code: TRY_AGAIN_CODE })
}

/** Classes 08, 53 and 57P: no connection, no room, a server that shuts down; what has no SQLSTATE comes from the socket. */
function isLoss(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|53|57P)/.test(error.code ?? '')
}
