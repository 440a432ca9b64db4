/** Telemetry during a database outage: the newest per machine is kept until it can be stored, and dropped when no retry can help. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TelemetryDocument } from '../../contract/controller.ts'
import { telemetry } from '../testing/test-device.ts'
import type { Contact } from './links.store.ts'
import { createTelemetryBuffer } from './telemetry-buffer.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-07-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const said = (seq: number): TelemetryDocument =>
  telemetry(seq, { at: new Date(Date.UTC(2026, 6, 1, 12, 0, seq)).toISOString() })

function bufferOn(database: { away: boolean; again?: boolean }) {
  const stored: [number, number | null][] = []
  const buffer = createTelemetryBuffer(
    (heard: Contact[]) => {
      if (database.away) return Promise.reject(new Error('away'))
      stored.push(
        ...heard.map(({ controllerId, telemetry: what }): [number, number | null] => [
          controllerId,
          what?.seq ?? null,
        ]),
      )
      return Promise.resolve()
    },
    () => database.again ?? true,
  )
  return { buffer, stored }
}

it('is stored when the database is back, the newest of each machine', async () => {
  const database = { away: true }
  const { buffer, stored } = bufferOn(database)
  buffer.add(1, new Date(), said(1))
  buffer.add(2, new Date(), said(2))
  await vi.advanceTimersByTimeAsync(1000)
  // one sends telemetry again, the other only another message
  buffer.add(1, new Date(), said(3))
  buffer.add(2, new Date(), null)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toEqual([])
  database.away = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(stored.toSorted(([one], [other]) => one - other)).toEqual([
    [1, 3],
    [2, 2],
  ])
})

it('is dropped when no retry can store it, and the next is stored', async () => {
  const database = { away: true, again: false }
  const { buffer, stored } = bufferOn(database)
  buffer.add(1, new Date(), said(1))
  await vi.advanceTimersByTimeAsync(1000)
  database.away = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stored).toEqual([])
  buffer.add(1, new Date(), said(2))
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored).toEqual([[1, 2]])
})

it('is retried once when the server stops, without blocking the stop', async () => {
  const { buffer, stored } = bufferOn({ away: true })
  buffer.add(1, new Date(), said(1))
  await buffer.stop()
  expect(stored).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
