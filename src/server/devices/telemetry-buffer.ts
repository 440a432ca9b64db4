/** Batches telemetry of all machines, so that thousands of messages cost a few statements a second. */
import type { TelemetryDocument } from '../../contract/controller.ts'
import type { Contact } from './links.store.ts'

const FLUSH_MS = 200
const RETRY_MS = 1000

export interface TelemetryBuffer {
  /** Buffers that a controller sent something, and its newest telemetry. */
  add(controllerId: number, at: Date, telemetry: TelemetryDocument | null): void
  stop(): Promise<void>
}

/**
 * @param store a batch that it cannot store is kept until it can, or until newer telemetry arrives: a stopped machine sends
 *   only every five minutes
 * @param canRetry whether another attempt may succeed
 */
export function createTelemetryBuffer(
  store: (heard: Contact[]) => Promise<void>,
  canRetry: (error: unknown) => boolean,
): TelemetryBuffer {
  let buffered = new Map<number, Contact>()
  let timer: NodeJS.Timeout | undefined
  let storing: Promise<void> | undefined
  let stopped = false

  function flushIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flushOnce()
    }, ms)
  }

  /** One statement at a time: a slow database makes batches larger instead of queueing them. */
  async function flush(): Promise<void> {
    while (buffered.size > 0) {
      const contacts = [...buffered.values()]
      buffered = new Map()
      try {
        await store(contacts)
      } catch (error) {
        if (!canRetry(error) || stopped) continue
        putBack(contacts)
        flushIn(RETRY_MS)
        return
      }
    }
  }

  function putBack(contacts: readonly Contact[]): void {
    for (const before of contacts) {
      const newer = buffered.get(before.controllerId)
      buffered.set(
        before.controllerId,
        newer ? { ...newer, telemetry: newer.telemetry ?? before.telemetry } : before,
      )
    }
  }

  function flushOnce(): Promise<void> {
    return (storing ??= flush().finally(() => (storing = undefined)))
  }

  return {
    add(controllerId, at, telemetry) {
      const before = buffered.get(controllerId)?.telemetry ?? null
      const newest = telemetry && isLater(telemetry, before) ? telemetry : before
      buffered.set(controllerId, { controllerId, at, telemetry: newest })
      flushIn(FLUSH_MS)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await flushOnce()
    },
  }
}

function isLater(one: TelemetryDocument, other: TelemetryDocument | null): boolean {
  const ahead = other ? Date.parse(one.at) - Date.parse(other.at) : 1
  return ahead > 0 || (ahead === 0 && one.seq > (other?.seq ?? 0))
}
