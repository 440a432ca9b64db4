/** Weekly maps: which weeks have data, and the picture of one, drawn once. */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type MapWeeks, type WeekMap, type weekMapBody, weekMapPath } from '#contract/maps.ts'
import type { Kit } from '../../installation/kit.ts'
import type { ObjectKeeper } from '../../installation/object-sweep.ts'
import { asServer } from '../../kit/read-only.ts'
import { Problem } from '../../kit/problem.ts'
import type { DaySpan } from '../../readings/zone-days.ts'
import type { MemberSystem } from '../../systems/membership.ts'
import { mapContent } from '../inputs/map-content.ts'
import { type MapView, USUAL_VIEW } from '../inputs/map-view.ts'
import { usedProbes } from '../inputs/share-surface.ts'
import { fingerprintOf, type MapInputs, methodOf } from '../inputs/map-inputs.ts'
import { inputsOver } from '../inputs/map-moments.ts'
import { coverNote, notesOf, shortCover } from '../picture/map-notes.ts'
import { layerName } from '../picture/map-type.ts'
import { SURFACE_CELLS } from '../picture/map-picture.ts'
import type { Painter } from '../picture/painter.ts'
import { selectMappedSystem } from '../inputs/maps.store.ts'
import { daysOfRecord, readingsIn } from '../inputs/probe-values.store.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'
import { systemOf, systemsOf } from '../../systems/membership.store.ts'
import {
  forgetFormer,
  forgetOld,
  keepPicture,
  pictureByContent,
  pictureByName,
  selectKnownObjects,
  type WeekPicture,
} from './historic-maps.store.ts'
import { weekAround, weekOf, weeksTouching } from './map-weeks.rules.ts'

export interface HistoricMaps {
  /** The system with this name, when the user is a member of it. */
  systemOf(userId: number, name: string): Promise<MemberSystem | undefined>
  /**
   * @param month 1 to 12; null for the newest week only
   * @throws Problem('system_not_found')
   */
  weeks(userId: number, system: string, month: number | null): Promise<MapWeeks>
  /** @throws Problem, also when there is nothing to draw */
  make(userId: number, body: z.infer<typeof weekMapBody>): Promise<WeekMap>
  /** A picture by its name, for a member of its system; null when there is none. */
  picture(system: MemberSystem, token: string): Promise<{ png: Buffer; name: string } | null>
}

/** Every week of a month that may have readings. */
function weeksOfRecord(record: DaySpan, month: number): DaySpan[] {
  // a week at the turn of a year touches a month of the previous or next year
  const [first, last] = [Number(record.start.slice(0, 4)) - 1, Number(record.end.slice(0, 4)) + 1]
  return weeksTouching(
    month,
    Array.from({ length: last - first + 1 }, (_, k) => first + k),
  )
}

/** How long a replaced picture is kept: a page may still show it. */
const OUTLIVES_MS = 24 * 3_600_000

const objectKey = (controllerId: number, token: string) => `historic-maps/${controllerId}/${token}.png`

/** A season: most are requested in the week in which they are drawn. */
const KEPT_MS = 120 * 86_400_000

