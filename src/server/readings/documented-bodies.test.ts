/** The example bodies in the documents are accepted unchanged, over MQTT and over HTTP. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readingPaths } from '../../contract/readings.ts'
import type { Built } from '../testing/build.ts'
import { connectTestDevice } from '../testing/test-device.ts'
import { farm } from '../testing/farm.ts'

const DOCUMENTS = ['controllers.md', 'readings.md']

/** Every code block of a document that is a JSON object. */
async function examplesIn(document: string): Promise<object[]> {
  const text = await readFile(new URL(`../../../docs/${document}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^ {4}\{\n(?: {4}.*\n)*? {4}\}$/gm)].map(([block]) => JSON.parse(block))
}

const readingsIn = async (document: string) =>
  (await examplesIn(document)).filter((example) => 'readings' in example)

/** How many readings are stored, and how many of them are valid. */
async function storedCounts({ kit }: Built, controllerId: number) {
  const { rows } = await sql`select count(*) as all, count(*) filter (where invalid is null) as valid
    from readings where controller_id = ${controllerId}`.execute(kit.database.reader)
  return rows[0]
}

describe.each(DOCUMENTS)('the readings in docs/%s', (document) => {
  it('are stored when a gateway publishes them', async () => {
    const { built, url, controllerId, gateway } = await farm()
    const hand = await connectTestDevice(url, gateway)
    const examples = await readingsIn(document)
    expect(examples).toHaveLength(1)
    for (const example of examples) await hand.publish('readings', example)
    expect(await storedCounts(built, controllerId)).toEqual({ all: 2, valid: 2 })
  })

  it('are stored when either device posts them', async () => {
    const { built, controllerId, controller, gateway } = await farm()
    const post = async ({ id, secret }: { id: string; secret: string }) => {
      const headers = { authorization: `Device ${id}:${secret}` }
      const [json] = await readingsIn(document)
      const { status, body } = await built.call(readingPaths.ingest, { headers, json })
      return { status, body }
    }
    expect(await post(gateway)).toEqual({ status: 200, body: { stored: 2, duplicate: 0, invalid: 0 } })
    expect(await post(controller)).toEqual({ status: 200, body: { stored: 0, duplicate: 2, invalid: 0 } })
    expect(await storedCounts(built, controllerId)).toEqual({ all: 2, valid: 2 })
  })
})

it('the uplink in docs/readings.md is answered as it says there', async () => {
  const { built, gateway } = await farm()
  const [uplink, ...more] = (await examplesIn('readings.md')).filter((example) => 'uplink_message' in example)
  expect(more).toEqual([])
  const headers = { authorization: `Device ${gateway.id}:${gateway.secret}` }
  const answer = await built.call(readingPaths.lorawan, { headers, json: uplink })
  expect(answer.body).toEqual({ stored: 2, duplicate: 0, invalid: 0, ignored: null })
})
