/** The job that redraws a live map. */
import { z } from 'zod'
import type { ServerTx } from '../../kit/postgres/transactions.ts'
import { defineJob, type Jobs } from '../../jobs/jobs.ts'

export const drawLiveMap = defineJob('draw-live-map', z.object({ controllerId: z.int() }))

/** Combines bursts of readings into one picture. */
export const GATHER_MS = 2000

/** Enqueues a new live map, in the transaction that changed its inputs. */
export async function enqueueLiveMap(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: ServerTx,
  controllerId: number,
): Promise<void> {
  const key = `${drawLiveMap.name}:${controllerId}`
  const notBefore = new Date(Date.now() + GATHER_MS)
  await jobs.enqueue(tx, drawLiveMap, { controllerId }, { key, notBefore, keepTime: true })
}
