/** The claims of an access token; read without verification. */

export interface TokenClaims {
  userId: number | null
  /** Milliseconds since 1970, by the server's clock. */
  issuedAt: number
  expiresAt: number
}

/** The claims of a JSON web token, or null if it is not one. */
export function claimsOf(token: string): TokenClaims | null {
  const [, payload = ''] = token.split('.')
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(bytes)
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    const id = 'user_id' in claims ? Number(claims.user_id) : Number.NaN
    const expiresAt = Number(claims.exp) * 1000
    const issuedAt = 'iat' in claims ? Number(claims.iat) * 1000 : expiresAt
    return { userId: Number.isInteger(id) ? id : null, issuedAt, expiresAt }
  } catch {
    return null
  }
}
