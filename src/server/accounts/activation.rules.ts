/** Opening the account whose mail was read. */
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { lockAccount, setActive } from './accounts.store.ts'
import { accountOpened } from './accounts.jobs.ts'
import { fieldsOf, refuseFields } from './djoser-fields.ts'
import { lockMailToken, useMailTokens } from './mail-tokens.store.ts'
import { idOfUid } from './user-uid.ts'

/** @throws Problem 400 for a link that is not valid, 403 for one whose account is open already */
export async function activate(kit: Kit, body: unknown): Promise<void> {
  const { uid, token } = fieldsOf(body, { uid: {}, token: {} })
  await kit.database.write(async (tx) => {
    const now = kit.clock.now()
    const id = idOfUid(uid)
    const account = id === null ? null : await lockAccount(tx, id)
    if (!account) throw refuseFields({ uid: ["Invalid user id or user doesn't exist."] })
    const { active } = account
    const found = await lockMailToken(tx, account.id, 'activation', token, now)
    // a used link of a closed account was closed by somebody since: it does not open it again
    if (!found || (found.used && !active)) throw refuseFields({ token: ['Invalid token for given user.'] })
    if (active) throw new Problem('forbidden', { body: { detail: 'Stale token for given user.' } })
    await useMailTokens(tx, account.id, 'activation', now)
    await setActive(tx, account.id)
    await kit.jobs.enqueue(tx, accountOpened, { userId: account.id, email: account.email })
  })
}
