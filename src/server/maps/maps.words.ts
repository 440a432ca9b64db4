/** What maps tell the other features, and the order to draw a live map again. */
import { z } from 'zod'
import type { Writer } from '../kit/database.ts'
import { defineFact } from '../kit/events.ts'
import { defineOrder, type Outbox } from '../kit/outbox.ts'

/** A live map shows something new; `asOf` is the newest reading in it. */
export const mapDrawn = defineFact(
  'mapDrawn',
  z.object({ controllerId: z.int(), asOf: z.nullable(z.string()) }),
)

export const drawLiveMap = defineOrder('draw-live-map', z.object({ controllerId: z.int() }))

/** Bursts of readings end in one picture. */
export const GATHER_MS = 500

/** Asks for a new live map, in the transaction that changed what it shows. */
export async function orderLiveMap(
  outbox: Pick<Outbox, 'place'>,
  tx: Writer,
  controllerId: number,
): Promise<void> {
  const key = `${drawLiveMap.name}:${controllerId}`
  const notBefore = new Date(Date.now() + GATHER_MS)
  await outbox.place(tx, drawLiveMap, { controllerId }, { key, queue: key, notBefore, keepTime: true })
}
