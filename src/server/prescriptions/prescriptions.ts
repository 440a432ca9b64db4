/** Prescriptions: what settings, soil and geofences make of a field, sent to its machine and kept with their reasons. */
import type { PrescriptionCause } from '../../contract/prescriptions.ts'
import type { Devices } from '../devices/device-link.ts'
import type { Writer } from '../kit/database.ts'
import type { Kit } from '../kit/kit.ts'
import { machineById } from '../systems/membership.ts'
import type { SettingsPublisher, StoredSetting } from '../systems/settings-publisher.ts'
import { commandAt, lockSystem } from '../systems/settings.store.ts'
import { systemByController } from '../systems/systems.store.ts'
import { systemChanged } from '../systems/systems.words.ts'
import { type Computation, compute } from './computation.rules.ts'
import { gatherField, inputsOf, staleFrom } from './field-inputs.ts'
import { insertPrescription, lastComputed, noteComputed, selectPrescription } from './prescriptions.store.ts'
import { prescriptionMade, recomputePrescription } from './prescriptions.words.ts'
import { publicationOf } from './publication.rules.ts'
import { totalsOf } from './prescription-view.rules.ts'
import { refreshSuspects } from './suspects.ts'

/** A system's prescription changes by itself at most this often. */
export const RECOMPUTED_AT_MOST_MS = 60_000
/** Bursts of readings end in one computation. */
const GATHER_MS = 200

export interface Prescriptions {
  publisher: SettingsPublisher
  /** Orders a computation, in the transaction that changed what it follows from. */
  order(tx: Writer, systemId: number, cause: PrescriptionCause): Promise<void>
  /** The same for whoever knows a controller only; nothing without a system. */
  orderFor(tx: Writer, controllerId: number, cause: PrescriptionCause): Promise<void>
}

export function createPrescriptions(kit: Kit, devices: Pick<Devices, 'desire'>): Prescriptions {
  const { clock, database, events, outbox } = kit

  async function publish(
    tx: Writer,
    setting: StoredSetting,
    computation: Computation,
    cause: PrescriptionCause,
  ): Promise<void> {
    const { machine, settings, settingsRev, commandId, savedAt } = setting
    const { rev } = await devices.desire(tx, machine.controllerId, {
      settingsRev,
      commandId,
      ...publicationOf(settings, computation, savedAt),
    })
    const { sha256, fingerprint, percent, reason, geofence, speed, inputs } = computation
    await insertPrescription(tx, machine.id, {
      rev,
      settingsRev,
      madeAt: clock.now(),
      cause,
      sha256,
      fingerprint,
      percent,
      reason,
      geofence,
      timerPct: speed?.timerPct ?? null,
      totals: totalsOf(computation.totals),
      inputs,
    })
    // a setting is told by its own fact
    if (cause !== 'settings')
      await events.tell(tx, prescriptionMade, { controllerId: machine.controllerId, rev })
  }

  async function order(tx: Writer, systemId: number, cause: PrescriptionCause, waitMs = GATHER_MS) {
    const key = `${recomputePrescription.name}:${systemId}`
    const notBefore = new Date(Date.now() + waitMs)
    await outbox.place(
      tx,
      recomputePrescription,
      { systemId, cause },
      { key, queue: key, notBefore, keepTime: true },
    )
  }

  /** Once the oldest reading no longer stands for the soil the prescription is another one. */
  async function orderWhenStale(tx: Writer, systemId: number, stale: Date): Promise<void> {
    const key = `${recomputePrescription.name}:${systemId}:stale`
    const notBefore = new Date(stale.getTime() + GATHER_MS)
    await outbox.place(tx, recomputePrescription, { systemId, cause: 'staleness' }, { key, notBefore })
  }

  async function publishSetting(tx: Writer, setting: StoredSetting): Promise<{ testUntil: Date | null }> {
    // before the first one nothing was computed, so nobody has looked yet
    if (setting.settingsRev === 1) await refreshSuspects(tx, setting.machine, clock.now())
    const field = await gatherField(tx, setting.machine, clock.now())
    const computation = compute(inputsOf(field, setting.settings))
    await publish(tx, setting, computation, 'settings')
    const stale = staleFrom(field)
    if (stale) await orderWhenStale(tx, setting.machine.id, stale)
    const { test } = publicationOf(setting.settings, computation, setting.savedAt)
    return { testUntil: test && new Date(test.until) }
  }

  async function recompute(tx: Writer, systemId: number, cause: PrescriptionCause): Promise<void> {
    const { settingsRev } = await lockSystem(tx, systemId)
    const command = await commandAt(tx, systemId, settingsRev)
    // nothing runs before the first setting, and a test is followed by a computation of its own
    if (!command || command.after.is_test_pattern_on) return
    await noteComputed(tx, systemId, clock.now())
    const machine = await machineById(tx, systemId)
    await refreshSuspects(tx, machine, clock.now())
    const field = await gatherField(tx, machine, clock.now())
    const computation = compute(inputsOf(field, command.after))
    const former = await selectPrescription(tx, systemId)
    if (former?.fingerprint !== computation.fingerprint) {
      const { id: commandId, after: settings } = command
      await publish(
        tx,
        { machine, settings, settingsRev, commandId, savedAt: clock.now() },
        computation,
        cause,
      )
    }
    const stale = staleFrom(field)
    if (stale) await orderWhenStale(tx, systemId, stale)
  }

  outbox.carryOut(recomputePrescription, ({ systemId, cause }) =>
    database.write(async (tx) => {
      const last = await lastComputed(tx, systemId)
      const now = clock.now()
      const early = last ? last.getTime() + RECOMPUTED_AT_MOST_MS - now.getTime() : 0
      if (early > 0 && early <= RECOMPUTED_AT_MOST_MS) return order(tx, systemId, cause, early)
      await recompute(tx, systemId, cause)
    }),
  )
  events.on(systemChanged, ({ controllerId }) =>
    controllerId === null ? undefined : database.write((tx) => orderFor(tx, controllerId, 'soil')),
  )

  async function orderFor(tx: Writer, controllerId: number, cause: PrescriptionCause): Promise<void> {
    const system = await systemByController(tx, controllerId)
    if (system) await order(tx, system.id, cause)
  }

  return { publisher: { publish: publishSetting }, order, orderFor }
}
