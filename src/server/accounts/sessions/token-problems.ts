/** Refusals of credentials: SimpleJWT's bodies under `/auth`, the product's own shape elsewhere. */
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../kit/problem.ts'

const INVALID = 'Token is invalid or expired'
const WRONG_KIND = 'Token has wrong type'

function refused(request: FastifyRequest, body: Record<string, unknown>): Problem {
  return new Problem('token_not_valid', request.url.startsWith('/auth/') ? { body } : {})
}

export function noCredentials(): Problem {
  return new Problem('not_authenticated')
}

/** For the Authorization header; `genuine`: it was signed here but is not an access token. */
export function accessTokenRefused(request: FastifyRequest, genuine: boolean): Problem {
  const message = genuine ? WRONG_KIND : INVALID
  return refused(request, {
    detail: 'Given token not valid for any token type',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
  })
}

export function userRefused(request: FastifyRequest, exists: boolean): Problem {
  return refused(
    request,
    exists
      ? { detail: 'User is inactive', code: 'user_inactive' }
      : { detail: 'User not found', code: 'user_not_found' },
  )
}

export function badHeader(request: FastifyRequest): Problem {
  return refused(request, {
    detail: 'Authorization header must contain two space-delimited values',
    code: 'bad_authorization_header',
  })
}

/** For a token in the body of verify or refresh. */
export function bodyTokenRefused(genuine = false): Problem {
  const detail = genuine ? WRONG_KIND : INVALID
  return new Problem('token_invalid_or_expired', { body: { detail, code: 'token_not_valid' } })
}
