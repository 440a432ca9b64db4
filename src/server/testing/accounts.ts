/** Signed-in users for tests, created by the same job as real ones, without mail. */
import type { TokenPair } from '../../contract/accounts/accounts.ts'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { tokenPair } from '../../contract/accounts/accounts.ts'
import { accountOpened } from '../accounts/accounts.jobs.ts'
import { insertUser } from '../accounts/accounts.store.ts'
import type { Kit } from '../installation/kit.ts'
import type { Built } from './build.ts'

export const PASSWORD = 'Vq7!grove#Tundra-Zk2pXb'

/** Hash of PASSWORD with minimal cost: a sign-in uses the cost stored in the hash. */
const QUICK_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$nA0wsLATrZPF3oQaZ736Og$9oJAbsxUEOdQsog7jcmLh1VdicIZ0MY//ujYBbG0XVQ'

export interface SignedIn extends TokenPair {
  id: number
  name: string
  email: string
  /** `Authorization` header of this user. */
  headers: { authorization: string }
  /** `name=value` of the read cookie. */
  cookie: string
}

/** `name=value` of the first cookie that a response sets. */
export function cookieOf(headers: Headers): string {
  return (headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

export async function logIn({ call }: Built, email: string): Promise<TokenPair & { cookie: string }> {
  const answer = await call(accountPaths.create, { json: { email, password: PASSWORD } })
  return { ...tokenPair.parse(answer.body), cookie: cookieOf(answer.headers) }
}

/** Opens an account with PASSWORD. */
export function openAccountQuickly(
  { clock, database, jobs }: Kit,
  { name, email: address }: { name: string; email: string },
): Promise<{ id: number; name: string; email: string }> {
  const values = { name, email: address, password_hash: QUICK_HASH, active: true }
  return database.write(async (tx) => {
    const { id, email } = await insertUser(tx, { ...values, created_at: clock.now() })
    await jobs.enqueue(tx, accountOpened, { userId: id, email })
    return { id, name, email }
  })
}

/** Opens an account for `{name}@farm.example` and signs in. */
export async function signedIn(built: Built, name = 'pat'): Promise<SignedIn> {
  const user = await openAccountQuickly(built.kit, { name, email: `${name}@farm.example` })
  const tokens = await logIn(built, user.email)
  return { ...user, ...tokens, headers: { authorization: `JWT ${tokens.access}` } }
}
