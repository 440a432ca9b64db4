/** The provider's global stop: no system of the installation accepts new settings, and current ones stay in force. */
import type { ProviderStop } from '../../contract/accounts/provider.ts'
import type { Kit } from '../installation/kit.ts'
import { attempted } from '../audit/audit.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { lockStop, readStop, type StopState, writeStop } from '../systems/provider-stop.store.ts'
import { systemChanged } from '../systems/systems.events.ts'
import type { Requester } from '../accounts/sessions/sessions.store.ts'

type Needs = Pick<Kit, 'clock' | 'database' | 'events'>

export async function providerStopOf({ database }: Pick<Needs, 'database'>): Promise<ProviderStop> {
  return viewOf(await readStop(database.reader))
}

export function changeProviderStop(
  kit: Needs & Pick<Kit, 'changeLimit'>,
  asker: Requester,
  stopped: boolean,
): Promise<ProviderStop> {
  return attempted(kit, { userId: asker.id, action: 'provider stop', after: { stopped } }, () =>
    switchProviderStop(kit, stopped, asker),
  )
}

/** @param actor the acting provider; null for the command line */
export async function switchProviderStop(
  { clock, database, events }: Needs,
  stopped: boolean,
  actor: { id: number; name: string } | null,
): Promise<ProviderStop> {
  return database.write(async (tx) => {
    const before = await lockStop(tx)
    if (before.stopped === stopped) return viewOf(before)
    const after: StopState = { stopped, since: clock.now(), by: actor?.name ?? null }
    await writeStop(tx, after)
    await recordAudit(tx, {
      at: clock.now(),
      userId: actor?.id ?? null,
      action: 'provider stop',
      before: { stopped: before.stopped },
      after: { stopped },
      outcome: 'accepted',
    })
    await events.publish(tx, systemChanged, { controllerId: null })
    return viewOf(after)
  })
}

function viewOf({ stopped, since, by }: StopState): ProviderStop {
  return { stopped, since: since?.toISOString() ?? null, by }
}
