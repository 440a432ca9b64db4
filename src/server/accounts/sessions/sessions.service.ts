/** Sessions: a family of rotating tokens and one read cookie, ended together. */
import { randomBytes } from 'node:crypto'
import type { TokenPair } from '#contract/accounts/accounts.ts'
import type { ServerTx } from '../../kit/postgres/transactions.ts'
import type { Kit } from '../../installation/kit.ts'
import { sessionsEnded } from './sessions.events.ts'
import * as store from './sessions.store.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

/** A used refresh token is answered again for this long, because answers get lost in transit. */
const USED_TOKEN_GRACE_MS = 60_000

export interface OpenSession {
  tokens: TokenPair
  /** The value of the read cookie; only its hash is stored. */
  cookie: string
}

interface ComparedAccount {
  id: number
  password_hash: string
}

export interface Sessions {
  /**
   * @param account as read when its password was checked
   * @returns null if the password was reset or the account closed since then: that ended every session, and none may start after it
   */
  open(account: ComparedAccount): Promise<OpenSession | null>
  /** @returns null if the token cannot be renewed; if it was used before, its family has been ended */
  renew(claims: TokenClaims, cookie: string | undefined): Promise<OpenSession | null>
}

const randomName = () => randomBytes(16).toString('hex')
const randomCookie = () => randomBytes(32).toString('base64url')

export function createSessions({ config, clock, database, events }: Kit, tokens: Tokens): Sessions {
  const end = (now: Date) => new Date(now.getTime() + config.refreshTtlMs)

  async function newPair(tx: ServerTx, userId: number, family: string, now: Date) {
    const serial = randomName()
    await store.insertRefresh(tx, { serial, family, issued_at: now })
    return { serial, tokens: tokens.sign({ userId, family, serial, issuedAt: now }) }
  }

  /** The browser's cookie stays the same; a second one would cause a race between two tabs. */
  async function cookieFor(
    tx: ServerTx,
    family: string,
    currentCookie: string | undefined,
    now: Date,
  ): Promise<string> {
    const holder =
      currentCookie === undefined ? null : await store.userOfCookie(tx, store.cookieHash(currentCookie), now)
    if (currentCookie !== undefined && holder?.family === family) return currentCookie
    const cookie = randomCookie()
    await store.insertCookie(tx, store.cookieHash(cookie), family)
    return cookie
  }

  return {
    async open({ id: userId, password_hash: passwordHash }) {
      const now = clock.now()
      const [family, serial, cookie] = [randomName(), randomName(), randomCookie()]
      const names = { family, serial, cookie: store.cookieHash(cookie) }
      const session = { ...names, userId, passwordHash, now, expiresAt: end(now) }
      if (!(await store.insertSession(database.reader, session))) return null
      return { tokens: tokens.sign({ userId, family, serial, issuedAt: now }), cookie }
    },

    renew({ serial, userId }, currentCookie) {
      return database.write(async (tx) => {
        const now = clock.now()
        const row = await store.lockRefresh(tx, serial)
        if (!row) return null
        const { family } = row
        if (!row.used_at || !row.successor) {
          const pair = await newPair(tx, userId, family, now)
          await store.markUsed(tx, serial, pair.serial, now)
          await store.forgetOldTokens(tx, family, new Date(now.getTime() - config.refreshTtlMs))
          await store.extendFamily(tx, family, end(now))
          return { tokens: pair.tokens, cookie: await cookieFor(tx, family, currentCookie, now) }
        }
        if (now.getTime() - row.used_at.getTime() > USED_TOKEN_GRACE_MS) {
          await store.revokeFamily(tx, family, now)
          await events.publish(tx, sessionsEnded, { userId, family })
          return null
        }
        const issuedAt = await store.issuedAt(tx, row.successor)
        const again = tokens.sign({ userId, family, serial: row.successor, issuedAt })
        return { tokens: again, cookie: await cookieFor(tx, family, currentCookie, now) }
      })
    },
  }
}
