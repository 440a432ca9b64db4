/** Load on one route of a server on loopback, from a process of its own: prints requests per second and latencies as JSON. */
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

export const load = z.object({
  url: z.string(),
  method: z.string(),
  /** Each connection takes the next of these, and of the bodies. */
  headers: z.array(z.record(z.string(), z.string())).min(1),
  bodies: z.array(z.string()).min(1),
  /** Number of connections, each of which sends the next request when it gets a response. */
  connections: z.int().min(1).max(256),
  seconds: z.number().max(60),
  /** Stops after so many, even if the time is not over. */
  requests: z.int().max(5_000_000),
})
export type Load = z.infer<typeof load>

export const loadResult = z.object({
  perSecond: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  statuses: z.record(z.string(), z.number()),
  failures: z.number(),
})
export type LoadResult = z.infer<typeof loadResult>

/** Raw bytes: a client library would take more of the two processors than the server under test. */
function requestOf({ url, method, headers, bodies }: Load, connection: number): Buffer {
  const body = bodies[connection % bodies.length] ?? ''
  const { host, pathname, search } = new URL(url)
  const own = {
    host,
    connection: 'keep-alive',
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  }
  const lines = Object.entries({ ...own, ...headers[connection % headers.length] }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

class Requester {
  readonly latencies: number[] = []
  readonly statuses: Record<string, number> = {}
  failures = 0
  private readonly request: Buffer
  private readonly plan: Load
  private readonly wanted: () => boolean
  private readonly done: () => void
  private socket: Socket | undefined
  private began = 0
  private heard = ''

  constructor(plan: Load, connection: number, hasMore: () => boolean, done: () => void) {
    this.plan = plan
    this.request = requestOf(plan, connection)
    this.wanted = hasMore
    this.done = done
  }

  ask(): void {
    if (!this.wanted()) {
      this.socket?.destroy()
      this.done()
      return
    }
    this.heard = ''
    this.began = performance.now()
    const open = this.socket && !this.socket.destroyed && this.socket.writable ? this.socket : this.connect()
    open.write(this.request)
  }

  private connect(): Socket {
    const { hostname, port } = new URL(this.plan.url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.hear(text))
    socket.on('error', () => undefined)
    socket.on('close', () => this.closed(socket))
    return socket
  }

  private hear(text: string): void {
    this.heard += text
    const head = this.heard.indexOf('\r\n\r\n')
    if (head < 0) return
    const fields = this.heard.slice(0, head)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0)
    if (this.heard.length < head + 4 + length) return
    this.latencies.push(performance.now() - this.began)
    const status = fields.slice(9, 12)
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    // a server that closes the connection after each response gets a new one
    if (/\r\nconnection: close/i.test(fields)) this.socket?.destroy()
    this.ask()
  }

  /** A connection closed during a request counts as a failure. */
  private closed(socket: Socket): void {
    if (socket !== this.socket || this.heard !== '' || this.began === 0) return
    this.failures += 1
    this.socket = undefined
    setImmediate(() => this.ask())
  }
}

async function run(plan: Load): Promise<LoadResult> {
  const start = performance.now()
  const end = start + plan.seconds * 1000
  let started = 0
  const hasMore = () => performance.now() < end && started++ < plan.requests
  const requesters: Requester[] = []
  await Promise.all(
    Array.from(
      { length: plan.connections },
      (_, connection) =>
        new Promise<void>((resolve) => {
          const requester = new Requester(plan, connection, hasMore, resolve)
          requesters.push(requester)
          requester.ask()
        }),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  const latencies = requesters.flatMap((requester) => requester.latencies).toSorted((a, b) => a - b)
  const at = (part: number) => latencies[Math.floor(part * (latencies.length - 1))] ?? Number.NaN
  const statuses: Record<string, number> = {}
  for (const requester of requesters)
    for (const [status, count] of Object.entries(requester.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  const failures = requesters.reduce((sum, requester) => sum + requester.failures, 0)
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), statuses, failures }
}

if (import.meta.main) {
  const plan = load.parse(JSON.parse(process.argv[2] ?? ''))
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(plan.url).hostname))
    throw new Error('loopback only')
  process.stdout.write(`${JSON.stringify(await run(plan))}\n`)
}
