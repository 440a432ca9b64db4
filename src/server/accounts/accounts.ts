/** Accounts as the rest of the server sees them: the guard, the calls, and who has which address. */
import type { User } from '../../contract/accounts.ts'
import type { Reader } from '../kit/postgres/database.ts'
import type { Http } from '../kit/http.ts'
import type { Kit } from '../installation/kit.ts'
import { accountRoutes } from './accounts.routes.ts'
import { findByEmail } from './accounts.store.ts'
import { createGuard, type Guard } from './sessions/guard.ts'
import { sendWantedLinks } from './link-mails.ts'
import { preferencesRoutes } from './users.routes.ts'
import { createReadCookie } from './sessions/read-cookie.ts'
import { createSessionLookup } from './sessions/session-lookup.ts'
import { createSessions } from './sessions/sessions.service.ts'
import { type NewAccount, openAccount } from './signup.service.ts'
import { createThrottles } from './throttling/throttles.ts'
import { createTokens } from './sessions/tokens.ts'

export interface Accounts {
  guard: Guard
  routes(app: Http): void
  /** As the server itself: row-level security shows a customer nobody else. */
  findByEmail(db: Reader, email: string): Promise<User | null>
  /** An account that is open at once, by the checks of a sign-up, without its mail. */
  openAccount(account: NewAccount): Promise<User>
}

export function createAccounts(kit: Kit): Accounts {
  const tokens = createTokens(kit)
  const cookie = createReadCookie(kit)
  const lookUp = createSessionLookup(kit.database.pool)
  const guard = createGuard(kit, tokens, cookie, lookUp)
  const sessions = createSessions(kit, tokens)
  const throttles = createThrottles(kit)
  return {
    guard,
    routes(app) {
      sendWantedLinks(kit)
      accountRoutes(app, kit, { guard, tokens, sessions, cookie, throttles, lookUp })
      preferencesRoutes(app, kit, guard)
    },
    async findByEmail(db, address) {
      const found = await findByEmail(db, address)
      return found && { id: found.id, name: found.name, email: found.email }
    },
    openAccount: (account) => openAccount(kit, account),
  }
}
