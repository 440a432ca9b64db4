/** Signed-in people for tests: opened by the same checks as anybody's, without the mail. */
import type { TokenPair } from '../../contract/accounts.ts'
import { accountPaths, tokenPair } from '../../contract/accounts.ts'
import { openAccount } from '../accounts/signup.service.ts'
import type { Built } from './build.ts'

export const PASSWORD = 'Vq7!grove#Tundra-Zk2pXb'

export interface SignedIn extends TokenPair {
  id: number
  name: string
  email: string
  /** `Authorization` of this person. */
  headers: { authorization: string }
  /** `name=value` of the read cookie. */
  cookie: string
}

/** `name=value` of the first cookie that an answer sets. */
export function cookieOf(headers: Headers): string {
  return (headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

export async function logIn({ call }: Built, email: string): Promise<TokenPair & { cookie: string }> {
  const answer = await call(accountPaths.create, { json: { email, password: PASSWORD } })
  return { ...tokenPair.parse(answer.body), cookie: cookieOf(answer.headers) }
}

/** Opens an account for `{name}@farm.example` and logs in. */
export async function signedIn(built: Built, name = 'pat'): Promise<SignedIn> {
  const user = await openAccount(built.kit, { name, email: `${name}@farm.example`, password: PASSWORD })
  const tokens = await logIn(built, user.email)
  return { ...user, ...tokens, headers: { authorization: `JWT ${tokens.access}` } }
}
