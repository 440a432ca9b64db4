/** A new password for whoever reads the mail of the account; every login of before ends. */
import { PASSWORD_MAX } from '../../contract/limits.ts'
import type { Kit } from '../kit/kit.ts'
import { lockAccount, setPassword } from './accounts.store.ts'
import { fieldsOf, refuseFields } from './djoser-fields.ts'
import { linkWanted } from './link-mails.ts'
import { lockMailToken, useMailTokens } from './mail-tokens.store.ts'
import { hashPassword } from './password-hash.ts'
import { passwordComplaints } from './password-rules.ts'
import { revokeAll } from './sessions.store.ts'
import { idOfUid } from './user-uid.ts'

const CONFIRM = {
  uid: {},
  token: {},
  new_password: { maxLength: PASSWORD_MAX },
  re_new_password: { maxLength: PASSWORD_MAX },
}

/** Says nothing about whether the address is known, by words or by time. */
export async function wantLink(kit: Kit, body: unknown, purpose: 'activation' | 'reset'): Promise<void> {
  const { email } = fieldsOf(body, { email: { email: true } })
  await kit.database.write((tx) => kit.outbox.place(tx, linkWanted, { email, purpose }))
}

/** @throws Problem with Djoser's field errors: the link first, then the password */
export async function confirmReset(kit: Kit, body: unknown): Promise<void> {
  const fields = fieldsOf(body, CONFIRM)
  const { uid, token, new_password: password, re_new_password: repeated } = fields
  await kit.database.write(async (tx) => {
    const now = kit.clock.now()
    const id = idOfUid(uid)
    const account = id === null ? null : await lockAccount(tx, id)
    if (!account) throw refuseFields({ uid: ["Invalid user id or user doesn't exist."] })
    const found = await lockMailToken(tx, account.id, 'reset', token, now)
    if (!found || found.used || !account.active)
      throw refuseFields({ token: ['Invalid token for given user.'] })
    const weak = passwordComplaints(password, account, kit.config.passwordMinLength)
    if (weak.length > 0) throw refuseFields({ new_password: weak })
    if (password !== repeated)
      throw refuseFields({ non_field_errors: ["The two password fields didn't match."] })
    await setPassword(tx, account.id, await hashPassword(password))
    await useMailTokens(tx, account.id, 'reset', now)
    await revokeAll(tx, account.id, now)
  })
}
