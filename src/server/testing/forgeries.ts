/** Forged tokens, made without the library under test. */
import { createHmac } from 'node:crypto'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs with any key, the right one or another. */
export function forged(algorithm: string, hash: string, payload: string, key: string): string {
  const input = `${encoded({ alg: algorithm, typ: 'JWT' })}.${payload}`
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
}

/** Of a genuine pair of tokens and its key; every forgery must be refused as an access token. */
export function forgeries(access: string, refresh: string, key: string): Record<string, string> {
  const [header = '', payload = '', signature = ''] = access.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const none = (alg: string, end = '') => `${encoded({ alg, typ: 'JWT' })}.${payload}.${end}`
  const unsigned = (change: object) => `${header}.${encoded({ ...claims, ...change })}.${signature}`
  const signed = (change: object) => forged('HS256', 'sha256', encoded({ ...claims, ...change }), key)
  return {
    ...Object.fromEntries(['none', 'None', 'NONE', 'nOnE', ''].map((alg) => [`algorithm ${alg}`, none(alg)])),
    'algorithm none, signature kept': none('none', signature),
    ...Object.fromEntries(
      [
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
        ['RS256', 'sha256'],
        ['ES256', 'sha256'],
        ['PS256', 'sha256'],
        ['EdDSA', 'sha512'],
        ['hs256', 'sha256'],
      ].map(([alg = '', hash = '']) => [`algorithm ${alg}`, forged(alg, hash, payload, key)]),
    ),
    ...Object.fromEntries(
      ['', 'secret', 'another-key-another-key-another-key-1', key.slice(1), `${key} `].map((other) => [
        `key ${other.length}`,
        forged('HS256', 'sha256', payload, other),
      ]),
    ),
    'empty signature': `${header}.${payload}.`,
    'two segments': `${header}.${payload}`,
    'a fourth segment': `${access}.${signature}`,
    'empty segments': '..',
    'one word': 'token',
    'cut signature': access.slice(0, -8),
    'longer signature': `${access}AAAA`,
    'first bit of the signature': `${header}.${payload}.${flipped(signature)}`,
    'another user': unsigned({ user_id: claims.user_id + 1 }),
    'a longer life': unsigned({ exp: claims.exp + 1e6 }),
    'no payload': `${header}..${signature}`,
    'header of another kind': `${encoded([])}.${payload}.${signature}`,
    'a refresh token': refresh,
    'a refresh token that says access': signed({ jti: JSON.parse(payloadOf(refresh)).jti }),
    'an access token that says refresh': signed({ token_type: 'refresh' }),
    'no type': signed({ token_type: undefined }),
    'a user that is no number': signed({ user_id: '1 or 1=1' }),
    'user zero': signed({ user_id: 0 }),
    'a list for a type': signed({ token_type: ['access'] }),
    'no end': signed({ exp: undefined }),
    'an end that was': signed({ exp: claims.iat - 1 }),
    'no name': signed({ jti: undefined }),
    'the name of no login': signed({ jti: `${'0'.repeat(32)}-a${'0'.repeat(32)}` }),
  }
}

const payloadOf = (token: string) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()

const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
