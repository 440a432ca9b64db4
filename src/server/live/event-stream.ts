/** One response as server-sent events: written as they happen, not buffered, closed when the client does not read. */
import { Readable } from 'node:stream'
import type { LiveEvent } from '../../contract/live.ts'

/** Unread bytes after which the connection is closed; the browser reconnects and fetches the current state. */
const UNREAD_BYTES_MAX = 256 * 1024
/** Reconnection delay for browsers. */
const RETRY_MS = 1000

export interface EventStream {
  readonly body: Readable
  send(event: LiveEvent): void
  /** A comment by which proxies and browsers see that the connection is alive. */
  ping(): void
  close(): void
  onClose(listener: () => void): void
}

export function openEventStream(): EventStream {
  const body = new Readable({ read: () => undefined, highWaterMark: UNREAD_BYTES_MAX })
  let ended = false
  const write = (text: string) => {
    if (body.destroyed || ended) return
    if (!body.push(text)) body.destroy()
  }
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    body,
    send: ({ name, data }) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    ping: () => write(':\n\n'),
    close() {
      // a client that does not read would delay the end
      if (body.readableLength > 0) body.destroy()
      else if (!ended) body.push(null)
      ended = true
    },
    onClose: (listener) => void body.once('close', listener),
  }
}
