/** Batches the counts of dropped messages, so that a flooding device costs one statement a second. */
import type { Kit } from '../installation/kit.ts'
import type { CountDropped } from './device-link.ts'
import { dayOf, type Dropped, storeDropped } from './unstored-messages.store.ts'

const FLUSH_MS = 1000
const EXAMPLE_CHARACTERS_MAX = 200

export interface DroppedMessages {
  add: CountDropped
  /** Writes what is still buffered. */
  stop(): Promise<void>
}

export function createDroppedMessages({ clock, database, log }: Kit): DroppedMessages {
  /** One entry per device, kind, reason and day, which bounds the memory. */
  let waiting = new Map<string, Dropped>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()
  let stopped = false

  function gather(dropped: Dropped): void {
    const { controllerId, kind, reason, firstAt } = dropped
    const key = `${controllerId} ${kind} ${reason} ${dayOf(firstAt)}`
    const before = waiting.get(key)
    waiting.set(key, before ? merge(before, dropped) : dropped)
    if (!stopped) timer ??= setTimeout(() => void flush(), FLUSH_MS)
  }

  async function store(gathered: Dropped[]): Promise<void> {
    if (gathered.length === 0) return
    try {
      await database.write((tx) => storeDropped(tx, gathered, clock.now()))
    } catch (error) {
      log.warn({ err: error }, 'dropped messages are counted later')
      gathered.forEach(gather)
    }
  }

  function flush(): Promise<void> {
    timer = undefined
    const gathered = [...waiting.values()]
    waiting = new Map()
    storing = storing.then(() => store(gathered))
    return storing
  }

  return {
    add(controllerId, kind, reason, example) {
      const now = clock.now()
      gather({ controllerId, kind, reason, count: 1, firstAt: now, lastAt: now, example: inBrief(example) })
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await flush()
    },
  }
}

function merge(one: Dropped, other: Dropped): Dropped {
  const [first, last] = one.lastAt <= other.lastAt ? [one, other] : [other, one]
  const firstAt = one.firstAt <= other.firstAt ? one.firstAt : other.firstAt
  return { ...first, count: one.count + other.count, firstAt, lastAt: last.lastAt, example: last.example }
}

/** Shortened, and without characters that the database refuses. */
function inBrief(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, EXAMPLE_CHARACTERS_MAX)
    .toWellFormed()
}
