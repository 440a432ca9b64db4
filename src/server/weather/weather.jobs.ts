/** Jobs of weather: look which places are due, and ask a service about one. */
import { z } from 'zod'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { ServerTx } from '../kit/postgres/database.ts'

/** Enqueues itself again, so that the look after is due whatever happened to this one. */
export const lookAtWeather = defineJob('look-at-weather', z.object({}))

/** Has the places looked at in so many ms, unless they are before; now, where somebody connected a system or moved it. */
export async function enqueueWeatherLook(jobs: Pick<Jobs, 'enqueue'>, tx: ServerTx, inMs = 0): Promise<void> {
  const notBefore = new Date(Date.now() + inMs)
  await jobs.enqueue(tx, lookAtWeather, {}, { key: lookAtWeather.name, notBefore, keepTime: true })
}

/**
 * Asks a service about a place; by a key of both, so that no two processes do. Each service has a worker of its own: an
 * archive that does not answer keeps no forecast waiting.
 */
export function fetchWeatherJob(service: string) {
  return defineJob(`fetch-weather ${service}`, z.object({ code: z.string() }))
}
