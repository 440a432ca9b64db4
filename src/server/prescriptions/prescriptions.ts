/** Prescriptions: what settings, soil and geofences make of a field, sent to its machine and kept with their reasons. */
import type { FieldInputs, PrescriptionCause } from '../../contract/prescriptions.ts'
import type { Devices } from '../devices/device-link.ts'
import type { ServerTx } from '../kit/postgres/database.ts'
import type { Kit } from '../installation/kit.ts'
import type { SettingsPublisher, StoredSetting } from '../systems/settings-publisher.ts'
import { commandAt, lockSystem, lockStopAndKey } from '../systems/settings.store.ts'
import { systemById } from '../systems/membership.store.ts'
import { type Computation, compute } from './computation.rules.ts'
import { type Field, gatherField, inputsOf, staleFrom } from './field-inputs.ts'
import {
  enqueueEverySystem,
  enqueueRecompute,
  enqueueWhenStale,
  recomputeEverySystem,
  recomputePrescription,
  tooEarlyMs,
} from './prescriptions.jobs.ts'
import { insertPrescription, noteComputed, selectPaces, selectPrescription } from './prescriptions.store.ts'
import { prescriptionMade } from './prescriptions.events.ts'
import { refuseLowFlow } from './pump-flow.rules.ts'
import { publicationOf } from './publication.rules.ts'
import { totalsOf } from './prescription-view.rules.ts'
import { refreshSuspects } from './suspects.ts'

export interface Prescriptions {
  publisher: SettingsPublisher
}

export function createPrescriptions(kit: Kit, devices: Pick<Devices, 'desire'>): Prescriptions {
  const { clock, events, jobs } = kit

  async function publish(
    tx: ServerTx,
    setting: StoredSetting,
    computation: Computation,
    cause: PrescriptionCause,
  ): Promise<void> {
    const { system, settings, settingsRev, commandId, savedAt } = setting
    const { rev } = await devices.desire(tx, system.controllerId, {
      settingsRev,
      commandId,
      ...publicationOf(settings, computation, savedAt),
    })
    const { sha256, fingerprint, percent, reason, geofence, cover, speed, inputs } = computation
    await insertPrescription(tx, system.id, {
      rev,
      settingsRev,
      madeAt: clock.now(),
      cause,
      sha256,
      fingerprint,
      percent,
      reason,
      geofence,
      cover,
      timerPct: speed?.timerPct ?? null,
      totals: totalsOf(computation.totals),
      inputs,
    })
    // a setting is told by its own fact
    if (cause !== 'settings')
      await events.publish(tx, prescriptionMade, { controllerId: system.controllerId, rev })
  }

  async function publishSetting(tx: ServerTx, setting: StoredSetting): Promise<{ testUntil: Date | null }> {
    // before the first one nothing was computed, so nobody has looked yet
    if (setting.settingsRev === 1) await refreshSuspects(tx, setting.system, clock.now())
    const field = await gatherField(tx, setting.system, clock.now())
    const computation = compute(await inputsFor(tx, setting, field))
    if (setting.asked) refuseLowFlow(computation)
    await publish(tx, setting, computation, 'settings')
    const stale = staleFrom(field)
    if (stale) await enqueueWhenStale(kit, tx, setting.system.id, stale)
    const { test } = publicationOf(setting.settings, computation, setting.savedAt)
    return { testUntil: test && new Date(test.until) }
  }

  /** Nobody has pressed anything: one probe's word that the whole field is full waits for a person's. */
  const waitsForAnswer = ({ dryOnOneWord }: Computation, cause: PrescriptionCause) =>
    dryOnOneWord && (cause === 'readings' || cause === 'staleness')

  /** The dry arc of a pass gets what the rest of it got: the prescription that runs, confined to that arc. */
  async function inputsFor(
    tx: ServerTx,
    { system, settings, asked }: StoredSetting,
    field: Field,
  ): Promise<FieldInputs> {
    const running = settings.finish_arc && (await selectPrescription(tx, system.id))
    // whoever set it is asked about its pump; at the end of a test nobody is there
    return running ? { ...running.inputs, settings } : inputsOf(field, settings, asked ? 'as set' : 'raise')
  }

  async function recompute(tx: ServerTx, systemId: number, cause: PrescriptionCause): Promise<void> {
    // the stop before the system, as settings do it: in one order nobody waits for ever
    await lockStopAndKey(tx, 0, null)
    const { settingsRev, localOnly, stopped } = await lockSystem(tx, systemId)
    // what runs stays as it is; the end of either asks for this again
    if (stopped || localOnly) return
    const now = clock.now()
    const [pace] = await selectPaces(tx, { systemId })
    if (tooEarlyMs(pace?.computedAt ?? null, now) > 0) return enqueueRecompute(kit, tx, systemId, cause)
    const command = await commandAt(tx, systemId, settingsRev)
    // nothing runs before the first setting, and a test is followed by a computation of its own
    if (!command || command.after.is_test_pattern_on) return
    // so is a pass that is being finished; only who draws a geofence meanwhile means this moment
    if (command.after.finish_arc && cause !== 'geofences') return
    await noteComputed(tx, systemId, now)
    const system = await systemById(tx, systemId)
    await refreshSuspects(tx, system, now)
    const field = await gatherField(tx, system, now)
    // nobody is there to be asked, and a pump that starves helps nobody: rather too much water
    const computation = compute(inputsOf(field, command.after, 'raise'))
    const former = await selectPrescription(tx, systemId)
    const { id: commandId, after: settings } = command
    const news = former?.fingerprint !== computation.fingerprint
    if (news && !waitsForAnswer(computation, cause))
      await publish(
        tx,
        { system, settings, settingsRev, commandId, savedAt: now, asked: false },
        computation,
        cause,
      )
    const stale = staleFrom(field)
    if (stale) await enqueueWhenStale(kit, tx, systemId, stale)
  }

  jobs.process(recomputeEverySystem, ({ cause }, tx) => enqueueEverySystem(kit, tx, cause))
  jobs.process(recomputePrescription, ({ systemId, cause }, tx) => recompute(tx, systemId, cause), {
    background: true,
  })

  return { publisher: { publish: publishSetting } }
}
