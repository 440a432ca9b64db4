/** MQTT packets are measured alike however TCP splits them, and too large a packet is refused at its header. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packet } from '../../testing/raw-device.ts'
import { FrameMeter } from './limited-connection.ts'

/** A PUBLISH packet with a body of this many bytes. */
function published(bytes: number): Buffer {
  return packet(0x30, Buffer.alloc(bytes, 0xff))
}

function pieces(bytes: Buffer, sizes: number[]): Buffer[] {
  const cut: Buffer[] = []
  let at = 0
  for (const size of sizes) {
    cut.push(bytes.subarray(at, at + size))
    at += size
  }
  return [...cut, bytes.subarray(at)]
}

const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 20 })

describe('the frame meter', () => {
  it('passes packets up to the limit, however they are split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 5 }), sizes, (bodies, cuts) => {
        const meter = new FrameMeter(1000)
        const cut = pieces(Buffer.concat(bodies.map(published)), cuts)
        expect(cut.map((piece) => meter.take(piece, Infinity))).toEqual(cut.map(({ length }) => length))
      }),
    )
  })

  it('refuses a larger packet at its header', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1001, max: 100_000 }),
        fc.integer({ min: 0, max: 1000 }),
        (large, small) => {
          const header = published(large).subarray(0, published(large).length - large)
          const bytes = Buffer.concat([published(small), header])
          expect(new FrameMeter(1000).take(bytes, Infinity)).toBeNull()
        },
      ),
    )
  })

  it('refuses an overlong length field', () => {
    const bytes = Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x00])
    expect(new FrameMeter(1000).take(bytes, Infinity)).toBeNull()
  })

  it('passes a limited number of packets at once, however they are split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 }), sizes, (bodies, cuts) => {
        const meter = new FrameMeter(1000)
        const packets = bodies.map(published)
        const borders = packets.map((_, at) => Buffer.concat(packets.slice(0, at + 1)).length)
        let passed = 0
        for (const piece of pieces(Buffer.concat(packets), cuts)) {
          const end = passed + piece.length
          while (passed < end) {
            const before = passed
            passed += meter.take(piece.subarray(piece.length - (end - passed)), 3) ?? NaN
            // three that begin here, and before them the end of an earlier one
            const whole = borders.filter((border) => border > before && border <= passed)
            expect(whole.length).toBeLessThanOrEqual(4)
            expect(passed === end || borders.includes(passed)).toBe(true)
          }
        }
        expect(passed).toBe(borders.at(-1) ?? 0)
      }),
    )
  })
})
