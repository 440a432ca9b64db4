/** Jobs of weather: look which places are due, and ask a service about one. */
import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'

/** Enqueues itself again, so that the look after is due whatever happened to this one. */
export const lookAtWeather = defineJob('look-at-weather', z.object({}))

/** By a key of its place: never more than one process asks about it. */
export const fetchWeatherJob = defineJob('fetch-weather', z.object({ code: z.string() }))
