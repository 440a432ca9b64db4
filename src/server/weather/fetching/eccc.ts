/** Days of Canadian climate stations near a place, from the GeoJSON of Environment and Climate Change Canada. */
import { z } from 'zod'
import { askService, notUnderstood, readAnswer } from './weather-request.ts'
import { boxAround, USUAL_ELEVATION_M } from '../stations.ts'
import type { FetchedStream, Question, WeatherService } from './weather-service.ts'
import { type MeasuredDay, storedDay } from '../weather.rules.ts'

/** Stations are corrected for some days. */
const AGAIN_DAYS = 10
const MOST_DAYS = 210
const EVERY_MS = 3 * 3_600_000
/** Twenty stations over half a year; there is no further page. */
const FEATURES_MOST = 5000

/** The fields of a station's day that are requested and used. */
const PROPERTIES = [
  'CLIMATE_IDENTIFIER',
  'STATION_NAME',
  'LOCAL_DATE',
  'MAX_TEMPERATURE',
  'MIN_TEMPERATURE',
  'MAX_REL_HUMIDITY',
  'MIN_REL_HUMIDITY',
  'TOTAL_PRECIPITATION',
  'TOTAL_PRECIPITATION_FLAG',
]

const figure = z.number().nullish()
const flag = z.string().nullish()
const answer = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
})
const stationDay = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    CLIMATE_IDENTIFIER: z.string().min(1).max(32),
    STATION_NAME: z.string().max(200),
    LOCAL_DATE: z
      .string()
      .transform((text) => text.slice(0, 10))
      .pipe(z.iso.date()),
    MAX_TEMPERATURE: figure,
    MIN_TEMPERATURE: figure,
    MAX_REL_HUMIDITY: figure,
    MIN_REL_HUMIDITY: figure,
    TOTAL_PRECIPITATION: figure,
    TOTAL_PRECIPITATION_FLAG: flag,
  }),
})
type Feature = z.infer<typeof stationDay>

export function ecccService({ url }: { url: string }): WeatherService {
  const questionOf = ({ place, span }: Question) => {
    const { west, south, east, north } = boxAround(place)
    const query = new URLSearchParams({
      bbox: [west, south, east, north].map((degrees) => degrees.toFixed(4)).join(','),
      datetime: `${span.start}/${span.end}`,
      properties: PROPERTIES.join(','),
      limit: String(FEATURES_MOST),
      f: 'json',
    })
    return `${url.replace(/\/+$/, '')}/collections/climate-daily/items?${query.toString()}`
  }
  return {
    name: 'eccc',
    everyMs: EVERY_MS,
    wants: { kind: 'since', againDays: AGAIN_DAYS, mostDays: MOST_DAYS, aheadDays: 0 },
    questionOf,
    async ask(question) {
      const response = await askService(questionOf(question), question.validator)
      if (response === null) return null
      const { features: listed } = readAnswer(response.text, answer)
      if (listed.length >= FEATURES_MOST) throw notUnderstood('more stations than can be near')
      // a station without a position, or a day without a date, does not invalidate the others
      const features = listed.flatMap((feature) => stationDay.safeParse(feature).data ?? [])
      if (listed.length > 0 && features.length === 0) throw notUnderstood('no day of a station')
      const byStation = Map.groupBy(features, ({ properties }) => properties.CLIMATE_IDENTIFIER)
      const streams = [...byStation].map(([code, stationFeatures]) =>
        streamOf(code, stationFeatures, question.place.elevationM ?? USUAL_ELEVATION_M),
      )
      return { streams, validator: response.validator }
    },
  }
}

function streamOf(code: string, features: readonly Feature[], elevationM: number): FetchedStream {
  const [longitude = 0, latitude = 0] = features[0]?.geometry.coordinates ?? []
  // stations of this network report no mean wind
  const site = { latitude, elevationM, windHeightM: 10 }
  return {
    source: 'eccc',
    code,
    name: features[0]?.properties.STATION_NAME ?? code,
    latitude,
    longitude,
    elevationM: null,
    hours: [],
    days: [...new Map(features.map(({ properties }) => [properties.LOCAL_DATE, properties])).values()].map(
      (properties) => storedDay(measuredDay(properties), site),
    ),
  }
}

/** Days are the network's own: rain read in the morning is assigned to the day before already. */
function measuredDay(properties: Feature['properties']): MeasuredDay {
  return {
    day: properties.LOCAL_DATE,
    maxC: properties.MAX_TEMPERATURE ?? null,
    minC: properties.MIN_TEMPERATURE ?? null,
    humidityMaxPct: properties.MAX_REL_HUMIDITY ?? null,
    humidityMinPct: properties.MIN_REL_HUMIDITY ?? null,
    windMS: null,
    radiationMj: null,
    rainMm: rainOf(properties.TOTAL_PRECIPITATION ?? null, properties.TOTAL_PRECIPITATION_FLAG ?? ''),
  }
}

/**
 * T is a trace, too little to measure. A, C, F and L mean an accumulated or uncertain amount: its day is not known.
 */
function rainOf(mm: number | null, flags: string): number | null {
  if (/[ACFLM]/.test(flags)) return null
  if (mm === null) return flags.includes('T') ? 0 : null
  return mm >= 0 ? mm : null
}
