/** A connection that ends when its peer announces an MQTT packet larger than allowed, before any of it is kept. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The most that a length field of four bytes may continue over (MQTT 3.1.1, 2.2.3). */
const LENGTH_BYTES_MAX = 4

/** Follows packet borders in a byte stream; memory: three numbers, whatever comes. */
export class FrameMeter {
  readonly #largest: number
  /** Bytes of the current packet's body that are still to come. */
  #body = 0
  /** Length bytes read of the current header; -1 before its first byte. */
  #lengthBytes = -1
  #length = 0

  constructor(largest: number) {
    this.#largest = largest
  }

  /** @returns false when a packet is too large or its length is malformed */
  take(chunk: Uint8Array): boolean {
    let at = 0
    while (at < chunk.length) {
      const skipped = Math.min(this.#body, chunk.length - at)
      this.#body -= skipped
      at += skipped
      const byte = chunk[at]
      if (byte === undefined) return true
      at += 1
      if (!this.#header(byte)) return false
    }
    return true
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

/** The broker's library has no limit of its own: it would gather up to 256 MB before it looks. */
export class LimitedConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, largest: number) {
    super()
    this.#socket = socket
    const meter = new FrameMeter(largest)
    socket.on('data', (chunk: Buffer) => {
      if (!meter.take(chunk)) this.destroy(new Error('packet too large'))
      else if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  /** The parts of one packet leave together, instead of each waiting for the peer's acknowledgement of the last. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
