/** Live maps: drawn again when readings or placements change, and never shown once they are no longer true. */
import { z } from 'zod'
import { READING_FRESH_MS } from '../../contract/limits.ts'
import type { Writer } from '../kit/database.ts'
import { defineFact } from '../kit/events.ts'
import type { Kit } from '../kit/kit.ts'
import { defineOrder, type Outbox } from '../kit/outbox.ts'
import { settingsSaved } from '../systems/systems.words.ts'
import { liveMapContent, type LiveMapInputs } from './live-map-content.ts'
import { liveMapImage, SURFACE_CELLS } from './live-map-image.ts'
import { fingerprintOf, liveMapInputs } from './live-map.inputs.ts'
import { putDrawing, selectDrawing } from './maps.store.ts'

/** A live map shows something new; `asOf` is the newest reading in it. */
export const mapDrawn = defineFact(
  'mapDrawn',
  z.object({ controllerId: z.int(), asOf: z.nullable(z.string()) }),
)

export const drawLiveMap = defineOrder('draw-live-map', z.object({ controllerId: z.int() }))

/** Bursts of readings end in one picture. */
const GATHER_MS = 500

export interface Maps {
  /** The true picture of a controller's system, drawn now where nobody has drawn it; null without a system. */
  picture(controllerId: number): Promise<Buffer | null>
}

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

export function createMaps({ database, clock, events, outbox, objects }: Kit): Maps {
  /** Drawings under way in this process, by object. */
  const underWay = new Map<string, Promise<Buffer>>()

  async function draw(controllerId: number, inputs: LiveMapInputs, fingerprint: string): Promise<Buffer> {
    const content = liveMapContent(inputs, SURFACE_CELLS)
    const png = liveMapImage(content)
    const { asOf, oldest } = content
    await objects.put(objectKey(controllerId, fingerprint), png)
    const former = await database.write(async (tx) => {
      const replaced = await putDrawing(tx, controllerId, { fingerprint, asOf }, clock.now())
      if (replaced?.fingerprint !== fingerprint)
        await events.tell(tx, mapDrawn, { controllerId, asOf: asOf?.toISOString() ?? null })
      if (oldest) await orderWhenStale(tx, controllerId, oldest)
      return replaced
    })
    if (former && former.fingerprint !== fingerprint)
      await objects.remove(objectKey(controllerId, former.fingerprint))
    return png
  }

  /** Once the oldest reading no longer stands for the soil the picture is another one. */
  async function orderWhenStale(tx: Writer, controllerId: number, oldest: Date): Promise<void> {
    const key = `${drawLiveMap.name}:${controllerId}:stale`
    const notBefore = new Date(oldest.getTime() + READING_FRESH_MS + GATHER_MS)
    await outbox.place(tx, drawLiveMap, { controllerId }, { key, notBefore })
  }

  async function picture(controllerId: number): Promise<Buffer | null> {
    const inputs = await liveMapInputs(database.reader, controllerId, clock.now())
    if (!inputs) return null
    const fingerprint = fingerprintOf(inputs)
    const key = objectKey(controllerId, fingerprint)
    const drawn = await selectDrawing(database.reader, controllerId)
    const kept = drawn?.fingerprint === fingerprint ? await objects.get(key) : null
    if (kept) return kept
    const running = underWay.get(key) ?? draw(controllerId, inputs, fingerprint)
    underWay.set(key, running)
    try {
      return await running
    } finally {
      underWay.delete(key)
    }
  }

  outbox.carryOut(drawLiveMap, async ({ controllerId }) => {
    await picture(controllerId)
  })
  // a fact may be lost: then the next one who looks has it drawn with the new root depth
  events.on(settingsSaved, ({ controllerId }) =>
    database.write((tx) => orderLiveMap(outbox, tx, controllerId)),
  )
  return { picture }
}

function objectKey(controllerId: number, fingerprint: string): string {
  return `live-maps/${controllerId}/${fingerprint}.png`
}
