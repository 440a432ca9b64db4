/** State of the explorer: day, depth and layer, with the resulting cells, colours and limits. */
import { useEffect, useMemo, useState } from 'react'
import { classBounds } from '#agronomy/soil/moisture-class.ts'
import type { ColourLimits } from '#agronomy/colour/colour-ramp.ts'
import { classColours, divergingRamp, rampOf, uncertaintyRamp } from '#agronomy/colour/map-ramps.ts'
import { pivotGeometryOf } from '#contract/pivot.ts'
import { NINE_OF_TEN } from '#contract/maps.ts'
import type { MapSeries } from '#contract/maps.ts'
import { useLiveMap, useMapSeries, useSurface } from '../../api/maps.ts'
import { changeOf, decodedMaps, rangeOf, timesOf, volumeOf } from './moisture-frames.ts'
import type { ExplorerLayer, MapCells, PaintedMoisture, SoilCells } from './moisture-frames.ts'
import { isoDay } from '../../kit/formats.ts'
import { useNow } from '../../kit/use-now.ts'
import type { PictureChoice } from './picture-choice.ts'

/** The shown map with its layer and colours. */
export type ShownMap = Omit<PaintedMoisture, 'pivot'>

export interface ExplorerStart {
  system: string
  picture: PictureChoice
  /** The days of the season and the first shown; without days, the newest season. */
  days?: { from: string; to: string; at: string }
}

const COLOURS = 256
/** Grid size of the uncertainty map. */
const UNCERTAINTY_SIZE = '48'
/** Interval per day while playing; slower with reduced motion. */
const STEP_MS = 160
const REDUCED_MOTION_STEP_MS = 700
/** How often to check for a new day. */
const DAY_CHECK_MS = 60_000

export type Explorer = ReturnType<typeof useExplorer>

export function useExplorer({ system, picture, days: span }: ExplorerStart) {
  const { ramp, shown: shownQuantity } = picture
  const [depth, setDepth] = useState('root')
  /** Null shows moisture as chosen for all pictures. */
  const [otherLayer, setOtherLayer] = useState<'change' | 'uncertainty' | null>(null)
  const layer: ExplorerLayer = otherLayer ?? shownQuantity
  const series = useMapSeries({ system, depth, from: span?.from, to: span?.to })
  const data = series.data
  const [chosenDay, setDay] = useState<string | null>(span?.at ?? null)
  const [since, setSince] = useState<string | null>(null)
  const at = indexOfDay(data, chosenDay)
  const day = data?.days[at]
  const sinceDay = data?.days[indexOfDay(data, since ?? data.days[0]?.day ?? null)]
  const [playing, setPlaying] = usePlaying(data?.days.length ?? 0, at, (next) =>
    setDay(data?.days[next]?.day ?? null),
  )
  const pivot = useMemo(() => (data ? pivotGeometryOf(data) : null), [data])
  const maps = useMemo(() => (data?.shares ? decodedMaps(data.shares, data.size) : []), [data])
  const soils = useMemo(() => (data ? soilsOf(data) : null), [data])
  const surface = useSurface(
    { system, depth, size: UNCERTAINTY_SIZE, ...(day ? { from: day.day, to: day.day } : {}) },
    day !== undefined && layer === 'uncertainty' && !playing,
  )
  const now = useNow(DAY_CHECK_MS)
  // the current arm on a past day would suggest that it watered then
  const isToday = data !== undefined && day?.day === isoDay(now, data.time_zone)
  const live = useLiveMap(system, isToday)
  const uncertainty = surface.data?.from === day?.day ? surface.data : undefined
  const shown = useMemo(() => {
    const map = day?.map == null ? undefined : maps[day.map]
    if (!data || !map || !soils) return null
    if (layer === 'change') return changeShown(map, sinceDay?.map == null ? undefined : maps[sinceDay.map])
    if (layer !== 'uncertainty') return moistureShown(map, layer, { data, soils, ramp })
    const deviation = uncertainty?.deviation && decodedMaps(uncertainty.deviation, uncertainty.size)[0]
    return deviation ? uncertaintyShown(timesOf(deviation, NINE_OF_TEN)) : null
  }, [data, maps, soils, day, sinceDay, layer, ramp, uncertainty])
  return {
    series,
    data,
    pivot,
    depth,
    setDepth,
    layer,
    at,
    day,
    shown,
    /** The day's shares of available water, whichever layer is shown. */
    shares: day?.map == null ? null : (maps[day.map] ?? null),
    soils,
    uncertainty,
    /** The arm and its last pass, on today's map only. */
    machine: isToday && live.data?.system === system ? live.data.machine : null,
    playing,
    setPlaying,
    since: sinceDay?.day ?? null,
    setSince,
    setAt: (index: number) => {
      setPlaying(false)
      setDay(data?.days[index]?.day ?? null)
    },
    setLayer: (next: ExplorerLayer) => {
      // the uncertainty comes from a separate call and does not change while playing
      if (next === 'uncertainty') setPlaying(false)
      setOtherLayer(next === 'uncertainty' || next === 'change' ? next : null)
      picture.setShown(next)
    },
  }
}

