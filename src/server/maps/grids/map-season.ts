/** A season of maps in one answer: the cells and probe values of each day. */
import type { MapSeries } from '#contract/maps.ts'
import type { DaySpan } from '../../readings/zone-days.ts'
import type { DayOfProbes } from './day-series.rules.ts'
import { quantised } from './map-cells.ts'
import { coverNote, fencedNote, shortCover } from '../picture/map-notes.ts'
import { shareSurface } from '../inputs/share-surface.ts'
import { type FrameChoice, frameOf, placeOf, shown } from './map-frame.ts'
import {
  heldToProbes,
  type MapBasis,
  type MapWater,
  type MapZone,
  type SoilProbe,
} from '../inputs/map-inputs.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'

export interface SeasonOfMaps extends FrameChoice {
  basis: MapBasis
  zones: MapZone[]
  placed: readonly (SoilProbe & { cover: number | null; fenced: boolean })[]
  /** All days with readings; null without any. */
  record: DaySpan | null
  span: DaySpan | null
  days: readonly DayOfProbes[]
  /** Cells from the balance, by day. */
  water: ReadonlyMap<string, MapWater> | null
}

export async function drawSeason(surfaces: Surfaces, season: SeasonOfMaps): Promise<MapSeries> {
  const { basis, zones, placed, record, span, days, water, size, depthCm } = season
  const waterByDay = days.map(({ day, probes }) => heldToProbes(water?.get(day) ?? null, probes))
  const drawnSurfaces = await Promise.all(
    days.map(({ probes }, i) =>
      shareSurface(surfaces, { ...basis, probes, depthCm, size, water: waterByDay[i]?.water ?? null }),
    ),
  )
  const maps = drawnSurfaces.flatMap((surface) => surface?.shares ?? [])
  let next = 0
  return {
    ...frameOf(basis, { zones, probes: placed }, season),
    first_day: record?.start ?? null,
    last_day: record?.end ?? null,
    from: span?.start ?? null,
    to: span?.end ?? null,
    days: days.map(({ day, probes }, i) => ({
      day,
      map: drawnSurfaces[i] ? next++ : null,
      values: probes.map(({ value }) => shown(value)),
      shares: probes.map(({ share }) => shown(share)),
      states: probes.map(({ state }) => state),
      method: waterByDay[i]?.water ? 'balance' : 'kriging',
      contradicting: [...(waterByDay[i]?.contradicting ?? [])],
    })),
    probes: placed.map(placeOf),
    cover_note: coverNote(shortCover(placed), basis.rootDepthIn),
    cover: shortCover(placed),
    fenced_note: fencedNote(placed),
    shares: maps.length > 0 ? quantised(maps) : null,
  }
}
