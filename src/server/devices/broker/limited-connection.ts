/** One client connection of the broker: closed when it sends too much at once or does not read what is sent to it. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { DRAIN_WITHIN_MS, LimitExceeded, PACKETS_AT_ONCE, UNSENT_BYTES_MAX } from './connection-limits.ts'

/** The most bytes of an MQTT length field (MQTT 3.1.1, 2.2.3). */
const LENGTH_BYTES_MAX = 4

/** Finds packet boundaries in a byte stream, with constant memory. */
export class FrameMeter {
  readonly #largest: number
  /** Bytes of the current packet's body still to come. */
  #body = 0
  /** Length bytes read of the current header; -1 before its first byte. */
  #lengthBytes = -1
  #length = 0

  constructor(largest: number) {
    this.#largest = largest
  }

  /**
   * @param packets passes at most this many, the last one possibly in part
   * @returns how many bytes these are; null when a packet is too large or its length is malformed
   */
  take(chunk: Uint8Array, packets: number): number | null {
    let packetsBegun = 0
    let at = 0
    while (at < chunk.length) {
      const skipped = Math.min(this.#body, chunk.length - at)
      this.#body -= skipped
      at += skipped
      const byte = chunk[at]
      if (byte === undefined) break
      if (this.#lengthBytes < 0 && packetsBegun++ === packets) break
      at += 1
      if (!this.#header(byte)) return null
    }
    return at
  }

  #header(byte: number): boolean {
    if (this.#lengthBytes < 0) {
      this.#lengthBytes = 0
      this.#length = 0
      return true
    }
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes
    this.#lengthBytes += 1
    if (this.#length > this.#largest) return false
    if (byte & 0x80) return this.#lengthBytes < LENGTH_BYTES_MAX
    this.#body = this.#length
    this.#lengthBytes = -1
    return true
  }
}

type Written = (error?: Error | null) => void

const NOTHING = Buffer.alloc(0)

export class LimitedConnection extends Duplex {
  readonly #socket: Socket
  readonly #meter: FrameMeter
  /** Received and not passed on yet; the socket is paused while there is any. */
  #waiting: Buffer = NOTHING
  /** The peer has ended its side. */
  #over = false
  #trusted = false
  /** Runs while the peer reads nothing of what is sent to it. */
  #stalled: NodeJS.Timeout | undefined

  constructor(socket: Socket, largest: number) {
    // more is requested only when everything passed on has been read
    super({ readableHighWaterMark: 1, writableHighWaterMark: UNSENT_BYTES_MAX + 1 })
    this.#socket = socket
    this.#meter = new FrameMeter(largest)
    socket.on('data', (chunk: Buffer) => {
      this.#waiting = chunk
      if (this.readableLength > 0) socket.pause()
      else this.#passOn()
    })
    socket.on('end', () => {
      this.#over = true
      if (this.#waiting.length === 0) this.push(null)
    })
    socket.on('error', (error) => this.destroy(error))
    // data before a proper end is still delivered
    socket.on('close', () => {
      if (!this.#over) this.destroy()
    })
  }

  /** The server's own client: it sends a lot, so it gets backpressure instead of limits. */
  trust(): void {
    this.#trusted = true
  }

  /**
   * No backpressure on the writer: the broker's library reads no further from a sender until every receiver has taken
   * the message, so that one client that does not read would block the server's own client, and with it everybody.
   */
  override write(chunk: unknown, encoding?: BufferEncoding | Written, written?: Written): boolean {
    const hasRoom =
      typeof encoding === 'string' ? super.write(chunk, encoding, written) : super.write(chunk, encoding)
    if (this.#trusted) return hasRoom
    if (!hasRoom) this.destroy(new LimitExceeded('unsent'))
    return true
  }

  /** The broker's library handles all it can read before it turns to other connections, so it gets a little at a time. */
  #passOn(): void {
    if (this.destroyed) return
    const bytes = this.#meter.take(this.#waiting, PACKETS_AT_ONCE)
    if (bytes === null) {
      this.destroy(new LimitExceeded('packetSize'))
      return
    }
    const released = this.#waiting.subarray(0, bytes)
    // an empty rest of the chunk would keep all of it until the machine's next message
    this.#waiting = bytes === this.#waiting.length ? NOTHING : this.#waiting.subarray(bytes)
    if (this.#waiting.length > 0) this.#socket.pause()
    this.push(released)
    if (this.#over && this.#waiting.length === 0) this.push(null)
  }

  override _read(): void {
    if (this.#waiting.length > 0) setImmediate(() => this.#passOn())
    else this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Written): void {
    this.#send(chunk, done)
  }

  /** The parts of one packet are sent together, instead of each waiting for the acknowledgement of the last. */
  override _writev(chunks: { chunk: Buffer }[], done: Written): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  #send(bytes: Buffer, done: Written): void {
    this.#socket.write(bytes, (error) => {
      clearTimeout(this.#stalled)
      this.#stalled = undefined
      done(error)
    })
    if (this.#socket.writableLength > 0 && !this.#trusted)
      this.#stalled = setTimeout(() => this.#giveUp(), DRAIN_WITHIN_MS)
  }

  /** After the process was busy, sockets must be polled once before it is known what the peer has read. */
  #giveUp(): void {
    const stalled = this.#stalled
    setImmediate(() => {
      if (this.#stalled === stalled) this.destroy(new LimitExceeded('drain'))
    })
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: Written): void {
    clearTimeout(this.#stalled)
    this.#socket.destroy()
    done(error)
  }
}
