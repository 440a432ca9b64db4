/** Orders to compute a prescription again, placed in the transaction that changed what it follows from. */
import type { PrescriptionCause } from '../../contract/prescriptions.ts'
import type { Writer } from '../kit/database.ts'
import type { Outbox } from '../kit/outbox.ts'
import { allSystemIds, systemByController } from '../systems/systems.store.ts'
import { recomputePrescription } from './prescriptions.words.ts'

type Placing = Pick<Outbox, 'place'>

/** Bursts of readings end in one computation. */
const GATHER_MS = 200

export async function orderRecompute(
  outbox: Placing,
  tx: Writer,
  systemId: number,
  cause: PrescriptionCause,
  waitMs = GATHER_MS,
): Promise<void> {
  const key = `${recomputePrescription.name}:${systemId}`
  const notBefore = new Date(Date.now() + waitMs)
  await outbox.place(
    tx,
    recomputePrescription,
    { systemId, cause },
    { key, queue: key, notBefore, keepTime: true },
  )
}

/** The same for whoever knows a controller only; nothing without a system, null for all of them. */
export async function orderRecomputeFor(
  outbox: Placing,
  tx: Writer,
  controllerId: number | null,
  cause: PrescriptionCause,
): Promise<void> {
  const system = controllerId === null ? undefined : await systemByController(tx, controllerId)
  const ids = controllerId === null ? await allSystemIds(tx) : system ? [system.id] : []
  for (const id of ids) await orderRecompute(outbox, tx, id, cause)
}

/** Once the oldest reading no longer stands for the soil the prescription is another one. */
export async function orderWhenStale(
  outbox: Placing,
  tx: Writer,
  systemId: number,
  stale: Date,
): Promise<void> {
  const key = `${recomputePrescription.name}:${systemId}:stale`
  const notBefore = new Date(stale.getTime() + GATHER_MS)
  await outbox.place(tx, recomputePrescription, { systemId, cause: 'staleness' }, { key, notBefore })
}
