/** Jobs of weather: look which places are due, and ask a service about one. */
import { z } from 'zod'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'

/** Enqueues itself again first, so that the next run is due whatever happens to this one. */
export const lookAtWeather = defineJob('look-at-weather', z.object({}))

/** Enqueues the run in this many ms, unless an earlier one waits; at once after a system was connected or moved. */
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
