/** Answers about prescriptions: running, past, previewed, and the explanation of a cell. */
import {
  type CellExplanation,
  type PrescriptionHistory,
  type PrescriptionPreview,
  PRESCRIPTIONS_PER_PAGE,
  type PrescriptionView,
  type PreviewBody,
} from '../../contract/prescriptions.ts'
import type { Settings } from '../../contract/systems.ts'
import { checkGeofence } from '../geofences/geofences.rules.ts'
import type { StoredGeofence } from '../geofences/geofences.store.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import type { MemberSystem } from '../systems/membership.ts'
import { readSystemInput, settingsOf } from '../systems/settings.rules.ts'
import { commandAt } from '../systems/settings.store.ts'
import { systemOf } from '../systems/membership.store.ts'
import { explainCell } from './cell-explanation.rules.ts'
import { compute, computeInWeather } from './computation.rules.ts'
import { type Field, readField, finishingInputs, inputsOf } from './field-inputs.ts'
import { previewOf, shownOf, viewOf } from './prescription-view.rules.ts'
import type { Found } from './shown-prescription.ts'
import { newestRev, selectHistory, selectPrescription } from './prescriptions.store.ts'

export interface PrescriptionService {
  /** @throws Problem('system_not_found'), Problem('not_found') for an unknown revision */
  find(userId: number, name: string, rev: number | null): Promise<Found>
  view(userId: number, name: string, rev: number | null): Promise<PrescriptionView>
  history(userId: number, name: string, before: number | null): Promise<PrescriptionHistory>
  /** Stores nothing. @throws Problem of the settings or the geofence */
  preview(userId: number, body: PreviewBody): Promise<PrescriptionPreview>
  /** What a setting that finishes a pass would send; stores nothing. Null before the first settings. */
  previewFinish(
    userId: number,
    name: string,
    finish: (running: Settings) => Settings,
  ): Promise<PrescriptionPreview | null>
  /** @throws Problem('cell_unknown') */
  cell(
    userId: number,
    query: { system: string; sector: number; zone: number; rev: number | null },
  ): Promise<CellExplanation>
}

export function createPrescriptionService({ clock, database }: Kit): PrescriptionService {
  const ownSystem = (userId: number, name: string) =>
    database.asCustomer(userId, (tx) => systemOf(tx, userId, name))

  async function newestSettings(system: MemberSystem): Promise<Settings | null> {
    return (await commandAt(database.reader, system.id, system.settingsRev))?.after ?? null
  }

  async function find(userId: number, name: string, rev: number | null): Promise<Found> {
    const system = await ownSystem(userId, name)
    const { kept, newest } = await database.asCustomer(userId, async (tx) => ({
      newest: await newestRev(tx, system.controllerId),
      kept: await selectPrescription(tx, system.id, rev),
    }))
    if (rev !== null && (!kept || rev > newest)) throw new Problem('not_found')
    if (kept) {
      const { settingsRev, madeAt } = kept
      return { system, rev: rev ?? newest, settingsRev, madeAt, shown: kept }
    }
    const now = clock.now()
    const field = await readField(database, system, now)
    const shown = shownOf(computeInWeather(field, inputsOf(field, await newestSettings(system))))
    return { system, rev: newest, settingsRev: system.settingsRev, madeAt: now, shown }
  }

  return {
    find,
    view: async (userId, name, rev) => viewOf(await find(userId, name, rev)),

    history: (userId, name, before) =>
      database.asCustomer(userId, async (tx) => {
        const { id } = await systemOf(tx, userId, name)
        const rows = await selectHistory(tx, id, before, PRESCRIPTIONS_PER_PAGE + 1)
        const page = rows.slice(0, PRESCRIPTIONS_PER_PAGE)
        return {
          prescriptions: page.map(({ made_at, totals, ...row }) => ({
            ...row,
            made_at: made_at.toISOString(),
            volume_m3: totals.volume_m3,
            uniform_volume_m3: totals.uniform_volume_m3,
            saving_percent: totals.saving_percent,
            unmet_m3: totals.unmet_m3,
            no_data_percent: totals.no_data_percent,
          })),
          next: rows.length > page.length ? (page.at(-1)?.rev ?? null) : null,
        }
      }),

    async preview(userId, body) {
      const former = await find(userId, body.system, null)
      const { system } = former
      const settings =
        body.settings === undefined ? await newestSettings(system) : draftSettings(body.settings, system)
      const field = withDraft(await readField(database, system, clock.now()), body)
      return previewOf(former, computeInWeather(field, inputsOf(field, settings)))
    },

    async previewFinish(userId, name, finish) {
      const former = await find(userId, name, null)
      const newest = await newestSettings(former.system)
      if (!newest || former.rev === 0) return null
      const { shown, system } = former
      const field = await readField(database, system, clock.now())
      return previewOf(former, compute(finishingInputs(shown.inputs, field, finish(newest), 'as set'), shown))
    },

    async cell(userId, { system: name, sector, zone, rev }) {
      const found = await find(userId, name, rev)
      // the document that the machine runs, which may also depend on the previous one
      const { percent, reason, geofence } = found.shown
      const computed = { ...compute(found.shown.inputs), percent, reason, geofence }
      return explainCell(found, computed, sector, zone)
    },
  }
}

function draftSettings(draft: unknown, system: MemberSystem): Settings {
  const fields = typeof draft === 'object' && draft !== null ? draft : {}
  return settingsOf(readSystemInput({ ...fields, system_name: system.name }), system.pivot.towerRadiiM.length)
}

/** The geofences with a draft applied; an unsaved draft has the id 0. */
function withDraft(field: Field, { geofence, without_geofence: without }: PreviewBody): Field {
  const savedGeofence = (id: number): StoredGeofence => {
    const found = field.geofences.find((candidate) => candidate.id === id)
    if (!found) throw new Problem('not_found')
    return found
  }
  const removed = without === undefined ? null : savedGeofence(without)
  const remaining = field.geofences.filter((candidate) => candidate !== removed)
  if (!geofence) return { ...field, geofences: remaining }
  const { id, ...body } = geofence
  const former = id === undefined ? null : savedGeofence(id)
  const draft = { id: former?.id ?? 0, ...checkGeofence(body, field.system.pivot, former?.enabled ?? true) }
  return {
    ...field,
    geofences: former
      ? remaining.map((candidate) => (candidate === former ? draft : candidate))
      : [...remaining, draft],
  }
}
