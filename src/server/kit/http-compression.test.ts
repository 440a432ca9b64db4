/** Compressed responses: the same text in every encoding, at once up to half a megabyte, as a stream above it. */
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'

const decoded = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
const COMPRESSED = ['gzip', 'br', 'zstd'] as const

/** JSON of about this length. */
const textOf = (bytes: number) =>
  JSON.stringify(Array.from({ length: bytes / 6 }, (_, n) => 10_000 + (n % 90_000)))

async function serverOf(text: string): Promise<string> {
  const app = await createHttp(readConfig({}), createLog({ logLevel: 'silent' }))
  onTestFinished(() => app.close())
  app.get('/text', (_request, reply) => reply.type('application/json').send(Buffer.from(text)))
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/text`
}

const answerTo = (url: string, encoding: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding }, agent: false }, resolve).on('error', reject)
  })

it.each(COMPRESSED)(
  'a text of 300 KB is the same in %s, and its compressed length is said',
  async (encoding) => {
    const text = textOf(300_000)
    const answer = await answerTo(await serverOf(text), encoding)
    const body = await buffer(answer)
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(decoded[encoding](body).equals(Buffer.from(text))).toBe(true)
  },
)

it.each(COMPRESSED)('a text of 2 MB is the same in %s, as a stream', async (encoding) => {
  const text = textOf(2_000_000)
  const answer = await answerTo(await serverOf(text), encoding)
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'transfer-encoding': 'chunked' })
  expect(decoded[encoding](await buffer(answer)).equals(Buffer.from(text))).toBe(true)
})

it('a client that accepts none gets the text itself', async () => {
  const text = textOf(300_000)
  const answer = await answerTo(await serverOf(text), 'identity')
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect((await buffer(answer)).equals(Buffer.from(text))).toBe(true)
})
