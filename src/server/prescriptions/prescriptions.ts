/** Computes prescriptions from settings, soil and geofences, publishes them to the machine and stores them with their inputs. */
import type { PrescriptionCause } from '../../contract/prescriptions.ts'
import type { Devices } from '../devices/device-link.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import type { SettingsPublisher, StoredSetting } from '../systems/settings-publisher.ts'
import { commandAt, lockSystem, lockStopAndKey } from '../systems/settings.store.ts'
import type { System } from '../systems/membership.ts'
import { systemById } from '../systems/membership.store.ts'
import {
  type Calm,
  publicationOf,
  READING_CAUSES,
  refuseLowFlow,
  type Sending,
  sendingOf,
  SLOWEST_PASS_MS,
  TURNED_MS,
} from './publication.rules.ts'
import { compute, computeInWeather } from './computation.rules.ts'
import type { Computation } from './computed-prescription.ts'
import { type Field, gatherField, finishingInputs, inputsOf, staleFrom } from './field-inputs.ts'
import {
  enqueueEverySystem,
  enqueueLater,
  enqueueRecompute,
  enqueueWhenStale,
  recomputeEverySystem,
  recomputePrescription,
  tooEarlyMs,
} from './prescriptions.jobs.ts'
import {
  insertPrescription,
  newestOfReadings,
  noteComputed,
  percentsSince,
  selectPaces,
  selectPrescription,
} from './prescriptions.store.ts'
import { sectorPasses } from '../suspects/suspects.store.ts'
import { prescriptionMade } from './prescriptions.events.ts'
import { totalsOf } from './prescription-view.rules.ts'
import { refreshSuspects } from '../suspects/suspects.ts'

export interface Prescriptions {
  publisher: SettingsPublisher
}

export function createPrescriptions(kit: Kit, devices: Pick<Devices, 'desire' | 'issueRev'>): Prescriptions {
  const { clock, events, jobs } = kit

  async function publish(
    tx: ServerTx,
    setting: StoredSetting,
    computation: Computation,
    cause: PrescriptionCause,
    issuedRev?: number,
  ): Promise<void> {
    const { system, settings, settingsRev, commandId, savedAt } = setting
    const { sha256, fingerprint, percent, reason, geofence, cover, speed, inputs } = computation
    const row = {
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
    }
    const { rev } = await devices.desire(
      tx,
      system.controllerId,
      { settingsRev, commandId, ...publicationOf(settings, computation, savedAt) },
      issuedRev,
    )
    insertPrescription(tx, system.id, { rev, ...row })
    // a setting has its own event
    if (cause !== 'settings')
      await events.publish(tx, prescriptionMade, { controllerId: system.controllerId, rev })
  }

  async function publishSetting(tx: ServerTx, setting: StoredSetting): Promise<{ testUntil: Date | null }> {
    // before the first one nothing was computed, so sensors have not been checked
    if (setting.settingsRev === 1) await refreshSuspects(tx, setting.system, clock.now())
    const { system, settingsRev } = setting
    // last, so that the controller is locked only from here to the commit
    const [field, issuedRev] = await Promise.all([
      gatherField(tx, system, clock.now()),
      devices.issueRev(tx, system.controllerId, settingsRev),
    ])
    const computation = await computeFor(tx, setting, field)
    if (setting.asked) refuseLowFlow(computation)
    const stale = staleFrom(field)
    await Promise.all([
      publish(tx, setting, computation, 'settings', issuedRev),
      stale && enqueueWhenStale(kit, tx, setting.system.id, stale),
    ])
    const { test } = publicationOf(setting.settings, computation, setting.savedAt)
    return { testUntil: test && new Date(test.until) }
  }

  async function sendingNow(
    tx: ServerTx,
    { system, ...calm }: Omit<Calm, 'stays' | 'published'> & { system: System },
  ): Promise<Sending> {
    const since = new Date(calm.now.getTime() - SLOWEST_PASS_MS)
    const passes = await sectorPasses(tx, system.controllerId, since)
    return sendingOf({
      ...calm,
      stays: passes.map(({ sector, from, to }) => ({ sector, from: from.getTime(), to: to.getTime() })),
      published: await newestOfReadings(tx, system.id, READING_CAUSES),
    })
  }

  /** The inputs for finishing a pass, or for a normal setting. */
  async function computeFor(
    tx: ServerTx,
    { system, settings, asked }: StoredSetting,
    field: Field,
  ): Promise<Computation> {
    // the user decides about the pump; at the end of a test no one can
    const remedy = asked ? 'as set' : 'raise'
    const running = settings.finish_arc && (await selectPrescription(tx, system.id))
    return running
      ? compute(finishingInputs(running.inputs, field, settings, remedy), running)
      : computeInWeather(field, inputsOf(field, settings, remedy))
  }

  async function recompute(tx: ServerTx, systemId: number, cause: PrescriptionCause): Promise<void> {
    // the stop is locked before the system, like in settings, which prevents deadlocks
    await lockStopAndKey(tx, 0, null)
    const { settingsRev, localOnly, stopped } = await lockSystem(tx, systemId)
    // what runs is unchanged; the end of either enqueues this job again
    if (stopped || localOnly) return
    const now = clock.now()
    const [pace] = await selectPaces(tx, { systemId })
    if (tooEarlyMs(pace?.computedAt ?? null, now) > 0) return enqueueRecompute(kit, tx, systemId, cause)
    const command = await commandAt(tx, systemId, settingsRev)
    // nothing runs before the first setting, and the end of a test computes anew
    if (!command || command.after.is_test_pattern_on) return
    // the same for a pass that is being finished; only a geofence applies at once
    if (command.after.finish_arc && cause !== 'geofences') return
    await noteComputed(tx, systemId, now)
    const system = await systemById(tx, systemId)
    await refreshSuspects(tx, system, now)
    const field = await gatherField(tx, system, now)
    const running = await selectPrescription(tx, systemId)
    const comparable = running?.settingsRev === settingsRev ? running : null
    const lately =
      comparable && (await percentsSince(tx, systemId, settingsRev, new Date(now.getTime() - TURNED_MS)))
    // no one can be asked: too much water is better than a pump below its minimum flow
    const computation =
      command.after.finish_arc && running
        ? compute(finishingInputs(running.inputs, field, command.after, 'raise'), running)
        : computeInWeather(field, inputsOf(field, command.after, 'raise'), comparable, lately ?? [])
    const { id: commandId, after: settings } = command
    const sending = running ? await sendingNow(tx, { system, running, settingsRev, computation, now }) : 'now'
    if (sending === 'now')
      await publish(
        tx,
        { system, settings, settingsRev, commandId, savedAt: now, asked: false },
        computation,
        cause,
      )
    else if (sending !== 'not') await enqueueLater(kit, tx, systemId, sending)
    const stale = staleFrom(field)
    if (stale) await enqueueWhenStale(kit, tx, systemId, stale)
  }

  jobs.process(recomputeEverySystem, ({ cause }, tx) => enqueueEverySystem(kit, tx, cause))
  jobs.process(recomputePrescription, ({ systemId, cause }, tx) => recompute(tx, systemId, cause), {
    background: true,
  })

  return { publisher: { publish: publishSetting } }
}
