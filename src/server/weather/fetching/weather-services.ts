/** The weather services of an installation: those whose URL is configured. */
import type { Config } from '../../kit/config.ts'
import { ecccService } from './eccc.ts'
import { openMeteoArchive, openMeteoForecast } from './open-meteo.ts'
import { rccAcisService } from './rcc-acis.ts'
import type { WeatherService } from './weather-service.ts'

export function weatherServices({ weather, eccc, rccAcis }: Config['weatherServices']): WeatherService[] {
  return [
    ...(weather
      ? [openMeteoForecast(weather), openMeteoArchive({ ...weather, url: weather.archiveUrl })]
      : []),
    ...(eccc ? [ecccService({ url: eccc })] : []),
    ...(rccAcis ? [rccAcisService({ url: rccAcis })] : []),
  ]
}
