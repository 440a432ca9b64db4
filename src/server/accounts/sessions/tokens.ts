/** Signs and verifies tokens (HS256, SimpleJWT claims, family in the jti): access, refresh and support-view tokens. */
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import type { TokenPair } from '#contract/accounts/accounts.ts'
import type { Kit } from '../../installation/kit.ts'

type TokenKind = 'access' | 'refresh' | 'view'

/** Characters at the end of a token, of its signature, by which it is remembered; V8 makes longer parts slices, which are dear to hash and compare. */
const KEY_LENGTH = 12
/** Cache of tokens with a verified signature; a few hundred bytes each. */
const REMEMBERED_MAX = 5000
const ID_MAX = 2 ** 31 - 1
const JTI = /^([0-9a-f]{32})-([arv])([0-9a-f]{32})$/

const claims = z.object({
  token_type: z.enum(['access', 'refresh', 'view']),
  exp: z.number(),
  iat: z.number(),
  jti: z.string().regex(JTI),
  user_id: z.int().min(1).max(ID_MAX),
})

export interface TokenClaims {
  kind: TokenKind
  userId: number
  /** The session that this token belongs to; in a support view, that of the view. */
  family: string
  /** Sequence number of the pair in the family. */
  serial: string
}

interface SignedClaims {
  token: string
  endsAtMs: number
  claims: TokenClaims
}

interface PairOf {
  userId: number
  family: string
  serial: string
  issuedAt: Date
}

export interface Tokens {
  /** The same input gives the same bytes, so that a lost answer can be repeated. */
  sign(pair: PairOf): TokenPair
  /** Token of a support session; it cannot be renewed. */
  signView(view: { userId: number; view: string; issuedAt: Date; endsAt: Date }): string
  /** @returns null for a token that was not signed here, is malformed, or has expired */
  read(token: string): TokenClaims | null
}

export function createTokens({ config, clock, secret }: Pick<Kit, 'config' | 'clock' | 'secret'>): Tokens {
  const signer = createSigner({ key: secret, algorithm: 'HS256' })
  // expiry is decided by the clock of the kit
  const verifier = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true })

  // a verified signature stays valid; expiry, session and user are checked every time
  const remembered = new Map<string, SignedClaims>()

  function signed(kind: TokenKind, ttlMs: number, { userId, family, serial, issuedAt }: PairOf): string {
    const iat = Math.floor(issuedAt.getTime() / 1000)
    return signer({
      token_type: kind,
      exp: Math.floor((issuedAt.getTime() + ttlMs) / 1000),
      iat,
      jti: `${family}-${kind.slice(0, 1)}${serial}`,
      user_id: userId,
    })
  }

  return {
    sign: (pair) => ({
      refresh: signed('refresh', config.refreshTtlMs, pair),
      access: signed('access', config.accessTtlMs, pair),
    }),
    signView: ({ userId, view, issuedAt, endsAt }) =>
      signed('view', endsAt.getTime() - issuedAt.getTime(), { userId, family: view, serial: view, issuedAt }),
    read(token) {
      const cached = remembered.get(token.slice(-KEY_LENGTH))
      const signed = cached?.token === token ? cached : readSigned(token)
      if (!signed || signed.endsAtMs <= clock.now().getTime()) return null
      return signed.claims
    },
  }

  function readSigned(token: string): SignedClaims | null {
    const parsed = claims.safeParse(verified(token))
    if (!parsed.success) return null
    const { token_type: kind, jti, user_id: userId, exp } = parsed.data
    const [, family, letter, serial] = JTI.exec(jti) ?? []
    if (!family || !serial || letter !== kind[0]) return null
    const signed = { token, endsAtMs: exp * 1000, claims: { kind, userId, family, serial } }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(token.slice(-KEY_LENGTH), signed)
    return signed
  }

  function verified(token: string): unknown {
    try {
      return verifier(token)
    } catch {
      return null
    }
  }
}
