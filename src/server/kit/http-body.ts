/** Reads request bodies that are texts; the framework's reader takes its listeners away again, which is dear for a small call. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

type Done = (error: Error | null, body?: unknown) => void
type Parse = (request: FastifyRequest, text: string, done: Done) => void

/**
 * A content type parser that gets a body as text, once it is whole, decoded as UTF-8.
 *
 * @param parse calls `done` with what the text says, or with the error; a body above the route's limit is refused before (`body_too_large`)
 */
export function textParser(parse: Parse) {
  return (request: FastifyRequest, payload: IncomingMessage, done: Done): void => {
    const { bodyLimit: bytesMax } = request.routeOptions
    const chunks: Buffer[] = []
    let bytes = 0
    let refused = false
    const refuse = (error: Error) => {
      if (refused) return
      refused = true
      chunks.length = 0
      done(error)
    }
    if (Number(request.headers['content-length']) > bytesMax) {
      refuse(new Problem('body_too_large'))
      return
    }
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) refuse(new Problem('body_too_large'))
      else if (!refused) chunks.push(chunk)
    })
    payload.on('error', refuse)
    payload.on('end', () => {
      if (refused) return
      const [first] = chunks
      parse(request, (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString(), done)
    })
    // one that is decompressed begins paused
    payload.resume()
  }
}
