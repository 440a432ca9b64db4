import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameMeter } from './frame-limit.ts'

/** One MQTT packet with a body of so many bytes, its length as MQTT 3.1.1, 2.2.3 writes it. */
function packet(bytes: number): Buffer {
  const length: number[] = []
  for (let rest = bytes; ;) {
    const digit = rest % 128
    rest = Math.floor(rest / 128)
    length.push(rest > 0 ? digit | 0x80 : digit)
    if (rest === 0) break
  }
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(bytes, 0xff)])
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
  it('lets packets up to the limit pass, however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 5 }), sizes, (bodies, cuts) => {
        const meter = new FrameMeter(1000)
        expect(pieces(Buffer.concat(bodies.map(packet)), cuts).every((piece) => meter.take(piece))).toBe(true)
      }),
    )
  })

  it('refuses a larger one from its header on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1001, max: 100_000 }),
        fc.integer({ min: 0, max: 1000 }),
        (large, small) => {
          const header = packet(large).subarray(0, packet(large).length - large)
          expect(new FrameMeter(1000).take(Buffer.concat([packet(small), header]))).toBe(false)
        },
      ),
    )
  })

  it('refuses a length that never ends', () => {
    expect(new FrameMeter(1000).take(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x00]))).toBe(false)
  })
})
