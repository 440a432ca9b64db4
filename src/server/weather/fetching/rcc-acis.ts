/** Days of United States stations near a place, from the web services of the Regional Climate Centers (RCC-ACIS). */
import { z } from 'zod'
import { inchesToMm } from '#agronomy/units.ts'
import { dayAfter, dayCount, daysOf } from '../../readings/zone-days.ts'
import { askService, notUnderstood, readAnswer } from './weather-request.ts'
import { boxAround, USUAL_ELEVATION_M } from '../stations.ts'
import type { FetchedStream, Question, WeatherService } from './weather-service.ts'
import { storedDay } from '../weather.rules.ts'

/** Observers send their reports late. */
const AGAIN_DAYS = 10
const MOST_DAYS = 210
const EVERY_MS = 3 * 3_600_000
const M_A_FOOT = 0.3048

/** A figure as text, or a code, and the hour at which it was read. */
const reading = z.tuple([z.string(), z.int()])
const answer = z.object({ data: z.array(z.unknown()) })
const stationAnswer = z.object({
  meta: z.object({
    uid: z.int(),
    name: z.string().max(200),
    ll: z.tuple([z.number(), z.number()]),
    elev: z.number().nullish(),
  }),
  data: z.array(z.tuple([reading, reading, reading])),
})
type Station = z.infer<typeof stationAnswer>

export function rccAcisService({ url }: { url: string }): WeatherService {
  const questionOf = ({ place, span }: Question) => {
    const { west, south, east, north } = boxAround(place)
    const params = {
      bbox: [west, south, east, north].map((degrees) => degrees.toFixed(4)).join(','),
      sdate: span.start,
      edate: span.end,
      meta: ['uid', 'name', 'll', 'elev'],
      elems: ['maxt', 'mint', 'pcpn'].map((name) => ({ name, add: 't' })),
    }
    const query = new URLSearchParams({ params: JSON.stringify(params), output: 'json' })
    return `${url.replace(/\/+$/, '')}/MultiStnData?${query.toString()}`
  }
  return {
    name: 'rcc-acis',
    everyMs: EVERY_MS,
    wants: { kind: 'since', againDays: AGAIN_DAYS, mostDays: MOST_DAYS, aheadDays: 0 },
    questionOf,
    async ask(question) {
      const response = await askService(questionOf(question), question.validator)
      if (response === null) return null
      const { data } = readAnswer(response.text, answer)
      const days = dayCount(question.span)
      // a station without a position, or with another number of days, does not invalidate the others
      const stations = data
        .flatMap((station) => stationAnswer.safeParse(station).data ?? [])
        .filter((station) => station.data.length === days)
      if (data.length > 0 && stations.length === 0) throw notUnderstood('no station with the days asked for')
      const once = new Map(stations.map((station) => [station.meta.uid, station]))
      const streams = [...once.values()].map((station) => streamOf(station, question))
      return { streams, validator: response.validator }
    },
  }
}

function streamOf({ meta, data }: Station, { place, span }: Question): FetchedStream {
  const [longitude, latitude] = meta.ll
  const elevationM = meta.elev == null ? null : meta.elev * M_A_FOOT
  const byDay = new Map<string, { maxC: number | null; minC: number | null; rainMm: number | null }>()
  const dayFor = (day: string) => {
    const figures = byDay.get(day) ?? { maxC: null, minC: null, rainMm: null }
    byDay.set(day, figures)
    return figures
  }
  for (const [i, day] of daysOf(span).entries()) {
    const [max, min, rain] = data[i] ?? []
    if (max) dayFor(dayOfReading(day, max[1])).maxC = celsius(figureOf(max[0]))
    // the coldest hour is the one before sunrise, whatever the reading hour
    if (min) dayFor(day).minC = celsius(figureOf(min[0]))
    if (rain) dayFor(dayOfReading(day, rain[1])).rainMm = millimetres(figureOf(rain[0]))
  }
  const site = { latitude, elevationM: elevationM ?? place.elevationM ?? USUAL_ELEVATION_M, windHeightM: 10 }
  const bare = { windMS: null, radiationMj: null }
  return {
    source: 'rcc-acis',
    code: String(meta.uid),
    name: meta.name,
    latitude,
    longitude,
    elevationM,
    hours: [],
    days: [...byDay]
      // for the day before the first only the rain is new, and the rest is stored already
      .filter(([day]) => day >= span.start)
      .filter(([, figures]) => figures.maxC !== null || figures.minC !== null || figures.rainMm !== null)
      .map(([day, figures]) => storedDay({ day, ...figures, ...bare }, site)),
  }
}

/** A volunteer reads the gauge at seven: most of those 24 hours belong to the day before. */
function dayOfReading(day: string, hour: number): string {
  return hour >= 1 && hour <= 12 ? dayAfter(day, -1) : day
}

/** M: missing. T: a trace. S: included in a later figure, and A: accumulated over several days, so the day is unknown. */
function figureOf(text: string): number | null {
  const bare = text.trim()
  if (bare === 'T') return 0
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : null
}

const celsius = (fahrenheit: number | null) => (fahrenheit === null ? null : (fahrenheit - 32) / 1.8)
const millimetres = (inches: number | null) => (inches === null ? null : inchesToMm(inches))