/** The chosen day, or the last one. */
function indexOfDay(data: MapSeries | undefined, day: string | null): number {
  if (!data) return 0
  const index = data.days.findIndex((candidate) => candidate.day === day)
  return index === -1 ? Math.max(0, data.days.length - 1) : index
}

function usePlaying(count: number, at: number, show: (index: number) => void) {
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    if (!playing) return undefined
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(
      () => {
        if (at >= count - 1) setPlaying(false)
        else show(at + 1)
      },
      reducedMotion ? REDUCED_MOTION_STEP_MS : STEP_MS,
    )
    return () => clearTimeout(timer)
  })
  const play = (shownQuantity: boolean) => {
    // at the end it starts over
    if (shownQuantity && at >= count - 1) show(0)
    setPlaying(shownQuantity)
  }
  return [playing, play] as const
}

function soilsOf({ field_capacity_cells, wilting_point_cells, size }: MapSeries): SoilCells | null {
  const [fieldCapacity] = decodedMaps(field_capacity_cells, size)
  const [wiltingPoint] = decodedMaps(wilting_point_cells, size)
  return fieldCapacity && wiltingPoint ? { fieldCapacity, wiltingPoint } : null
}

/** The fixed range from wilting point to field capacity. */
const WHOLE: ColourLimits = { low: 0, high: 1 }

interface Drawn {
  data: MapSeries
  soils: SoilCells
  ramp: PictureChoice['ramp']
}

function moistureShown(map: MapCells, shown: PictureChoice['shown'], { data, soils, ramp }: Drawn): ShownMap {
  const target = data.target_percent / 100
  if (shown === 'classes')
    return { map, limits: WHOLE, ramp: classColours(ramp), bounds: classBounds(data.target_percent) }
  if (shown === 'share') return { map, limits: WHOLE, ramp: rampOf(ramp, COLOURS, target) }
  const { wilting_point: wilting, field_capacity: capacity, volume_scale: scale } = data
  const limits = { low: scale.min, high: scale.max }
  const middle = (wilting + target * (capacity - wilting) - limits.low) / (limits.high - limits.low)
  const colours = rampOf(ramp, COLOURS, Math.max(0, Math.min(1, middle)))
  return { map: volumeOf(map, soils), limits, ramp: colours }
}

/** Rounded up to a whole per cent, symmetric. */
function changeShown(map: MapCells, before: MapCells | undefined): ShownMap | null {
  if (!before) return null
  const change = changeOf(map, before)
  const range = rangeOf(change)
  if (!range) return null
  const high = Math.max(1, Math.ceil(Math.max(-range.min, range.max) * 100 - 1e-4)) / 100
  return { map: change, limits: { low: -high, high }, ramp: divergingRamp(COLOURS, 0.5) }
}

function uncertaintyShown(map: MapCells): ShownMap | null {
  const range = rangeOf(map)
  if (!range) return null
  const high = Math.max(1, Math.ceil(range.max * 100 - 1e-4)) / 100
  return { map, limits: { low: 0, high }, ramp: uncertaintyRamp(COLOURS) }
}
