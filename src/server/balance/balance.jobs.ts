/** The job that computes the balance of a system, enqueued whenever its inputs change. */
import { z } from 'zod'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import { selectCropped } from './balance.store.ts'

export const computeBalance = defineJob('compute-balance', z.object({ systemId: z.int() }))

/** Bursts of readings end in one computation. */
const GATHER_MS = 1000
/** Time alone moves the water too. */
const AGAIN_MS = 3_600_000

/** Of one system; or, where they have a crop, of the system of a controller, or, for null, of all. */
export async function enqueueBalance(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: ServerTx,
  of: { systemId: number } | { controllerId: number | null },
): Promise<void> {
  const systemIds = 'systemId' in of ? [of.systemId] : await selectCropped(tx, of.controllerId)
  for (const systemId of systemIds) {
    const notBefore = new Date(Date.now() + GATHER_MS)
    await jobs.enqueue(tx, computeBalance, { systemId }, { key: keyOf(systemId), notBefore, keepTime: true })
  }
}

/** Once more in an hour, whatever comes. */
export async function enqueueNextBalance(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: ServerTx,
  systemId: number,
): Promise<void> {
  const notBefore = new Date(Date.now() + AGAIN_MS)
  await jobs.enqueue(tx, computeBalance, { systemId }, { key: `${keyOf(systemId)}:hour`, notBefore })
}

function keyOf(systemId: number): string {
  return `${computeBalance.name}:${systemId}`
}
