/** Password reset by mail, which ends every earlier session. */
import { PASSWORD_MAX } from '../../contract/limits.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { type CredentialRow, lockAccount, setPassword } from './accounts.store.ts'
import { sessionsEnded } from './sessions/sessions.events.ts'
import { fieldsOf, refuseFields } from './djoser-fields.ts'
import { sendLink } from './link-mails.ts'
import { lockMailToken, useMailTokens } from './mail-tokens.store.ts'
import { accountSubject } from './throttling/password-check.service.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { passwordComplaints } from './passwords/password-rules.ts'
import { revokeAll } from './sessions/sessions.store.ts'
import type { Throttles } from './throttling/throttles.ts'
import { idOfUid } from './user-uid.ts'

const CONFIRM = {
  uid: {},
  token: {},
  new_password: { maxLength: PASSWORD_MAX },
  re_new_password: { maxLength: PASSWORD_MAX },
}

/** Reveals nothing about whether the address is known, by its answer or its duration. */
export async function requestLink(
  kit: Kit,
  throttles: Throttles,
  body: unknown,
  { purpose, address }: { purpose: 'activation' | 'reset'; address: string },
): Promise<void> {
  const { email } = fieldsOf(body, { email: { email: true } })
  await throttles.count({ limit: 'link', subject: address })
  await kit.database.write((tx) => kit.jobs.enqueue(tx, sendLink, { email, purpose }))
}

/**
 * Access to the mailbox proves ownership, so the count of wrong passwords is reset.
 *
 * @throws Problem with Djoser's field errors: the link first, then the password
 */
export async function confirmReset(kit: Kit, throttles: Throttles, body: unknown): Promise<void> {
  const fields = fieldsOf(body, CONFIRM)
  const now = kit.clock.now()
  // hashing takes long: not while holding a lock, nor for an invalid link
  await kit.database.write((tx) => checkConfirm(kit, tx, fields, now))
  const hash = await hashPassword(fields.new_password)
  const { email } = await kit.database.write(async (tx) => {
    const account = await checkConfirm(kit, tx, fields, now)
    await setPassword(tx, account.id, hash)
    await useMailTokens(tx, account.id, 'reset', now)
    await revokeAll(tx, account.id, now)
    await kit.events.publish(tx, sessionsEnded, { userId: account.id, family: null })
    return account
  })
  await throttles.forget({ limit: 'account', subject: accountSubject(email) })
}

type Confirmation = Record<keyof typeof CONFIRM, string>

async function checkConfirm(kit: Kit, tx: ServerTx, fields: Confirmation, now: Date): Promise<CredentialRow> {
  const { uid, token, new_password: password, re_new_password: repeated } = fields
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
  return account
}
