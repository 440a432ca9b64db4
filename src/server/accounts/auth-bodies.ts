/** How bodies of auth calls are read: JSON or form, as Djoser takes them, checked by the rules and not by a schema. */
import type { FastifyRequest } from 'fastify'
import { Problem } from '../kit/problem.ts'
import type { Http } from '../kit/http.ts'

/** Applies to the routes registered on this scope alone. */
export function readAuthBodies(scope: Http): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => (text === '' ? {} : parsedJson(text)),
  )
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )
  scope.addContentTypeParser('*', async (request: FastifyRequest) => {
    const type = request.headers['content-type'] ?? ''
    throw new Problem('unsupported_media_type', {
      body: { detail: `Unsupported media type "${type.slice(0, 100)}" in request.` },
    })
  })
  // schemas of bodies document the calls; the sentences about fields are Djoser's
  scope.setValidatorCompiler(() => (value) => ({ value }))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json')
  }
}
