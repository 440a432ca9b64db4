/** The weather service of the demonstration: a season of the weather that drives its simulated machines, and a week ahead. */
import { dailyEtMm, WARMEST_DAY, waterBetween } from '../../agronomy/weather/simulated-weather.ts'
import { usualTemperatures } from '../../agronomy/weather/usual-climate.ts'
import { boundsOf, dayReader, daysOf } from '../readings/zone-days.ts'
import type { Question, WeatherService } from '../weather/fetching/weather-service.ts'
import { storedDay, type StoredDay } from '../weather/weather.rules.ts'
import type { AskedPlace } from '../weather/weather.store.ts'
import { DEMO_FIELDS } from './demo-farm.ts'

const HOUR_MS = 3_600_000
/** Location of its fields. */
const ELEVATION_M = 900
const WIND_MS = 3
/** Cooling of the day, and warming of the night, under clouds, deg C. */
const CLOUDED_C = 4
/** Probability of rain that will fall, and on a day that will stay dry, per cent. */
const [CHANCE_OF_RAIN, CHANCE_OF_DRY] = [70, 10]

export function demoWeather(): WeatherService {
  return {
    name: 'simulated',
    everyMs: HOUR_MS,
    // a past day has the values that were forecast
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

/** Rain and ET are those of the simulated soil; temperatures are typical for the season, for display only. */
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
  // its summer never ends, or there would be nothing to show for half of the year
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

/** From the nearest machine: its weather is generated from its first probe's number. */
function seedAt({ latitude, longitude }: AskedPlace): number {
  const apart = ({ pivot: { lat, lng } }: (typeof DEMO_FIELDS)[number]) =>
    Math.hypot(lat - latitude, (lng - longitude) * Math.cos((latitude * Math.PI) / 180))
  const [nearest] = DEMO_FIELDS.toSorted((a, b) => apart(a) - apart(b))
  return nearest?.firstProbe ?? 0
}
