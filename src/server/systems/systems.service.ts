/** The user's systems, their settings and delivery status. */
import {
  CONNECTIONS_PER_PAGE,
  type ConnectionsAnswer,
  DROPPED_SHOWN_DAYS,
} from '../../contract/connections.ts'
import { COMMANDS_PER_PAGE, type SystemCommandsAnswer, type SystemView } from '../../contract/systems.ts'
import type { Delivery, Devices } from '../devices/device-link.ts'
import { inBatches } from '../kit/batch.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { deliveryStatusOf, type SettingProgress } from './delivery-status.rules.ts'
import type { System } from './membership.ts'
import { createSettingsService, type SettingsService } from './settings.service.ts'
import { endTestPatterns } from './settings-publication.ts'
import type { SettingsPublisher } from './settings-publisher.ts'
import { changeOwnSystem } from './system-change.service.ts'
import { commandPage, commandsOf, type ControllerRevision } from './settings.store.ts'
import { commandViewOf, systemViewOf } from './systems-view.rules.ts'
import { systemOf, systemsOf } from './membership.store.ts'
import { myHeard, myMarks, mySystems, wholeSystem } from './system-rows.store.ts'
import { createSystemTexts } from './system-texts.ts'

/** Steps in quick succession are sent as one event to browsers; nobody sees the difference. */
const PROGRESS_GATHER_MS = 20

export interface Systems {
  settings: SettingsService
  /** Names, sorted. */
  names(userId: number): Promise<string[]>
  /** The answer itself: the JSON of `SystemView[]` in UTF-8. */
  list(userId: number): Promise<Buffer>
  /** @throws Problem */
  change(userId: number, name: string, body: unknown): Promise<SystemView>
  /** @throws Problem('system_not_found') */
  history(userId: number, name: string, before: number | null): Promise<SystemCommandsAnswer>
  /** @throws Problem('system_not_found') */
  connections(userId: number, name: string, before: number | null): Promise<ConnectionsAnswer>
  /** @returns null when there is no such setting */
  progress(setting: ControllerRevision): Promise<SettingProgress | null>
}

export function createSystems(kit: Kit, devices: Devices, publisher: SettingsPublisher): Systems {
  const { database } = kit
  const texts = createSystemTexts({ myHeard, myMarks, mySystems })
  endTestPatterns(kit, publisher)

  return {
    settings: createSettingsService(kit, publisher),

    async names(userId) {
      const systems = await database.asCustomer(userId, (tx) => systemsOf(tx, userId))
      return systems.map(({ name }) => name)
    },

    // one snapshot: the stamps and the rows read for them are consistent
    list: (userId) => database.readAsCustomer(userId, (tx) => texts.list(tx, kit.clock.now())),

    async change(userId, name, body) {
      await changeOwnSystem(kit, userId, name, body)
      const now = kit.clock.now()
      return systemViewOf(
        await database.asCustomer(userId, async (tx) => {
          const { id } = await systemOf(tx, userId, name)
          return wholeSystem(tx, 'my_systems', id, now)
        }),
        now,
      )
    },

    history: (userId, name, before) =>
      database.asCustomer(userId, async (tx) => {
        const system = await systemOf(tx, userId, name)
        return historyOf(tx, devices, system, { before, limit: COMMANDS_PER_PAGE })
      }),

    connections: (userId, name, before) =>
      database.asCustomer(userId, async (tx) =>
        connectionsOf(tx, devices, await systemOf(tx, userId, name), before),
      ),

    progress: inBatches((settings) => progressOf(database.reader, devices, settings), PROGRESS_GATHER_MS),
  }
}

interface OnePage {
  /** Only changes older than this revision; null for the newest. */
  before: number | null
  limit: number
}

/** Changes of a system, newest first. */
export async function historyOf(
  db: Reader,
  devices: Pick<Devices, 'deliveries'>,
  { id, controllerId }: Pick<System, 'id' | 'controllerId'>,
  { before, limit }: OnePage,
): Promise<SystemCommandsAnswer> {
  const rows = await commandPage(db, id, before, limit + 1)
  const page = rows.slice(0, limit)
  const revs = page.map(({ settingsRev }) => settingsRev)
  const deliveries = (await devices.deliveries(db, [controllerId], revs)).get(controllerId)
  return {
    commands: page.map((command) => commandViewOf(command, stepsOf(deliveries, command.settingsRev))),
    next: rows.length > page.length ? (revs.at(-1) ?? null) : null,
  }
}

/** Connections and disconnections of a controller, newest first, and its dropped messages. */
export async function connectionsOf(
  db: Reader,
  devices: Pick<Devices, 'connections' | 'dropped'>,
  { controllerId }: Pick<System, 'controllerId'>,
  before: number | null,
): Promise<ConnectionsAnswer> {
  const rows = await devices.connections(db, controllerId, before, CONNECTIONS_PER_PAGE + 1)
  const page = rows.slice(0, CONNECTIONS_PER_PAGE)
  const dropped = await devices.dropped(db, controllerId, DROPPED_SHOWN_DAYS)
  return {
    connections: page.map(({ online, at }) => ({
      state: online ? ('online' as const) : ('offline' as const),
      at: at.toISOString(),
    })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    dropped: dropped.map(({ kind, reason, count, lastAt }) => ({
      kind,
      reason,
      count,
      last_at: lastAt.toISOString(),
    })),
  }
}

async function progressOf(
  db: Reader,
  devices: Devices,
  settings: ControllerRevision[],
): Promise<(SettingProgress | null)[]> {
  const controllerIds = [...new Set(settings.map(({ controllerId }) => controllerId))]
  const revs = [...new Set(settings.map(({ settingsRev }) => settingsRev))]
  const [commands, deliveries] = await Promise.all([
    commandsOf(db, settings),
    devices.deliveries(db, controllerIds, revs),
  ])
  return settings.map(({ controllerId, settingsRev }) => {
    const command = commands.find(
      (candidate) => candidate.controllerId === controllerId && candidate.settingsRev === settingsRev,
    )
    const steps = stepsOf(deliveries.get(controllerId), settingsRev)
    return command
      ? {
          system: command.system,
          settings_rev: settingsRev,
          rev: steps?.rev ?? 0,
          ...deliveryStatusOf(command.savedAt, steps, command.supersededAt),
        }
      : null
  })
}

function stepsOf(deliveries: Delivery[] = [], settingsRev: number | undefined): Delivery | undefined {
  return deliveries.find((delivery) => delivery.settingsRev === settingsRev)
}
