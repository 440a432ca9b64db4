/** Finds the borders of MQTT packets in a byte stream, and a packet larger than allowed before any of it is kept. */

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

  /**
   * @param packets so many are let through at most, the last one perhaps in part
   * @returns how many bytes these are; null when a packet is too large or its length is malformed
   */
  take(chunk: Uint8Array, packets: number): number | null {
    let begun = 0
    let at = 0
    while (at < chunk.length) {
      const skipped = Math.min(this.#body, chunk.length - at)
      this.#body -= skipped
      at += skipped
      const byte = chunk[at]
      if (byte === undefined) break
      if (this.#lengthBytes < 0 && begun++ === packets) break
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
