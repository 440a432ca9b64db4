/** Sign-up and activation: Djoser's checks in Djoser's order, and the mailed activation link. */
import type { User } from '../../contract/accounts/accounts.ts'
import { EMAIL_MAX, PASSWORD_MAX, USER_NAME_MAX } from '../../contract/limits.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { Problem } from '../kit/problem.ts'
import { findByEmail, insertUser, lockAccount, setActive, type UserRow } from './accounts.store.ts'
import { accountOpened } from './accounts.jobs.ts'
import { type FieldErrors, fieldsOf, readFields, refuseFields } from './djoser-fields.ts'
import { normalisedEmail } from './email-address.ts'
import { sendActivation } from './link-mails.ts'
import { lockMailToken, useMailTokens } from './mail-tokens.store.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { passwordComplaints } from './passwords/password-rules.ts'
import type { Throttles } from './throttling/throttles.ts'
import { idOfUid } from './user-uid.ts'

const TAKEN = ['user with this email already exists.']

const RULES = {
  name: { maxLength: USER_NAME_MAX },
  email: { email: true, maxLength: EMAIL_MAX },
  password: { maxLength: PASSWORD_MAX },
  re_password: { maxLength: PASSWORD_MAX },
}

export interface NewAccount {
  name: string
  email: string
  password: string
}

/** Reveals that an address is taken, as specified, but not to someone who tries many. */
export async function signUp(kit: Kit, throttles: Throttles, body: unknown, address: string): Promise<User> {
  await throttles.admit({ limit: 'taken', subject: address }, { limit: 'signup', subject: address })
  try {
    const account = await readSignup(kit, body)
    await throttles.count({ limit: 'signup', subject: address })
    return await insertAccount(kit, account, false, (tx, user) => sendActivation(kit, tx, user))
  } catch (error) {
    if (error instanceof Problem && error.details.body?.['email'] === TAKEN)
      await throttles.count({ limit: 'taken', subject: address })
    throw error
  }
}

/** Used by the provider, without a mail: the same checks, and the account is activated at once. */
export async function openAccount(kit: Kit, account: NewAccount): Promise<User> {
  const checked = await readSignup(kit, { ...account, re_password: account.password })
  return insertAccount(kit, checked, true, (tx, { id, email }) =>
    kit.jobs.enqueue(tx, accountOpened, { userId: id, email }),
  )
}

/** @throws Problem with Djoser's field errors, 409 if the address is the only error */
async function readSignup(kit: Kit, body: unknown): Promise<NewAccount> {
  const { values, errors } = readFields(body, RULES)
  if (!errors['email'] && (await findByEmail(kit.database.reader, values.email))) errors['email'] = TAKEN
  if (Object.keys(errors).length > 0) throw fieldsRefused(errors)
  const { password, re_password: repeated } = values
  const weak = passwordComplaints(password, values, kit.config.passwordMinLength)
  if (weak.length > 0) throw refuseFields({ password: weak })
  if (password !== repeated)
    throw refuseFields({ non_field_errors: ["The two password fields didn't match."] })
  return { name: values.name.normalize('NFC'), email: normalisedEmail(values.email), password }
}

function fieldsRefused(errors: FieldErrors): Problem {
  const onlyTaken = errors['email'] === TAKEN && Object.keys(errors).length === 1
  return onlyTaken ? new Problem('account_exists', { body: errors }) : refuseFields(errors)
}

async function insertAccount(
  kit: Kit,
  { name, email, password }: NewAccount,
  active: boolean,
  then: (tx: ServerTx, user: UserRow) => Promise<void>,
): Promise<User> {
  const password_hash = await hashPassword(password)
  const values = { name, email, password_hash, active, created_at: kit.clock.now() }
  try {
    return await kit.database.write(async (tx) => {
      const user = await insertUser(tx, values)
      await then(tx, user)
      return user
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw fieldsRefused({ email: TAKEN })
    throw error
  }
}

/** Of two concurrent sign-ups, the unique index decides. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_email'
}

/** @throws Problem 400 for an invalid link, 403 for one whose account is activated already */
export async function activate(kit: Kit, body: unknown): Promise<void> {
  const { uid, token } = fieldsOf(body, { uid: {}, token: {} })
  await kit.database.write(async (tx) => {
    const now = kit.clock.now()
    const id = idOfUid(uid)
    const account = id === null ? null : await lockAccount(tx, id)
    if (!account) throw refuseFields({ uid: ["Invalid user id or user doesn't exist."] })
    const { active } = account
    const found = await lockMailToken(tx, account.id, 'activation', token, now)
    // an account that was closed in the meantime must not be opened again by an old link
    if (!found || (found.used && !active) || account.disabled_at)
      throw refuseFields({ token: ['Invalid token for given user.'] })
    if (active) throw new Problem('forbidden', { body: { detail: 'Stale token for given user.' } })
    await useMailTokens(tx, account.id, 'activation', now)
    await setActive(tx, account.id)
    await kit.jobs.enqueue(tx, accountOpened, { userId: account.id, email: account.email })
  })
}
