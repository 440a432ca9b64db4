/** Ends, when the server stops, the connections on which nobody is being answered. */
import type { Socket } from 'node:net'
import type { Http } from './http.ts'

/**
 * Node ends a connection that has had its answer; one that never asked, as browsers open them ahead, or whose question is
 * not whole yet, would hold up the stop for as long as it likes.
 */
export function endSilentSockets(app: Http): void {
  const open = new Set<Socket>()
  const answered = new Set<Socket>()
  let stopping = false
  app.server.on('connection', (socket: Socket) => {
    if (stopping) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    answered.add(socket)
    response.once('close', () => answered.delete(socket))
  })
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of open) if (!answered.has(socket)) socket.destroy()
  })
}
