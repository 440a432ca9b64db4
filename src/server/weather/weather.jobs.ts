/** Jobs of weather: find the places that are due, and query a service about one. */
import { z } from 'zod'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'

/** Enqueues itself again first, so that the next run is due whatever happens to this one. */
export const lookAtWeather = defineJob('look-at-weather', z.object({}))

/** Enqueues the run in this many ms, unless an earlier one is waiting; at once after a system was connected or moved. */
export async function enqueueWeatherLook(jobs: Pick<Jobs, 'enqueue'>, tx: ServerTx, inMs = 0): Promise<void> {
  const notBefore = new Date(Date.now() + inMs)
  await jobs.enqueue(tx, lookAtWeather, {}, { key: lookAtWeather.name, notBefore, keepTime: true })
}

/**
 * Queries a service about a place; keyed by both, so that no two processes do. Each service has its own worker: an archive
 * that does not answer delays no forecast.
 */
export function fetchWeatherJob(service: string) {
  return defineJob(`fetch-weather ${service}`, z.object({ code: z.string() }))
}
