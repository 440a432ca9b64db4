/** The weather service of the demonstration: a season of the very weather that its simulated machines live in, and a week ahead. */
import { dailyEtMm, WARMEST_DAY, waterBetween } from '../../agronomy/weather/simulated-weather.ts'
import { usualTemperatures } from '../../agronomy/weather/usual-climate.ts'
import { boundsOf, dayReader, daysOf } from '../readings/zone-days.ts'
import type { Question, WeatherService } from '../weather/fetching/weather-service.ts'
import { storedDay, type StoredDay } from '../weather/weather.rules.ts'
import type { AskedPlace } from '../weather/weather.store.ts'
import { DEMO_FIELDS } from './demo-farm.ts'

const HOUR_MS = 3_600_000
/** Of the country around its fields. */
const ELEVATION_M = 900
const WIND_MS = 3
/** A day under clouds is cooler, and its night warmer, deg C. */
const CLOUDED_C = 4
/** Of the rain that will fall, and of a day that will stay dry, per cent. */
const [CHANCE_OF_RAIN, CHANCE_OF_DRY] = [70, 10]

export function demoWeather(): WeatherService {
  return {
    name: 'simulated',
    everyMs: HOUR_MS,
    // what was foretold is told again when it is over
    wants: { kind: 'since', againDays: 2, mostDays: 92, aheadDays: 7 },
    questionOf: ({ place, span }) => `${place.code} ${span.start} ${span.end}`,
    ask: (question) => Promise.resolve({ streams: [streamOf(question)], validator: null }),
  }
}

function streamOf({ place, span, now }: Question) {
  const { code, latitude, longitude } = place
  const today = dayReader(place.timeZone)(now)
  return {
    source: 'simulated' as const,
    code,
    name: '',
    latitude,
    longitude,
    elevationM: ELEVATION_M,
    hours: [],
    days: daysOf(span).map((day) => dayAt(place, day, day >= today)),
  }
}

/** Rain and ET are those of the simulated soil; temperatures are usual ones, for the season and for the page. */
function dayAt(place: AskedPlace, day: string, forecast: boolean): StoredDay {
  const { latitude, longitude, timeZone } = place
  const { from, to } = boundsOf({ start: day, end: day }, timeZone)
  const { rainMm } = waterBetween(
    seedAt(place),
    { latitude, longitude, endlessSummer: true },
    from.getTime(),
    to.getTime(),
  )
  const noon = (from.getTime() + to.getTime()) / 2
  // its summer has no end, or half of the year would have nothing to show
  const usual = usualTemperatures('prairies', WARMEST_DAY)
  const clouded = rainMm > 0 ? CLOUDED_C : 0
  const [maxC, minC] = [usual.maxC - clouded, Math.min(usual.minC + clouded, usual.maxC - clouded - 1)]
  const measured = { day, maxC, minC, dewPointC: minC, windMS: WIND_MS, radiationMj: null, rainMm }
  const chance = rainMm > 0 ? CHANCE_OF_RAIN : CHANCE_OF_DRY
  return {
    ...storedDay(measured, { latitude, elevationM: ELEVATION_M, windHeightM: 2 }),
    referenceEtMm: dailyEtMm(noon, latitude, true),
    etMethod: 'penman-monteith',
    etEstimated: [],
    rainChancePct: forecast ? chance : null,
    rainExpectedMm: forecast ? (chance * rainMm) / 100 : null,
    forecast,
  }
}

/** Of the machine that stands nearest: its weather is drawn by its first probe's number. */
function seedAt({ latitude, longitude }: AskedPlace): number {
  const apart = ({ pivot: { lat, lng } }: (typeof DEMO_FIELDS)[number]) =>
    Math.hypot(lat - latitude, (lng - longitude) * Math.cos((latitude * Math.PI) / 180))
  const [nearest] = DEMO_FIELDS.toSorted((a, b) => apart(a) - apart(b))
  return nearest?.firstProbe ?? 0
}
