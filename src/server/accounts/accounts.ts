/** Wires up accounts: the guard of every call, what account calls need, and the look-up by address. */
import type { User } from '../../contract/accounts/accounts.ts'
import type { Reader } from '../kit/postgres/transactions.ts'
import type { Kit } from '../installation/kit.ts'
import { findByEmail } from './accounts.store.ts'
import { createGuard, type Guard } from './sessions/guard.ts'
import { sendRequestedLinks } from './link-mails.ts'
import { createReadCookie, type ReadCookie } from './sessions/read-cookie.ts'
import { createSessionLookup, type SessionLookup } from './sessions/session-lookup.ts'
import { createSessions, type Sessions } from './sessions/sessions.service.ts'
import { type NewAccount, openAccount } from './signup.service.ts'
import { createThrottles, type Throttles } from './throttling/throttles.ts'
import { createTokens, type Tokens } from './sessions/tokens.ts'

export interface Accounts {
  guard: Guard
  tokens: Tokens
  sessions: Sessions
  cookie: ReadCookie
  throttles: Throttles
  lookUp: SessionLookup
  /** With the server's rights: row-level security hides other accounts from a customer. */
  findByEmail(db: Reader, email: string): Promise<User | null>
  /** Creates an activated account with the checks of a sign-up, without its mail. */
  openAccount(account: NewAccount): Promise<User>
}

export function createAccounts(kit: Kit): Accounts {
  sendRequestedLinks(kit)
  const tokens = createTokens(kit)
  const cookie = createReadCookie(kit)
  const lookUp = createSessionLookup(kit.database.pool, kit.database.named)
  const guard = createGuard(kit, tokens, cookie, lookUp)
  const sessions = createSessions(kit, tokens)
  const throttles = createThrottles(kit)
  return {
    guard,
    tokens,
    sessions,
    cookie,
    throttles,
    lookUp,
    async findByEmail(db, address) {
      const found = await findByEmail(db, address)
      return found && { id: found.id, name: found.name, email: found.email }
    },
    openAccount: (account) => openAccount(kit, account),
  }
}
