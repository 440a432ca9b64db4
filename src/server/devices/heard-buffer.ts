/** Gathers the frequent, momentary messages of all machines, so that thousands of them cost a few statements a second. */
import type { TelemetryDocument } from '../../contract/controller.ts'
import type { Heard } from './links.store.ts'

const FLUSH_MS = 200

export interface HeardBuffer {
  /** Remembers that a controller spoke, and the newest of its telemetry. */
  add(controllerId: number, at: Date, telemetry: TelemetryDocument | null): void
  stop(): Promise<void>
}

/** @param store its failure loses what it was given: telemetry is momentary, the next one is seconds away */
export function createHeardBuffer(
  store: (heard: Heard[]) => Promise<void>,
  failed: (error: unknown) => void,
): HeardBuffer {
  const waiting = new Map<number, Heard>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function flush(): Promise<void> {
    timer = undefined
    const heard = [...waiting.values()]
    waiting.clear()
    storing = storing.then(() => (heard.length > 0 ? store(heard) : undefined)).catch(failed)
    return storing
  }

  return {
    add(controllerId, at, telemetry) {
      const before = waiting.get(controllerId)?.telemetry ?? null
      const newest = telemetry && isLater(telemetry, before) ? telemetry : before
      waiting.set(controllerId, { controllerId, at, telemetry: newest })
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
    async stop() {
      clearTimeout(timer)
      await flush()
    },
  }
}

function isLater(one: TelemetryDocument, other: TelemetryDocument | null): boolean {
  const ahead = other ? Date.parse(one.at) - Date.parse(other.at) : 1
  return ahead > 0 || (ahead === 0 && one.seq > (other?.seq ?? 0))
}
