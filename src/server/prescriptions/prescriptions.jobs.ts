/** The job that computes a prescription again, enqueued by the transaction that changed what it follows from. */
import { z } from 'zod'
import { type PrescriptionCause, prescriptionCause } from '../../contract/prescriptions.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { Kit } from '../installation/kit.ts'
import { type Pace, selectPaces } from './prescriptions.store.ts'

type Needs = Pick<Kit, 'clock' | 'jobs'>

/** A system's prescription changes by itself at most this often. */
export const RECOMPUTED_AT_MOST_MS = 60_000

export const recomputePrescription = defineJob(
  'recompute-prescription',
  z.object({ systemId: z.int(), cause: prescriptionCause }),
)

/** Enqueues that of every system: thousands of rows are not for the transaction in which a provider's stop ends. */
export const recomputeEverySystem = defineJob(
  'recompute-every-system',
  z.object({ cause: prescriptionCause }),
)

/** Bursts of readings end in one computation. */
const GATHER_MS = 200

/** Systems whose readings began together, as after a restart, would all be due in the same second of every minute. */
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

/** The same for whoever knows a controller only; nothing without a system, null for every system. */
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

/** Not before it may be computed: a steady stream of readings would have it looked at, for nothing, all the time. */
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

/** Milliseconds until a system may be computed again. */
export function tooEarlyMs(computedAt: Date | null, now: Date): number {
  const left = computedAt ? computedAt.getTime() + RECOMPUTED_AT_MOST_MS - now.getTime() : 0
  // a clock that was set back must not stop it
  return left <= RECOMPUTED_AT_MOST_MS ? Math.max(0, left) : 0
}

/** Once the oldest reading no longer stands for the soil the prescription is another one. */
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

/** Readings changed it enough to be sent, and too soon after the last time. */
export async function enqueueLater(
  { jobs }: Needs,
  tx: ServerTx,
  systemId: number,
  due: Date,
): Promise<void> {
  const key = `${recomputePrescription.name}:${systemId}:calm`
  const notBefore = new Date(due.getTime() + GATHER_MS)
  await jobs.enqueue(tx, recomputePrescription, { systemId, cause: 'readings' }, { key, notBefore })
}
