/** Raw TCP connections to the HTTP server: arbitrary bytes, slow writes, and the time of disconnection. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawSocket {
  /** Milliseconds from opening to closing, by either side. */
  ended: Promise<number>
  /** Bytes received so far. */
  heard(): string
  isOpen(): boolean
  write(text: string): void
}

/** `drip` is written repeatedly while the connection lasts; responses are read only with `reads`. */
export async function rawSocket(
  url: string,
  {
    text = '',
    drip = '',
    everyMs = 100,
    reads = true,
  }: { text?: string; drip?: string; everyMs?: number; reads?: boolean },
): Promise<RawSocket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const began = Date.now()
  let received = ''
  // the connection may be closed during a write; that is the awaited result
  socket.on('error', () => undefined)
  if (reads) socket.on('data', (bytes) => (received += bytes.toString()))
  const ended = new Promise<number>((resolve) => socket.once('close', () => resolve(Date.now() - began)))
  if (text) socket.write(text)
  if (drip) {
    const timer = setInterval(() => socket.write(drip), everyMs)
    void ended.then(() => clearInterval(timer))
  }
  return {
    ended,
    heard: () => received,
    isOpen: () => !socket.destroyed,
    write: (more) => void socket.write(more),
  }
}

/** Ways to keep a connection busy without a request, or with an incomplete one. */
export function neverWhole(path: string): Record<string, { text: string; drip: string }> {
  const complete = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const half = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Slow: `
  const post = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  return {
    'that never asks': { text: '', drip: '' },
    'with empty lines only': { text: '\r\n', drip: '\r\n' },
    'with half a header': { text: half, drip: '' },
    'whose header drips in': { text: half, drip: 'a' },
    'whose body drips in': { text: `${post}Content-Length: 60000\r\n\r\n`, drip: ' ' },
    'whose body drips in by chunks': {
      text: `${post}Transfer-Encoding: chunked\r\n\r\n`,
      drip: '1\r\n \r\n',
    },
    'that was answered once and has half a header': { text: complete + half, drip: '' },
    'that was answered once and drips a header': { text: complete + half, drip: 'a' },
    'that was answered once and drips empty lines': { text: complete, drip: '\r\n' },
  }
}
