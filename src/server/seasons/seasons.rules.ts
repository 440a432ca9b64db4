/** Computes the season of a system from sums of records, and the CSV for an authority. */
import { outerRadii, type Pivot } from '../../agronomy/pivot/pivot.ts'
import { SECTOR_DEGREES } from '../../agronomy/pivot/pivot-geometry.ts'
import { zoneAreas } from '../../agronomy/pivot/pivot-zones.ts'
import { SECTORS } from '../../contract/limits.ts'
import {
  M3_PER_UNIT,
  type Season,
  type SeasonMonth,
  type SeasonSystem,
  type VolumeUnit,
  type WaterMethod,
} from '../../contract/seasons.ts'
import { csvText } from '../kit/csv.ts'
import type { MemberSystem } from '../systems/membership.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

/** First days of the months of a year, and of the year after. */
export function monthStarts(year: number): string[] {
  const starts = MONTHS.map((month) => `${year}-${String(month).padStart(2, '0')}-01`)
  return [...starts, `${year + 1}-01-01`]
}

/** Area of one whole sector of each zone, m2. */
export function cellAreas(pivot: Pivot): number[] {
  return zoneAreas(outerRadii(pivot)).map((area) => area / SECTORS)
}

interface Sums {
  month: number
  volumeM3: number
  gaps: number
  gapSectors: number
}

interface Licence {
  fromYear: number
  volumeM3: number | null
  unit: VolumeUnit
}

interface Pumped {
  month: number
  volumeM3: number
  unheardMs: number
}

/** A flow meter with less than this share of the recorded water was offline for part of the time. */
const METER_SHARE = 0.9
const HOUR_MS = 3_600_000

export function seasonOf(
  system: MemberSystem,
  sums: Sums[],
  { pumped, metered }: { pumped: Pumped[]; metered: SeasonSystem['metered'] },
  licence: Licence | undefined,
): SeasonSystem {
  const months = MONTHS.map((month): SeasonMonth => {
    const found = sums.find((candidate) => candidate.month === month)
    const flow = pumped.find((candidate) => candidate.month === month)
    if (flow && flow.volumeM3 > 0 && flow.volumeM3 >= METER_SHARE * (found?.volumeM3 ?? 0))
      return {
        month,
        volume_m3: flow.volumeM3,
        method: 'flow',
        gaps: 0,
        gap_degrees: 0,
        unheard_hours: flow.unheardMs / HOUR_MS,
      }
    return {
      month,
      volume_m3: found?.volumeM3 ?? 0,
      method: found ? 'as_applied' : 'none',
      gaps: found?.gaps ?? 0,
      gap_degrees: (found?.gapSectors ?? 0) * SECTOR_DEGREES,
      unheard_hours: 0,
    }
  })
  return {
    system: system.name,
    time_zone: system.timeZone,
    role: system.role,
    licence:
      licence && licence.volumeM3 !== null
        ? {
            volume: withoutNoise(licence.volumeM3 / M3_PER_UNIT[licence.unit]),
            unit: licence.unit,
            volume_m3: licence.volumeM3,
            from_year: licence.fromYear,
          }
        : null,
    volume_m3: months.reduce((sum, { volume_m3: volume }) => sum + volume, 0),
    months,
    metered,
  }
}

/** 120 acre-feet survive the round trip as 120. */
function withoutNoise(volume: number): number {
  return Number(volume.toPrecision(12))
}

const HOW: Record<WaterMethod, string> = {
  flow: 'flow meter of the machine, summed over time',
  as_applied: 'as-applied records of the machine, depth times area',
  none: 'no record',
}

const COLUMNS = [
  'system',
  'year',
  'month',
  'diverted_m3',
  'diverted_acre_feet',
  'how_measured',
  'gaps',
  'gap_degrees',
  'unheard_hours',
  'licence_m3',
  'licence_as_entered',
  'licence_unit',
]

/** One row per month of each system, then its total. */
export function seasonCsv({ year, systems }: Season): string {
  const rows = systems.flatMap((system) => {
    const { licence, months } = system
    const about = [
      licence?.volume_m3.toFixed(1) ?? '',
      licence ? String(licence.volume) : '',
      licence?.unit ?? '',
    ]
    const row = (
      month: string,
      volumeM3: number,
      how: string,
      gaps: number,
      degrees: number,
      unheard: number,
    ) => [
      system.system,
      year,
      month,
      Number(volumeM3.toFixed(1)),
      Number((volumeM3 / M3_PER_UNIT.acre_feet).toFixed(3)),
      how,
      gaps,
      degrees,
      Number(unheard.toFixed(1)),
      ...about,
    ]
    const used = [...new Set(months.map(({ method }) => method))].filter((method) => method !== 'none')
    const sum = (of: (month: SeasonMonth) => number) => months.reduce((total, month) => total + of(month), 0)
    return [
      ...months.map((month) =>
        row(
          String(month.month),
          month.volume_m3,
          HOW[month.method],
          month.gaps,
          month.gap_degrees,
          month.unheard_hours,
        ),
      ),
      row(
        'total',
        system.volume_m3,
        used.map((method) => HOW[method]).join('; ') || HOW.none,
        sum(({ gaps }) => gaps),
        sum(({ gap_degrees: degrees }) => degrees),
        sum(({ unheard_hours: hours }) => hours),
      ),
    ]
  })
  return csvText([COLUMNS, ...rows])
}
