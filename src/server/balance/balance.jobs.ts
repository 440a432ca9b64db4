/** The job that computes the balance of a system, enqueued whenever its inputs change. */
import { z } from 'zod'
import { defineJob, type Jobs } from '../jobs/jobs.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { selectCropped } from './balance.store.ts'

export const computeBalance = defineJob('compute-balance', z.object({ systemId: z.int() }))

/** Combines bursts of readings into one computation. */
const GATHER_MS = 1000
/** The balance also changes with time alone. */
const AGAIN_MS = 3_600_000

/** For one system; or, if they have a crop, for the system of a controller, or, with null, for all. */
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

/** Recomputes in an hour, whatever happens. */
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
