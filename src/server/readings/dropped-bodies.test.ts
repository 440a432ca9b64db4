/** HTTP bodies that are refused permanently: counted for the device that sent them, and not without its secret. */
import { expect, it } from 'vitest'
import { readingPaths } from '../../contract/readings.ts'
import { droppedOf } from '../testing/dropped.ts'
import { connected, farm } from '../testing/farm.ts'

const reading = { probe: 1, depthCm: 20, at: '2026-05-01T00:00:00Z', vwc: 0.2 }

const uplink = (device_id: string, depth?: number) =>
  JSON.stringify({
    end_device_ids: { device_id },
    received_at: '2026-05-01T00:00:00Z',
    uplink_message: { normalized_payload: [{ soil: { depth, moisture: 20 } }] },
  })

interface Refused {
  path: string
  reason: string
  example: string
  body: string
  type?: string
}

const { ingest, lorawan } = readingPaths
const REFUSED: Refused[] = [
  { path: ingest, reason: 'not_json', example: 'JSON parse error', body: '{' },
  {
    path: ingest,
    reason: 'not_json',
    example: 'Unsupported media type in request.',
    body: 'probe,depth',
    type: 'text/csv',
  },
  {
    path: ingest,
    reason: 'too_large',
    example: 'The request is too large.',
    body: `{"batch":"${'x'.repeat(300_000)}"}`,
  },
  {
    path: ingest,
    reason: 'wrong_shape',
    example: 'readings.1.at: Invalid input: expected string, received number',
    body: JSON.stringify({ readings: [reading, { ...reading, at: 5 }] }),
  },
  {
    path: lorawan,
    reason: 'unknown_probe',
    example: 'device eui-70b3d57ed0001234',
    body: uplink('eui-70b3d57ed0001234', 20),
  },
  { path: lorawan, reason: 'unknown_depth', example: 'device probe-7', body: uplink('probe-7') },
  { path: lorawan, reason: 'wrong_shape', example: 'device probe-7: 2000 cm', body: uplink('probe-7', 2000) },
]

it('every permanently refused body is counted once, with its reason', async () => {
  const { built } = await farm()
  for (const { path, reason, example, body, type = 'application/json' } of REFUSED) {
    const { controllerId, gateway } = await connected(built)
    const send = async (secret: string) => {
      const headers = { authorization: `Device ${gateway.id}:${secret}`, 'content-type': type }
      const { status } = await fetch(built.url + path, { method: 'POST', headers, body })
      return status
    }
    expect(await send("somebody else's")).toBe(401)
    expect([400, 413, 415]).toContain(await send(gateway.secret))
    expect(await droppedOf(built, controllerId, 1)).toMatchObject([
      { kind: 'readings', reason, count: 1, example },
    ])
  }
})

it('a body that is stored is not counted', async () => {
  const { built, controllerId, gateway } = await farm()
  const headers = { authorization: `Device ${gateway.id}:${gateway.secret}` }
  const bodies = [{ readings: [reading, { ...reading, vwc: 7 }] }, { readings: [] }, {}]
  const statuses = []
  for (const json of bodies) statuses.push((await built.call(ingest, { headers, json })).status)
  expect(statuses).toEqual([200, 200, 400])
  expect(await droppedOf(built, controllerId, 1)).toMatchObject([{ reason: 'wrong_shape', count: 1 }])
})
