/** A single event stream: its format, and clients that stop reading. */
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openEventStream } from './event-stream.ts'

const event = { name: 'map' as const, data: { system: 'North\nQuarter', as_of: null } }

describe('openEventStream', () => {
  it('writes events in the standard format, one data line each', async () => {
    const stream = openEventStream()
    let read = ''
    const closed = new Promise<void>((resolve) => {
      stream.onClose(resolve)
    })
    stream.body.on('data', (chunk: Buffer) => {
      read += chunk.toString()
    })
    await once(stream.body, 'data')
    stream.send(event)
    stream.ping()
    stream.close()
    stream.send(event)
    await closed
    expect(read).toBe('retry: 1000\n\nevent: map\ndata: {"system":"North\\nQuarter","as_of":null}\n\n:\n\n')
  })

  it('closes when the client does not read', async () => {
    const stream = openEventStream()
    const closed = new Promise<void>((resolve) => {
      stream.onClose(resolve)
    })
    for (let i = 0; i < 10_000; i += 1) stream.send(event)
    await closed
    expect(stream.body.readableLength).toBeLessThan(300_000)
  })

  it('closes at once when written data is not read', async () => {
    const stream = openEventStream()
    const closed = new Promise<void>((resolve) => {
      stream.onClose(resolve)
    })
    stream.send(event)
    stream.close()
    await closed
    expect(stream.body.destroyed).toBe(true)
  })
})
