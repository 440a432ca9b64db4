/** A season of maps in one answer: the cells of each day, and what the probes said on it. */
import type { MapSeries } from '../../../contract/maps.ts'
import type { SystemProbe } from '../../probes/placed-probes.ts'
import type { DaySpan } from '../../readings/zone-days.ts'
import type { DayOfProbes } from './day-series.rules.ts'
import { quantised } from './map-cells.ts'
import { usedProbes } from '../inputs/map-content.ts'
import { type FrameChoice, frameOf, shown } from './map-frame.ts'
import type { MapBasis, MapProbe } from '../inputs/map-inputs.ts'
import type { Surfaces } from '../surfaces/surfaces-order.ts'

export interface SeasonOfMaps extends FrameChoice {
  basis: MapBasis
  placed: readonly SystemProbe[]
  /** All days with readings; null without any. */
  record: DaySpan | null
  span: DaySpan | null
  days: readonly DayOfProbes[]
}

export async function drawSeason(surfaces: Surfaces, season: SeasonOfMaps): Promise<MapSeries> {
  const { basis, placed, record, span, days, size } = season
  const drawn = await Promise.all(days.map(({ probes }) => cellsOf(surfaces, basis, probes, size)))
  const maps = drawn.flatMap((cells) => cells ?? [])
  let next = 0
  return {
    ...frameOf(basis, season),
    first_day: record?.start ?? null,
    last_day: record?.end ?? null,
    from: span?.start ?? null,
    to: span?.end ?? null,
    days: days.map(({ day, probes }, i) => ({
      day,
      map: drawn[i] ? next++ : null,
      values: probes.map(({ value }) => shown(value)),
      states: probes.map(({ state }) => state),
    })),
    probes: placed.map(({ number, latitude, longitude }) => ({ number, latitude, longitude })),
    values: maps.length > 0 ? quantised(maps) : null,
  }
}

async function cellsOf(surfaces: Surfaces, basis: MapBasis, probes: MapProbe[], size: number) {
  const { wettedRadiusM: wettedRadius, arc } = basis.pivot
  const drawn = await surfaces.draw({ probes: usedProbes(probes), wettedRadius, arc, size })
  return 'reason' in drawn ? null : drawn.values
}
