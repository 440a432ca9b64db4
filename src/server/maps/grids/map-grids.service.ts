/** Surfaces as numbers: of a moment, of a range of days, daily over a season; and the best place for another probe. */
import { toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import { availableSpan } from '#agronomy/soil/available-water.ts'
import { bestProbePlace } from '#agronomy/surface/best-probe-place.ts'
import { inchesToMm } from '#agronomy/units.ts'
import { MAP_DAYS_MAX, MAP_SERIES_CELLS_MAX, MAP_SIZE } from '#contract/limits.ts'
import type { MapSeries, MoistureGrid, NextProbe, SeriesQuery, SurfaceQuery } from '#contract/maps.ts'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'
import { dayMeans } from '../../readings/day-means.store.ts'
import { dayAfter, dayCount, type DaySpan } from '../../readings/zone-days.ts'
import { mapContent } from '../inputs/map-content.ts'
import { type MapView, USUAL_VIEW } from '../inputs/map-view.ts'
import {
  basisOf,
  coverOf,
  type MapInputs,
  type MappedSystem,
  meanShare,
  methodOf,
} from '../inputs/map-inputs.ts'
import { dryGeofences, inputsAt, inputsNow, inputsOver, fieldSoils } from '../inputs/map-moments.ts'
import { calendarDay } from '../weeks/map-weeks.rules.ts'
import { selectMappedSystem } from '../inputs/maps.store.ts'
import { daysOfRecord, sensorsOf } from '../inputs/probe-values.store.ts'
import { waterByDay } from '../inputs/map-water.ts'
import { coverNote, notesOf, shortCover } from '../picture/map-notes.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'
import { systemOf } from '../../systems/membership.store.ts'
import { DAYS_BEFORE, probesByDay } from './day-series.rules.ts'
import { quantised } from './map-cells.ts'
import { frameOf, machineOf, placeOf, shown } from './map-frame.ts'
import { drawSeason } from './map-season.ts'

export interface MapGrids {
  /** @throws Problem for an invalid request */
  surface(userId: number, query: SurfaceQuery): Promise<MoistureGrid>
  series(userId: number, query: SeriesQuery): Promise<MapSeries>
  nextProbe(userId: number, system: string): Promise<NextProbe>
}

const SURFACE_SIZE = 100
const SERIES_SIZE = 48
/** Days of a series by default: a growing season. */
const SEASON_DAYS = 214

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

export function createMapGrids({ clock, database }: Kit, surfaces: Surfaces): MapGrids {
  const db = database.reader

  async function ownSystem(userId: number, name: string): Promise<MappedSystem> {
    const { controllerId } = await database.asCustomer(userId, (tx) => systemOf(tx, userId, name))
    const system = await selectMappedSystem(db, controllerId)
    if (!system) throw new Problem('system_not_found')
    return system
  }

  async function depthOf(system: MappedSystem, depth: string | undefined) {
    const sensors = await sensorsOf(db, system.controllerId)
    const depths = [...new Set(sensors.map(({ depthCm }) => depthCm))].sort((a, b) => a - b)
    const depthCm = depth === undefined || depth === 'root' ? null : Number(depth)
    if (depthCm !== null && !depths.includes(depthCm))
      throw new Problem('map_depth_unknown', { field: 'depth' })
    return { sensors, depths, depthCm }
  }

  return {
    async surface(userId, query) {
      const system = await ownSystem(userId, query.system)
      const size = sizeOf(query.size, SURFACE_SIZE)
      const { depths, depthCm } = await depthOf(system, query.depth)
      const span = spanOf(query)
      const at = instantOf(query)
      const inputs = span
        ? await inputsOver(db, system, span, depthCm)
        : at
          ? await inputsAt(db, system, at, depthCm)
          : await inputsNow(db, system, clock.now(), depthCm)
      return gridOf(surfaces, inputs, { size, depths, deviation: query.deviation !== 'false' })
    },

    async nextProbe(userId, name) {
      const system = await ownSystem(userId, name)
      const inputs = await inputsNow(db, system, clock.now())
      return bestPlace(surfaces, inputs)
    },

    async series(userId, query) {
      const system = await ownSystem(userId, query.system)
      const size = sizeOf(query.size, SERIES_SIZE)
      const { sensors, depths, depthCm } = await depthOf(system, query.depth)
      const requested = spanOf(query)
      const record = await daysOfRecord(db, system.controllerId, system.timeZone)
      const span = record && seasonOf(requested, record)
      if (span && dayCount(span) * size * size > MAP_SERIES_CELLS_MAX)
        throw new Problem('map_size_invalid', { field: 'size' })
      const basis = basisOf(system)
      const rootMm = inchesToMm(basis.rootDepthIn)
      const field = await fieldSoils(db, system)
      const fenced = await dryGeofences(db, system)
      const placed = field.placed.map((probe) => {
        const own = sensors.flatMap((sensor) => (sensor.probe === probe.number ? sensor.depthCm : []))
        return { ...probe, cover: depthCm === null ? coverOf(own, rootMm) : null, fenced: fenced(probe) }
      })
      const means = span ? await meansAround(span, system) : []
      const choice = { rootDepthIn: basis.rootDepthIn, depthCm }
      const water = span && depthCm === null ? await waterByDay(db, system, basis, span) : null
      const days = span ? probesByDay({ placed, sensors, means, span }, choice) : []
      return drawSeason(surfaces, {
        basis,
        zones: field.zones,
        placed,
        record,
        span,
        days,
        water,
        depthCm,
        depths,
        size,
      })
    },
  }

  async function meansAround(span: DaySpan, { controllerId, timeZone }: MappedSystem) {
    const before = { start: dayAfter(span.start, -DAYS_BEFORE), end: span.end }
    return dayMeans(db, controllerId, before, timeZone)
  }
}

async function gridOf(
  surfaces: Surfaces,
  inputs: MapInputs,
  { size, depths, deviation }: { size: number; depths: number[]; deviation: boolean },
): Promise<MoistureGrid> {
  const view: MapView = { ...USUAL_VIEW, layer: deviation ? 'uncertainty' : 'share' }
  const { surface, words, asOf } = await mapContent(surfaces, inputs, size, view)
  return {
    ...frameOf(inputs, inputs, { depthCm: inputs.depthCm, depths, size }),
    as_of: asOf?.toISOString() ?? null,
    from: inputs.span?.start ?? null,
    to: inputs.span?.end ?? null,
    words,
    shares: surface && quantised([surface.shares]),
    deviation: surface?.deviation ? quantised([surface.deviation]) : null,
    probes: inputs.probes.map((probe) => ({
      ...placeOf(probe),
      value: shown(probe.value),
      share: shown(probe.share),
      state: probe.state,
    })),
    method: methodOf(inputs),
    contradicting: [...inputs.contradicting],
    notes: notesOf(inputs),
    cover_note: coverNote(shortCover(inputs.probes), inputs.rootDepthIn),
    cover: shortCover(inputs.probes),
    machine: inputs.machine && machineOf(inputs.machine, inputs.timeZone),
  }
}

/** Grid size for choosing the place of another probe. */
const CHOICE_SIZE = 24
/** Share of available water without readings: uncertainty depends on places more than on values. */
const UNHEARD = 0.5

/** Silent probes count as well: they will report again. */
async function bestPlace(surfaces: Surfaces, inputs: MapInputs): Promise<NextProbe> {
  const { probes, pivot, soil } = inputs
  const { wettedRadiusM: wettedRadius, arc } = pivot
  const usual = meanShare(probes) ?? UNHEARD
  const points = probes.map(({ x, y, share }) => ({ x, y, value: share ?? usual }))
  const grid = { size: CHOICE_SIZE, wettedRadius, arc }
  const surface = await surfaces.draw({ probes: points, ...grid, unit: availableSpan(soil) })
  const best = 'reason' in surface ? null : bestProbePlace(points, surface.model, grid)
  if (!best) return { latitude: null, longitude: null, gain_percent: null }
  const { lat, lng } = toLatLng(pivot.place, best)
  return { latitude: lat, longitude: lng, gain_percent: 100 * best.gain }
}

function sizeOf(text: string | undefined, usual: number): number {
  const size = text === undefined ? usual : Number(text)
  if (size < MAP_SIZE.min || size > MAP_SIZE.max) throw new Problem('map_size_invalid', { field: 'size' })
  return size
}

/** @throws Problem('map_days_invalid') for only one end, invalid days, or too many of them */
function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): DaySpan | null {
  if (from === undefined && to === undefined) return null
  const span = { start: from ?? '', end: to ?? '' }
  const real = calendarDay(span.start) !== null && calendarDay(span.end) !== null
  if (!real || span.end < span.start || dayCount(span) > MAP_DAYS_MAX)
    throw new Problem('map_days_invalid', { field: 'from' })
  return span
}

function instantOf({ at, from }: SurfaceQuery): Date | null {
  if (at === undefined) return null
  const instant = new Date(at)
  if (!INSTANT.test(at) || Number.isNaN(instant.getTime()) || from !== undefined)
    throw new Problem('map_time_invalid', { field: 'at' })
  return instant
}

/** The requested days with data; by default the newest season. */
function seasonOf(requested: DaySpan | null, record: DaySpan): DaySpan | null {
  const span = requested ?? { start: dayAfter(record.end, 1 - SEASON_DAYS), end: record.end }
  const start = span.start > record.start ? span.start : record.start
  const end = span.end < record.end ? span.end : record.end
  return start <= end ? { start, end } : null
}
