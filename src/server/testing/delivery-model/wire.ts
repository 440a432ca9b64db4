/** A TCP proxy that simulates a bad network: slow, stalled, or cut in the middle of a message. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const CUT_WITHIN_MS = 200

export interface Wire {
  /** Port to connect to instead of the real one. */
  readonly port: number
  /** Delay of each chunk; 0 for none. */
  slow(ms: number): void
  /** Nothing passes in either direction, without closing. */
  hold(): void
  release(): void
  /** Closes every connection; a busy one in the middle of a message. */
  cut(): void
  stop(): Promise<void>
}

export async function openWire(farPort: number): Promise<Wire> {
  const pairs = new Set<Pair>()
  let delayMs = 0
  let blocked: PromiseWithResolvers<void> | undefined
  const passage = async () => {
    if (delayMs > 0) await sleep(delayMs)
    await blocked?.promise
  }
  const isClear = () => delayMs === 0 && !blocked
  const server = createServer((near) => {
    const pair: Pair = { near, far: connect(farPort, '127.0.0.1'), cutting: false }
    pairs.add(pair)
    near.once('close', () => pairs.delete(pair))
    carry(pair, near, pair.far, isClear, passage)
    carry(pair, pair.far, near, isClear, passage)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const release = () => {
    blocked?.resolve()
    blocked = undefined
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    slow(ms) {
      delayMs = ms
    },
    hold() {
      blocked ??= Promise.withResolvers<void>()
    },
    release,
    cut() {
      for (const pair of pairs) {
        pair.cutting = true
        setTimeout(() => end(pair), CUT_WITHIN_MS)
      }
    },
    async stop() {
      release()
      const closed = once(server, 'close')
      server.close()
      for (const pair of pairs) end(pair)
      await closed
    },
  }
}

interface Pair {
  near: Socket
  far: Socket
  /** Closes after the next chunk. */
  cutting: boolean
}

function end({ near, far }: Pair): void {
  near.destroy()
  far.destroy()
}

function carry(
  pair: Pair,
  from: Socket,
  to: Socket,
  isClear: () => boolean,
  passage: () => Promise<void>,
): void {
  const pass = async (piece: Buffer) => {
    from.pause()
    await passage()
    to.write(piece)
    from.resume()
  }
  from.setNoDelay(true)
  from.on('error', () => undefined)
  from.on('data', (piece: Buffer) => {
    if (pair.cutting) {
      to.end(piece.subarray(0, Math.ceil(piece.length / 2)))
      from.destroy()
      return
    }
    if (isClear()) to.write(piece)
    else void pass(piece)
  })
  // the other side receives the end after all data sent before it
  from.on('close', () => void passage().then(() => to.destroy()))
}
