/** Changes by users to their own account: preferences, name, closing it. */
import type { Preferences, PreferencesPatch, User } from '../../contract/accounts/accounts.ts'
import { PASSWORD_MAX, USER_NAME_MAX } from '../../contract/limits.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import {
  changePreferences,
  deleteUser,
  findByEmail,
  lockAccount,
  preferencesOf,
  renameUser,
} from './accounts.store.ts'
import { sessionsEnded } from './sessions/sessions.events.ts'
import { fieldsOf, isGiven, refuseFields } from './djoser-fields.ts'
import { checkPassword } from './throttling/password-check.service.ts'
import type { Throttles } from './throttling/throttles.ts'
import type { Requester } from './sessions/sessions.store.ts'

/** Only the name can be changed: the address identifies the account. */
export async function rename(kit: Kit, { id, name, email }: Requester, body: unknown): Promise<User> {
  if (!isGiven(body, 'name')) return { id, name, email }
  const { name: newName } = fieldsOf(body, { name: { maxLength: USER_NAME_MAX } })
  const renamed = await kit.database.write((tx) => renameUser(tx, id, newName.normalize('NFC')))
  if (!renamed) throw new Problem('not_authenticated')
  return renamed
}

/**
 * Closes the account, its logins, links and memberships in one transaction; its systems stay with the provider.
 *
 * @throws Problem 400 unless the password is right
 */
export async function closeAccount(
  kit: Kit,
  throttles: Throttles,
  { id, email }: Requester,
  body: unknown,
  address: string,
): Promise<void> {
  const { current_password: password } = fieldsOf(body, { current_password: { maxLength: PASSWORD_MAX } })
  const account = await findByEmail(kit.database.reader, email)
  const storedHash = account?.password_hash ?? null
  const passwordMatches = await checkPassword(throttles, { email, password, storedHash, address })
  await kit.database.write(async (tx) => {
    const locked = await lockAccount(tx, id)
    if (!passwordMatches || locked?.password_hash !== storedHash)
      throw refuseFields({ current_password: ['Invalid password.'] })
    await deleteUser(tx, id)
    await kit.events.publish(tx, sessionsEnded, { userId: id, family: null })
  })
}

export function ownPreferences({ database }: Pick<Kit, 'database'>, { id }: Requester): Promise<Preferences> {
  return database.asCustomer(id, (tx) => preferencesOf(tx, id))
}

export function choosePreferences(
  { database }: Pick<Kit, 'database'>,
  { id }: Requester,
  patch: PreferencesPatch,
): Promise<Preferences> {
  return database.asCustomer(id, async (tx) => {
    await changePreferences(tx, id, patch)
    return preferencesOf(tx, id)
  })
}
