/** Live maps: redrawn when readings or placements change, and never served once outdated. */
import { PROBE_FILLED_MS, READING_FRESH_MS } from '#contract/limits.ts'
import { mapLayer, mapPaper, mapRamp } from '#contract/maps.ts'
import type { ServerTx } from '../../kit/postgres/transactions.ts'
import { asServer } from '../../kit/read-only.ts'
import type { Kit } from '../../installation/kit.ts'
import type { ObjectKeeper } from '../../installation/object-sweep.ts'
import { mapContent, readingTimes } from '../inputs/map-content.ts'
import { type MapContent, type MapView, USUAL_VIEW } from '../inputs/map-view.ts'
import { fingerprintOf, type MapInputs } from '../inputs/map-inputs.ts'
import { inputsNow } from '../inputs/map-moments.ts'
import { SURFACE_CELLS } from '../picture/map-picture.ts'
import type { Painter } from '../picture/painter.ts'
import { putDrawing, selectDrawing, selectDrawnObjects, selectMappedSystem } from '../inputs/maps.store.ts'
import { mapDrawn } from './live-maps.events.ts'
import { drawLiveMap, GATHER_MS } from './live-maps.jobs.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'

interface LivePicture {
  png: Buffer
  asOf: Date | null
  timeZone: string
}

export interface Maps {
  /** The up-to-date picture of a controller's system, drawn now if necessary; null without a system. */
  picture(controllerId: number, view?: MapView): Promise<LivePicture | null>
}

export function createMaps(
  { database, clock, events, jobs, objects }: Kit,
  { surfaces, painter }: { surfaces: Surfaces; painter: Painter },
): Maps {
  /** Drawings in progress in this process, by object key. */
  const underWay = new Map<string, Promise<Buffer>>()

  async function draw(controllerId: number, inputs: MapInputs, fingerprint: string, view: MapView) {
    const content = await mapContent(surfaces, inputs, SURFACE_CELLS, view)
    const png = await painter.paint(content)
    await objects.put(objectKey(controllerId, fingerprint, view), png)
    const former = await database.write((tx) => record(tx, controllerId, content, fingerprint))
    if (former && former.fingerprint !== fingerprint)
      for (const mapView of EVERY_VIEW)
        await objects.remove(objectKey(controllerId, former.fingerprint, mapView))
    return png
  }

  async function record(tx: ServerTx, controllerId: number, content: MapContent, fingerprint: string) {
    const { asOf } = content
    const replaced = await putDrawing(tx, controllerId, { fingerprint, asOf }, clock.now())
    if (replaced?.fingerprint !== fingerprint)
      await events.publish(tx, mapDrawn, { controllerId, asOf: asOf?.toISOString() ?? null })
    const stale = staleFrom(content)
    if (stale) await enqueueWhenStale(tx, controllerId, stale)
    return replaced
  }

  async function enqueueWhenStale(tx: ServerTx, controllerId: number, stale: Date): Promise<void> {
    const key = `${drawLiveMap.name}:${controllerId}:stale`
    const notBefore = new Date(stale.getTime() + GATHER_MS)
    await jobs.enqueue(tx, drawLiveMap, { controllerId }, { key, notBefore })
  }

  async function picture(controllerId: number, view: MapView = USUAL_VIEW): Promise<LivePicture | null> {
    const system = await selectMappedSystem(database.reader, controllerId)
    if (!system) return null
    const inputs = await inputsNow(database.reader, system, clock.now())
    const details = { asOf: readingTimes(inputs.probes).asOf, timeZone: system.timeZone }
    const fingerprint = fingerprintOf(inputs)
    const key = objectKey(controllerId, fingerprint, view)
    const drawing = await selectDrawing(database.reader, controllerId)
    const storedPng = drawing?.fingerprint === fingerprint ? await objects.get(key) : null
    if (storedPng) return { png: storedPng, ...details }
    const running = underWay.get(key) ?? asServer(() => draw(controllerId, inputs, fingerprint, view))
    underWay.set(key, running)
    try {
      return { png: await running, ...details }
    } finally {
      underWay.delete(key)
    }
  }

  const drawAgain = async ({ controllerId }: { controllerId: number }) => void (await picture(controllerId))
  jobs.processOutside(drawLiveMap, drawAgain, { background: true })

  return { picture }
}

/** When the first value becomes outdated: a reading by its age, an estimate by the length of the silence. */
function staleFrom({ oldest, inputs }: MapContent): Date | null {
  const silences = inputs.probes.flatMap(({ state, at }) =>
    state === 'filled' && at ? [at.getTime() + PROBE_FILLED_MS] : [],
  )
  const first = Math.min(oldest ? oldest.getTime() + READING_FRESH_MS : Infinity, ...silences)
  return first === Infinity ? null : new Date(first)
}

const EVERY_VIEW: readonly MapView[] = mapRamp.options.flatMap((ramp) =>
  mapLayer.options.flatMap((layer) => mapPaper.options.map((paper) => ({ ramp, layer, paper }))),
)

function objectKey(controllerId: number, fingerprint: string, { ramp, layer, paper }: MapView): string {
  return `live-maps/${controllerId}/${fingerprint}-${ramp}-${layer}-${paper}.png`
}

export const liveMapObjects: ObjectKeeper = { folder: 'live-maps', kept: selectDrawnObjects }
