/** The job that recomputes a prescription, enqueued by the transaction that changed its inputs. */
import { z } from 'zod'
import { type PrescriptionCause, prescriptionCause } from '../../contract/prescriptions.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { Kit } from '../installation/kit.ts'
import { type Pace, selectPaces } from './prescriptions.store.ts'

type Needs = Pick<Kit, 'clock' | 'jobs'>

/** Minimum time between two automatic changes of a system's prescription. */
export const RECOMPUTED_AT_MOST_MS = 60_000

export const recomputePrescription = defineJob(
  'recompute-prescription',
  z.object({ systemId: z.int(), cause: prescriptionCause }),
)

/** Enqueues the job for every system: thousands of rows do not belong in the transaction that ends a provider's stop. */
export const recomputeEverySystem = defineJob(
  'recompute-every-system',
  z.object({ cause: prescriptionCause }),
)

/** Combines bursts of readings into one computation. */
const GATHER_MS = 200

/** Spreads systems whose readings began together, as after a restart, which would be due in the same second of every minute. */
const SPREAD_MS = 20_000

export async function enqueueRecompute(
  kit: Needs,
  tx: ServerTx,
  systemId: number,
  cause: PrescriptionCause,
): Promise<void> {
  const [pace] = await selectPaces(tx, { systemId })
  if (pace) await enqueue(kit, tx, pace, cause)
}

/** The same by controller; nothing without a system, null for every system. */
export async function enqueueRecomputeFor(
  kit: Needs,
  tx: ServerTx,
  controllerId: number | null,
  cause: PrescriptionCause,
): Promise<void> {
  if (controllerId === null) {
    await kit.jobs.enqueue(tx, recomputeEverySystem, { cause }, { key: recomputeEverySystem.name })
    return
  }
  for (const pace of await selectPaces(tx, { controllerId })) await enqueue(kit, tx, pace, cause)
}

/** The work of that job. */
export async function enqueueEverySystem(kit: Needs, tx: ServerTx, cause: PrescriptionCause): Promise<void> {
  for (const pace of await selectPaces(tx, { controllerId: null })) await enqueue(kit, tx, pace, cause)
}

/** Delays the job until the system may be recomputed: a steady stream of readings would otherwise check in vain all the time. */
async function enqueue(
  { clock, jobs }: Needs,
  tx: ServerTx,
  { systemId, computedAt }: Pace,
  cause: PrescriptionCause,
): Promise<void> {
  const key = `${recomputePrescription.name}:${systemId}`
  const earlyMs = tooEarlyMs(computedAt, clock.now())
  const spreadMs = earlyMs > 0 && cause === 'readings' ? Math.random() * SPREAD_MS : 0
  const notBefore = new Date(Date.now() + Math.max(GATHER_MS, earlyMs + spreadMs))
  await jobs.enqueue(tx, recomputePrescription, { systemId, cause }, { key, notBefore, keepTime: true })
}

/** Milliseconds until a system may be recomputed. */
export function tooEarlyMs(computedAt: Date | null, now: Date): number {
  const remainingMs = computedAt ? computedAt.getTime() + RECOMPUTED_AT_MOST_MS - now.getTime() : 0
  // a clock that was set back must not block it
  return remainingMs <= RECOMPUTED_AT_MOST_MS ? Math.max(0, remainingMs) : 0
}

/** When the oldest reading becomes too old, the prescription changes. */
export async function enqueueWhenStale(
  { jobs }: Needs,
  tx: ServerTx,
  systemId: number,
  stale: Date,
): Promise<void> {
  const key = `${recomputePrescription.name}:${systemId}:stale`
  const notBefore = new Date(stale.getTime() + GATHER_MS)
  await jobs.enqueue(tx, recomputePrescription, { systemId, cause: 'staleness' }, { key, notBefore })
}

/** A change from readings that is large enough to be sent, but too soon after the last one. */
export async function enqueueLater(
  { jobs }: Needs,
  tx: ServerTx,
  systemId: number,
  dueAt: Date,
): Promise<void> {
  const key = `${recomputePrescription.name}:${systemId}:calm`
  const notBefore = new Date(dueAt.getTime() + GATHER_MS)
  await jobs.enqueue(tx, recomputePrescription, { systemId, cause: 'readings' }, { key, notBefore })
}
