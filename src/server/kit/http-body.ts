/** Reads request bodies that are texts, at less cost than a stream: a small call spends much of its time on a stream's events. */
import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Ends the stream without an event. Undocumented. */
    _dumpAndCloseReadable(): void
  }
}

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
    const add = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) refuse(new Problem('body_too_large'))
      else if (!refused) chunks.push(chunk)
    }
    const end = () => {
      if (refused) return
      const [first] = chunks
      parse(request, (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString(), done)
    }
    if (Number(request.headers['content-length']) > bytesMax) {
      refuse(new Problem('body_too_large'))
      return
    }
    payload.on('error', refuse)
    if (stillToCome(payload)) {
      takePieces(payload, add, end)
      return
    }
    payload.on('data', add)
    payload.on('end', end)
    // one that is decompressed begins paused
    payload.resume()
  }
}

/** Not if it arrived while a hook waited, and not if it is decompressed. */
function stillToCome(payload: IncomingMessage): boolean {
  return payload instanceof IncomingMessage && !payload.complete && payload.readableLength === 0
}

/** Takes the pieces from Node's parser, which hands them to `push`. */
function takePieces(payload: IncomingMessage, add: (piece: Buffer) => void, end: () => void): void {
  payload.push = (piece: Buffer | null) => {
    if (piece !== null) {
      add(piece)
      return true
    }
    // oxlint-disable-next-line no-underscore-dangle -- Node's name
    payload._dumpAndCloseReadable()
    end()
    return false
  }
}
