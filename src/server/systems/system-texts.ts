/**
 * The list of a customer's systems as the text of its answer. The text of each system is cached, and reused while its version
 * stamps in the database are the same and no instant has passed at which it changes with time. A change by any process is
 * therefore in the next list.
 */
import type { Reader } from '../kit/postgres/transactions.ts'
import {
  type LatestMessages,
  latestMessagesOf,
  type Mark,
  placeOf,
  statusOf,
  turnsOf,
  type CompleteSystem,
} from './systems-view.rules.ts'

/** A system takes three to five thousand bytes, so this is enough for about ten thousand systems. */
const BYTES_KEPT = 40_000_000

/** How systems of the customer of a transaction are read (`system-rows.store.ts`). */
interface Rows {
  /** All of them, by name. */
  myMarks(tx: Reader): Promise<Mark[]>
  myHeard(tx: Reader, ids: number[]): Promise<Map<number, LatestMessages>>
  mySystems(tx: Reader, now: Date, ids: number[]): Promise<CompleteSystem[]>
}

/** The part that changes rarely; it is the same for every user of the system. */
interface Parts {
  stamp: string
  /** The period in which it is valid; milliseconds. */
  from: number
  until: number
  place: string
  standing: string
}

/** With its machine's latest messages, for one role. */
interface Kept extends Parts {
  role: string
  link: string
  heard: string
  /** A comma, and the system as in the answer. */
  text: Buffer
}

export interface SystemTexts {
  /**
   * @param tx a transaction that reads one snapshot
   * @returns the answer in UTF-8
   */
  list(tx: Reader, now: Date): Promise<Buffer>
}

export function createSystemTexts(rows: Rows, bytesKept = BYTES_KEPT): SystemTexts {
  /** In the order of their last use. */
  const cache = new Map<number, Kept>()
  let bytes = 0

  function forget(id: number): void {
    const cached = cache.get(id)
    if (cached) bytes -= sizeOf(cached)
    cache.delete(id)
  }

  function keep(marks: Mark[], texts: readonly Kept[]): void {
    for (const [at, { id, stamp }] of marks.entries()) {
      const text = texts[at]
      if (!text || stamp === '') continue
      forget(id)
      cache.set(id, text)
      bytes += sizeOf(text)
    }
    for (const id of cache.keys()) {
      if (bytes <= bytesKept) return
      forget(id)
    }
  }

  /** @returns undefined for a system that must be read again */
  function stillGood({ id, stamp }: Mark, now: number): Kept | undefined {
    const cached = cache.get(id)
    if (!cached || stamp === '' || cached.stamp !== stamp) return undefined
    return now >= cached.from && now < cached.until ? cached : undefined
  }

  return {
    async list(tx, now) {
      const marks = await rows.myMarks(tx)
      // kept in a local variable: concurrent requests may replace the cached text while this one reads
      const loaded = new Map<number, Kept>()
      for (const mark of marks) {
        const good = stillGood(mark, now.getTime())
        if (good) loaded.set(mark.id, good)
      }
      const fresh = await readChanged(rows, tx, now, marks, loaded)
      const texts = marks.map((mark) => {
        const good = loaded.get(mark.id)
        return good?.link === mark.link && good.role === mark.role ? good : textOf(mark, now, fresh, good)
      })
      keep(marks, texts)
      return joined(texts)
    },
  }
}

interface Fresh {
  wholes: Map<number, CompleteSystem>
  heard: Map<number, LatestMessages>
}

async function readChanged(
  { myHeard, mySystems }: Rows,
  tx: Reader,
  now: Date,
  marks: Mark[],
  cached: ReadonlyMap<number, Kept>,
): Promise<Fresh> {
  const changed = marks.flatMap(({ id }) => (cached.has(id) ? [] : id))
  const heardOfAnew = marks.flatMap(({ id, link }) => ((cached.get(id)?.link ?? link) === link ? [] : id))
  const [wholes, heard] = await Promise.all([
    changed.length > 0 ? mySystems(tx, now, changed) : [],
    heardOfAnew.length > 0 ? myHeard(tx, heardOfAnew) : new Map<number, LatestMessages>(),
  ])
  return { wholes: new Map(wholes.map((complete) => [complete.system.id, complete])), heard }
}

function textOf(mark: Mark, now: Date, fresh: Fresh, good: Kept | undefined): Kept {
  const complete = good ? undefined : fresh.wholes.get(mark.id)
  const parts = complete ? partsOf(complete, mark, now) : good
  const link = complete?.link ?? fresh.heard.get(mark.id)
  const heardText = link ? membersOf(latestMessagesOf(link)) : good?.heard
  // the statements of one transaction see the same systems
  if (!parts || heardText === undefined) throw new Error(`system ${mark.id} is not there at the same moment`)
  // in the order of `systemViewOf`
  const text = `,{${parts.place},${membersOf({ role: mark.role })},${heardText},${parts.standing}}`
  return {
    stamp: parts.stamp,
    from: parts.from,
    until: parts.until,
    place: parts.place,
    standing: parts.standing,
    role: copied(mark.role),
    link: copied(mark.link),
    heard: heardText,
    text: Buffer.from(text),
  }
}

function partsOf(complete: CompleteSystem, { stamp }: Mark, now: Date): Parts {
  const turns = turnsOf(complete)
  const at = now.getTime()
  return {
    stamp: copied(stamp),
    from: Math.max(-Infinity, ...turns.filter((turn) => turn <= at)),
    until: Math.min(Infinity, ...turns.filter((turn) => turn > at)),
    place: membersOf(placeOf(complete)),
    standing: membersOf(statusOf(complete, now)),
  }
}

/** JSON of an object without its braces. */
const membersOf = (part: object) => JSON.stringify(part).slice(1, -1)

/** Copied: a substring would keep the text of the whole list in memory. */
const copied = (text: string) => Buffer.from(text).toString()

const [OPENED, CLOSED] = [Buffer.from('['), Buffer.from(']')]

function joined(texts: Kept[]): Buffer {
  const [first, ...others] = texts.map(({ text }) => text)
  return Buffer.concat(first ? [OPENED, first.subarray(1), ...others, CLOSED] : [OPENED, CLOSED])
}

const sizeOf = ({ place, heard, standing, text }: Kept) =>
  place.length + heard.length + standing.length + text.length
