/** Connections on which nobody is being answered: when their request must be whole, and their end when the server stops. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionError } from 'fastify'
import type { Http } from './http.ts'

/** From a connection's beginning, or the first byte of a later request on it, to the last byte of that request. */
export const REQUEST_WITHIN_MS = 20_000

/**
 * Node looks every half minute unless told otherwise, and exchanges the two limits when that for the headers, a minute
 * unless told otherwise, is the longer one. What is left of the time is for a busy machine.
 */
export function requestLimits(withinMs: number) {
  const limit = withinMs * 0.85
  return {
    requestTimeout: limit,
    http: { headersTimeout: limit, connectionsCheckingInterval: withinMs / 40 },
  }
}

/** In which something of an answer must have been taken: who never reads would keep it in memory, and the connection, for ever. */
const takenWithin = (withinMs: number) => withinMs * 15

interface Connection {
  answering: number
  /** The newest that was asked on it; its body may be on its way. */
  request: IncomingMessage | null
  /** Bytes that had come by the last answer. */
  heard: number
  /** When more of them were seen. */
  stirredAt: number | null
}

type Connections = Map<Socket, Connection>

export function mindSockets(app: Http, withinMs: number): void {
  const open: Connections = new Map()
  let stopping = false
  app.server.on('connection', (socket: Socket) => {
    if (stopping) socket.destroy()
    open.set(socket, { answering: 0, request: null, heard: 0, stirredAt: null })
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', (request, response) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    connection.request = request
    connection.answering += 1
    // told once; `once` itself would take longer
    response.on('close', () => {
      connection.answering -= 1
      connection.heard = socket.bytesRead
      connection.stirredAt = null
      // else who keeps it open for the next request would hold up the stop
      if (stopping && connection.answering === 0) socket.destroySoon()
    })
  })
  app.server.setTimeout(takenWithin(withinMs), (socket: Socket) => {
    // an answer that is not there yet may take its time
    const waits = (open.get(socket)?.answering ?? 0) > 0 && socket.writableLength === 0
    if (!waits) socket.destroy()
  })
  const refusals = app.server.listeners('clientError')
  app.server.removeAllListeners('clientError')
  const refuse = (error: ConnectionError, socket: Socket) => {
    for (const each of refusals) each.call(app.server, error, socket)
  }
  app.server.on('clientError', (error: ConnectionError, socket: Socket) => {
    const connection = open.get(socket)
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !connection) refuse(error, socket)
    else void becomesWhole(connection, socket, withinMs / 10).then((whole) => whole || refuse(error, socket))
  })
  const timer = setInterval(() => endStalled(open, requestLimits(withinMs).requestTimeout), withinMs / 40)
  timer.unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    stopping = true
    endUnasked(open, withinMs / 10)
  })
}

/**
 * A process that stood still judges by the time that has passed before it reads what came meanwhile: the request may lie
 * there whole. What has come is read once, and where that is something, the rest may come within a moment.
 */
async function becomesWhole(connection: Connection, socket: Socket, momentMs: number): Promise<boolean> {
  const former = connection.request?.complete ? connection.request : null
  const isWhole = () => connection.request?.complete === true && connection.request !== former
  const read = socket.bytesRead
  await setImmediate()
  if (socket.bytesRead !== read && !isWhole()) await sleep(momentMs, undefined, { ref: false })
  return isWhole()
}

/** Empty lines between two requests begin none for Node, and each puts off the end of a kept connection. */
function endStalled(open: Connections, limitMs: number): void {
  const now = Date.now()
  for (const [socket, connection] of open) {
    if (connection.answering > 0 || connection.heard === 0 || socket.bytesRead === connection.heard) continue
    connection.stirredAt ??= now
    if (now - connection.stirredAt > limitMs) socket.destroy()
  }
}

/**
 * Node ends a connection that has had its answer; one that never asked, as browsers open them ahead, or whose question is
 * not whole yet, would hold up the stop for as long as it likes. What is left of a body may come within a moment.
 */
function endUnasked(open: Connections, momentMs: number): void {
  for (const [socket, { answering }] of open) if (answering === 0) socket.destroy()
  const timer = setTimeout(() => {
    for (const [socket, { request }] of open) if (request?.complete === false) socket.destroy()
  }, momentMs)
  timer.unref()
}