export function createHistoricMaps(
  { clock, database, objects }: Kit,
  { surfaces, painter }: { surfaces: Surfaces; painter: Painter },
): HistoricMaps {
  /** Drawings in progress in this process, by content. */
  const underWay = new Map<string, Promise<WeekPicture>>()

  async function weeksOf(userId: number, name: string, month: number | null): Promise<MapWeeks> {
    return database.asCustomer(userId, async (tx) => {
      const { controllerId, timeZone } = await systemOf(tx, userId, name)
      const record = await daysOfRecord(tx, controllerId, timeZone)
      if (!record) return { ranges: [] }
      const weeks = month === null ? [weekAround(record.end)] : weeksOfRecord(record, month)
      const readings = await readingsIn(tx, controllerId, weeks, timeZone)
      const ranges = weeks.map((week, i) => ({ ...week, readings: readings[i] ?? 0 }))
      return { ranges: ranges.filter((range) => range.readings > 0) }
    })
  }

  async function draw(
    controllerId: number,
    inputs: MapInputs,
    span: DaySpan,
    view: MapView,
    content: string,
    token: string,
  ) {
    const drawing = await mapContent(surfaces, inputs, SURFACE_CELLS, view)
    if (!drawing.surface) throw new Problem('map_no_surface')
    await objects.put(objectKey(controllerId, token), await painter.paint(drawing))
    const { low, high } = drawing.limits
    const now = clock.now()
    const picture = { token, span, view, probes: usedProbes(inputs.probes).length, low, high, at: now }
    const before = new Date(now.getTime() - OUTLIVES_MS)
    const { kept, former, old } = await database.write(async (tx) => {
      const kept = await keepPicture(tx, controllerId, content, picture)
      const former = await forgetFormer(tx, controllerId, kept, before)
      return { kept, former, old: await forgetOld(tx, new Date(now.getTime() - KEPT_MS)) }
    })
    for (const oldPicture of old) await objects.remove(objectKey(oldPicture.controllerId, oldPicture.token))
    const unwanted = kept.token === token ? former : [...former, token]
    await Promise.all(unwanted.map((unwantedToken) => objects.remove(objectKey(controllerId, unwantedToken))))
    return kept
  }

  async function pictureOf(controllerId: number, inputs: MapInputs, span: DaySpan, view: MapView) {
    const content = fingerprintOf(inputs, view)
    const storedPicture = await pictureByContent(database.reader, controllerId, content)
    // a restored installation may refer to a picture that was deleted while its backup was written
    if (storedPicture && (await objects.get(objectKey(controllerId, storedPicture.token))))
      return storedPicture
    const key = `${controllerId} ${content}`
    const token = storedPicture?.token ?? randomBytes(16).toString('hex')
    const running =
      underWay.get(key) ?? asServer(() => draw(controllerId, inputs, span, view, content, token))
    underWay.set(key, running)
    try {
      return await running
    } finally {
      underWay.delete(key)
    }
  }

  async function refuseEmpty(userId: number, name: string, { start }: DaySpan, inputs: MapInputs) {
    if (usedProbes(inputs.probes).length > 0) return
    const { ranges } = await weeksOf(userId, name, Number(start.slice(5, 7)))
    if (!ranges.some((week) => week.start === start)) throw new Problem('map_week_empty')
    throw new Problem(inputs.probes.length === 0 ? 'map_no_probes' : 'map_no_placed_readings')
  }

  return {
    async systemOf(userId, name) {
      const systems = await database.asCustomer(userId, (tx) => systemsOf(tx, userId))
      return systems.find((system) => system.name === name)
    },

    weeks: weeksOf,

    async make(userId, { system: name, month, start_date: startDate, ...viewChoice }) {
      const { controllerId } = await database.asCustomer(userId, (tx) => systemOf(tx, userId, name))
      const span = weekOf(startDate, month)
      const mapped = await selectMappedSystem(database.reader, controllerId)
      if (!mapped) throw new Problem('system_not_found')
      const inputs = await inputsOver(database.reader, mapped, span, null)
      await refuseEmpty(userId, name, span, inputs)
      const { ramp = USUAL_VIEW.ramp, layer = USUAL_VIEW.layer, paper = USUAL_VIEW.paper } = viewChoice
      const view = { ramp, layer, paper }
      const { token, probes, low, high } = await pictureOf(controllerId, inputs, span, view)
      const url = weekMapPath(userId, name, token)
      return {
        url,
        ...span,
        probes,
        root_depth_in: inputs.rootDepthIn,
        scale: { min: low, max: high },
        method: methodOf(inputs),
        contradicting: [...inputs.contradicting],
        notes: notesOf(inputs),
        cover_note: coverNote(shortCover(inputs.probes), inputs.rootDepthIn),
        cover: shortCover(inputs.probes),
      }
    },

    async picture({ controllerId, name }, token) {
      const found = await pictureByName(database.reader, controllerId, token)
      const png = found && (await objects.get(objectKey(controllerId, token)))
      if (!png) return null
      const { start, end } = found.span
      const layer = layerName(found.view.layer)
      return { png, name: `${name}${layer} ${start} to ${end}.png` }
    },
  }
}

export const weekObjects: ObjectKeeper = { folder: 'historic-maps', kept: selectKnownObjects }
