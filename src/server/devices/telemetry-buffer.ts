/** Gathers the frequent, momentary messages of all machines, so that thousands of them cost a few statements a second. */
import type { TelemetryDocument } from '../../contract/controller.ts'
import type { Heard } from './links.store.ts'

const FLUSH_MS = 200
const AGAIN_MS = 1000

export interface TelemetryBuffer {
  /** Remembers that a controller spoke, and the newest of its telemetry. */
  add(controllerId: number, at: Date, telemetry: TelemetryDocument | null): void
  stop(): Promise<void>
}

/**
 * @param store what it cannot store stays here until it can, or until something newer comes: a machine that stands still speaks every
 *   five minutes
 * @param failed says whether another try may succeed
 */
export function createTelemetryBuffer(
  store: (heard: Heard[]) => Promise<void>,
  failed: (error: unknown) => boolean,
): TelemetryBuffer {
  let waiting = new Map<number, Heard>()
  let timer: NodeJS.Timeout | undefined
  let storing: Promise<void> | undefined
  let stopped = false

  function flushIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flushOnce()
    }, ms)
  }

  /** One statement at a time: what comes meanwhile is gathered, so that a slow database makes batches larger, not longer. */
  async function flush(): Promise<void> {
    while (waiting.size > 0) {
      const heard = [...waiting.values()]
      waiting = new Map()
      try {
        await store(heard)
      } catch (error) {
        if (!failed(error) || stopped) continue
        keep(heard)
        flushIn(AGAIN_MS)
        return
      }
    }
  }

  function keep(heard: readonly Heard[]): void {
    for (const before of heard) {
      const since = waiting.get(before.controllerId)
      waiting.set(
        before.controllerId,
        since ? { ...since, telemetry: since.telemetry ?? before.telemetry } : before,
      )
    }
  }

  function flushOnce(): Promise<void> {
    return (storing ??= flush().finally(() => (storing = undefined)))
  }

  return {
    add(controllerId, at, telemetry) {
      const before = waiting.get(controllerId)?.telemetry ?? null
      const newest = telemetry && isLater(telemetry, before) ? telemetry : before
      waiting.set(controllerId, { controllerId, at, telemetry: newest })
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
