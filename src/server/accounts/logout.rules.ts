/** Ending a login, or all logins of its user. */
import type { Kit } from '../installation/kit.ts'
import { sessionsEnded } from './accounts.events.ts'
import { refuseFields } from './djoser-fields.ts'
import type { Asker } from './guard.ts'
import { revokeAll, revokeFamily } from './sessions.store.ts'

export async function logOut(kit: Kit, { id, family }: Asker, body: unknown): Promise<void> {
  const everywhere = wantsEverywhere(body)
  const now = kit.clock.now()
  await kit.database.write(async (tx) => {
    await (everywhere ? revokeAll(tx, id, now) : revokeFamily(tx, family, now))
    await kit.events.publish(tx, sessionsEnded, { userId: id, family: everywhere ? null : family })
  })
}

function wantsEverywhere(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('everywhere' in body)) return false
  if (typeof body.everywhere !== 'boolean') throw refuseFields({ everywhere: ['Must be a valid boolean.'] })
  return body.everywhere
}
