/** Every way in which an MQTT message can be unusable, with the reason and example that are stored. */
import { expect, it } from 'vitest'
import { connectTestDevice, type TestDevice, seenReport, telemetry } from '../testing/test-device.ts'
import { droppedOf } from '../testing/dropped.ts'
import { build, shared } from '../testing/build.ts'
import { connected, desire, farmIn } from '../testing/farm.ts'

const at = () => new Date().toISOString()
const reading = { probe: 1, depthCm: 20, at: at(), vwc: 0.2 }

interface Nonsense {
  /** Kind and reason. */
  name: string
  example: string
  say(hand: TestDevice): Promise<void>
}

const NONSENSE: Nonsense[] = [
  {
    name: 'telemetry not_json',
    example: '11 bytes that are no JSON in UTF-8',
    say: (hand) => hand.publish('telemetry', 'pivot is ok'),
  },
  {
    name: 'status not_json',
    example: '0 bytes that are no JSON in UTF-8',
    say: (hand) => hand.publish('status', '', false),
  },
  {
    name: 'applied too_large',
    example: '16400 bytes, more than 16384',
    say: (hand) => hand.publish('applied', `"${'x'.repeat(16_398)}"`),
  },
  {
    name: 'telemetry wrong_shape',
    example: 'angleDeg: Invalid input: expected number, received string',
    say: (hand) => hand.publish('telemetry', { ...telemetry(1), angleDeg: '90' }),
  },
  {
    name: 'telemetry wrong_shape',
    example: 'at: Invalid input',
    say: (hand) => hand.publish('telemetry', telemetry(1, { at: '0000-01-01T00:00:00Z' })),
  },
  {
    name: 'readings wrong_shape',
    example: 'readings.1.depthCm: Too small: expected number to be >0',
    say: (hand) => hand.publish('readings', { readings: [reading, { ...reading, depthCm: 0 }] }),
  },
  {
    name: 'event not_storable',
    example: 'a value that cannot be stored (22021)',
    say: (hand) => hand.publish('event', { id: 'a\u0000b', at: at(), code: 'X' }),
  },
  {
    name: 'reported foreign_report',
    example: 'the revision carries another command',
    say: async (hand) =>
      hand.publish('reported', { ...seenReport(await hand.desired()), commandId: "another field's" }),
  },
  {
    name: 'reported leap',
    example: 'a leap of the revision',
    say: async (hand) =>
      hand.publish('reported', { ...seenReport(await hand.desired()), seenRev: 2 ** 52 + 1 }),
  },
]

const server = shared(() => build())

it('every unusable message is counted once, with its reason', async () => {
  const built = server()
  const url = built.app.devices.mqttUrl
  for (const { name, example, say } of NONSENSE) {
    const { controllerId, controller } = await connected(built)
    await desire(built, controllerId, 1)
    const hand = await connectTestDevice(url, controller)
    await say(hand)
    const found = await droppedOf(built, controllerId, 1)
    expect(found.map(({ kind, reason, count }) => [`${kind} ${reason}`, count])).toEqual([[name, 1]])
    expect(found[0]?.example).toBe(example)
    expect(hand.client.connected).toBe(true)
  }
})

it('a message that is stored, as valid or as an invalid reading, is not counted', async () => {
  const { built, url, controllerId, controller } = await farmIn(server())
  const hand = await connectTestDevice(url, controller)
  await hand.publish('telemetry', telemetry(1))
  await hand.publish('readings', { readings: [{ ...reading, vwc: 'wet' }] })
  await hand.publish('event', 'x')
  expect(await droppedOf(built, controllerId, 1)).toMatchObject([
    { kind: 'event', reason: 'not_json', count: 1 },
  ])
})
