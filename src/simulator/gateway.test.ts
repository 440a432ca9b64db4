/** Readings are cut into messages without loss, within the protocol's limits. */
import { expect, it } from 'vitest'
import { CONTROLLER_MESSAGE_BYTES_MAX, READINGS_PER_MESSAGE_MAX } from '../contract/limits.ts'
import { batchesOf } from './gateway.ts'

it('batches contain every reading once, in order, and fit into a message with the longest name', () => {
  const readings = Array.from({ length: 5003 }, (_, i) => ({
    probe: i,
    depthCm: 30,
    at: '2026-06-01T00:00:00.000Z',
    vwc: 0.2312,
  }))
  const batches = batchesOf(readings)
  expect(batches.flat()).toEqual(readings)
  for (const part of batches) {
    const body = JSON.stringify({ batch: 'b'.repeat(128), readings: part })
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(CONTROLLER_MESSAGE_BYTES_MAX)
    expect(part.length).toBeLessThanOrEqual(READINGS_PER_MESSAGE_MAX)
  }
  // 5,003 readings of some 76 bytes: no more messages than needed.
  expect(batches.length).toBeLessThan(27)
  expect(batchesOf([])).toEqual([])
})
