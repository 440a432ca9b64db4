/** Time limits of connections: how long a request may take to arrive, and how connections close at shutdown. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionError } from 'fastify'
import type { Http } from './http.ts'

/** From the start of a connection, or the first byte of a later request on it, to the last byte of that request. */
export const REQUEST_WITHIN_MS = 20_000

/**
 * By default Node checks every half minute, and swaps the two limits when the one for headers, a minute by
 * default, is the longer one. The remainder is a margin for a busy machine.
 */
export function requestLimits(withinMs: number) {
  const limit = withinMs * 0.85
  return {
    requestTimeout: limit,
    http: { headersTimeout: limit, connectionsCheckingInterval: withinMs / 40 },
  }
}

/** How long a connection is kept without a request: longer than most proxies keep theirs. */
export const idleLimitMs = (withinMs: number) => withinMs * 3.6

/** A client must read some of a response within this time: one that never reads would keep it in memory, and the connection open, for ever. */
const drainLimitMs = (withinMs: number) => withinMs * 15

interface Connection {
  /** The newest request; its body may still be arriving. */
  request: IncomingMessage | null
  /** Responses close in the order of their requests: as long as this one is open, the connection is answering. */
  response: ServerResponse | null
  /** When the response was first seen closed. */
  idleSince: number | null
  /** Bytes received by then. */
  heard: number | null
  /** When more bytes were seen. */
  stirredAt: number | null
}

type Connections = Map<Socket, Connection>

export function limitSockets(app: Http, withinMs: number): void {
  // a timer for the pause after each response would be a cost for all of them
  app.server.keepAliveTimeout = 0
  const open: Connections = new Map()
  let stopping = false
  app.server.on('connection', (socket: Socket) => {
    if (stopping) socket.destroy()
    open.set(socket, { request: null, response: null, idleSince: null, heard: null, stirredAt: null })
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', (request, response) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    connection.request = request
    connection.response = response
    connection.idleSince = null
    connection.heard = null
    connection.stirredAt = null
    if (stopping) endAfter(connection, socket)
  })
  app.server.on('timeout', (socket: Socket) => {
    // a response that is still being computed has no time limit here
    const connection = open.get(socket)
    const waits = connection && isAnswering(connection) && socket.writableLength === 0
    if (!waits) socket.destroy()
  })
  const refusals = app.server.listeners('clientError')
  app.server.removeAllListeners('clientError')
  const refuse = (error: ConnectionError, socket: Socket) => {
    for (const refusal of refusals) refusal.call(app.server, error, socket)
  }
  const limitArrival = async (connection: Connection, error: ConnectionError, socket: Socket) => {
    if (await becomesComplete(connection, socket, withinMs / 10)) return
    // opened ahead: a client would take a refusal for the answer to a request that it sends just then
    if (socket.bytesRead === 0) socket.destroy()
    else refuse(error, socket)
  }
  app.server.on('clientError', (error: ConnectionError, socket: Socket) => {
    const connection = open.get(socket)
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !connection) refuse(error, socket)
    else void limitArrival(connection, error, socket)
  })
  const timer = setInterval(() => {
    endIdle(open, idleLimitMs(withinMs), requestLimits(withinMs).requestTimeout)
    limitDraining(open, drainLimitMs(withinMs))
  }, withinMs / 40)
  timer.unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    stopping = true
    closeWithoutRequest(open, withinMs / 10)
  })
}

/**
 * A process that was blocked checks elapsed time before it reads what arrived meanwhile, so the request may be complete
 * in the buffer. The buffer is read once, and if there was data, the rest may arrive within a moment.
 */
async function becomesComplete(connection: Connection, socket: Socket, momentMs: number): Promise<boolean> {
  const former = connection.request?.complete ? connection.request : null
  const isComplete = () => connection.request?.complete === true && connection.request !== former
  const bytesBefore = socket.bytesRead
  await setImmediate()
  if (socket.bytesRead !== bytesBefore && !isComplete()) await sleep(momentMs, undefined, { ref: false })
  return isComplete()
}

/** Empty lines between requests do not start one in Node, and must not keep the connection for ever either. */
function endIdle(open: Connections, idleMs: number, stirredMs: number): void {
  const now = Date.now()
  for (const [socket, connection] of open) {
    if (!connection.response || isAnswering(connection)) continue
    connection.idleSince ??= now
    connection.heard ??= socket.bytesRead
    if (socket.bytesRead !== connection.heard) connection.stirredAt ??= now
    const stirred = connection.stirredAt !== null && now - connection.stirredAt > stirredMs
    if (stirred || now - connection.idleSince > idleMs) socket.destroy()
  }
}

/** Only sockets with something left to read get a timer: one for each request would be a cost for all of them. */
function limitDraining(open: Connections, limitMs: number): void {
  for (const socket of open.keys())
    if (socket.writableLength > 0 && socket.timeout !== limitMs) socket.setTimeout(limitMs)
}

function isAnswering({ response }: Connection): boolean {
  return response !== null && !response.closed
}

/** Otherwise a connection kept alive for the next request would delay the shutdown. */
function endAfter(connection: Connection, socket: Socket): void {
  connection.response?.once('close', () => {
    if (!isAnswering(connection)) socket.destroySoon()
  })
}

/**
 * Node closes a connection after its response; one without a request, as browsers open them ahead, or with an incomplete
 * one would delay the shutdown for as long as it likes. The rest of a body may arrive within a moment.
 */
function closeWithoutRequest(open: Connections, momentMs: number): void {
  for (const [socket, connection] of open)
    if (isAnswering(connection)) endAfter(connection, socket)
    else socket.destroy()
  const timer = setTimeout(() => {
    for (const [socket, { request }] of open) if (request?.complete === false) socket.destroy()
  }, momentMs)
  timer.unref()
}
