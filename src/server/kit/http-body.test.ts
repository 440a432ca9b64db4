/** Bodies as they arrive: in pieces, before anyone reads them, one after the other, incomplete, and too long. */
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { JSON_BODY_BYTES_MAX } from '../../contract/limits.ts'
import { rawSocket } from '../testing/raw-sockets.ts'
import { readConfig } from './config.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'

async function listening() {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const http = await createHttp(config, createLog(config))
  onTestFinished(() => http.close())
  const errors: Error[] = []
  http.addHook('onError', async (_request, _reply, error) => void errors.push(error))
  http.post('/echo', ({ body }) => body)
  http.post('/echo-after-a-wait', { onRequest: () => sleep(50) }, ({ body }) => body)
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return { url, errors }
}

const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`

describe('a body', () => {
  it('is one text, whatever pieces it arrives in', async () => {
    const { url } = await listening()
    const bytes = Buffer.from('{"field":"Prärie"}')
    const cut = bytes.indexOf('ä') + 1
    const headers = { 'content-type': 'application/json' }
    const sent = request(`${url}/echo`, { method: 'POST', headers })
    sent.write(bytes.subarray(0, cut))
    await sleep(50)
    sent.end(bytes.subarray(cut))
    const response = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
    expect(await json(response)).toEqual({ field: 'Prärie' })
  })

  it('is read as well if it arrived while a hook waited, whole or in part, or after it', async () => {
    const { url } = await listening()
    const headers = { 'content-type': 'application/json', 'content-length': 11 }
    for (const [first, rest] of [
      ['{"field":1}', ''],
      ['{"fie', 'ld":1}'],
      ['', '{"field":1}'],
    ] as const) {
      const sent = request(`${url}/echo-after-a-wait`, { method: 'POST', headers })
      const response = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
      sent.flushHeaders()
      if (first) sent.write(first)
      await sleep(100)
      sent.end(rest)
      expect(await json(await response)).toEqual({ field: 1 })
    }
  })

  it('without a length is an empty one, not waited for, even after a hook that waited', async () => {
    const { url } = await listening()
    for (const path of ['/echo', '/echo-after-a-wait']) {
      const { ended, heard } = await rawSocket(url, { text: head(path, 'Connection: close') })
      await ended
      expect(heard()).toMatch(/^HTTP\/1.1 400 /)
    }
  })

  it('ends where the next request of the connection begins', async () => {
    const { url } = await listening()
    const first = `${head('/echo', 'Content-Length: 7')}{"n":1}`
    const second = `${head('/echo', 'Content-Length: 7\r\nConnection: close')}{"n":2}`
    const { ended, heard } = await rawSocket(url, { text: first + second })
    await ended
    expect(heard().match(/\{"n":\d\}/g)).toEqual(['{"n":1}', '{"n":2}'])
  })

  it('that never ends, because its client leaves, is an error and not passed on', async () => {
    const { url, errors } = await listening()
    const headers = { 'content-type': 'application/json', 'content-length': 7 }
    const sent = request(`${url}/echo`, { method: 'POST', headers })
    sent.on('error', () => undefined)
    sent.write('{"n"')
    await sleep(50)
    sent.destroy()
    await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'ECONNRESET' }]))
  })

  it.each([
    ['that says so', `Content-Length: ${JSON_BODY_BYTES_MAX + 1}`, '{'],
    [
      'that does not',
      'Transfer-Encoding: chunked',
      `${(JSON_BODY_BYTES_MAX + 1).toString(16)}\r\n${' '.repeat(JSON_BODY_BYTES_MAX + 1)}\r\n`,
    ],
  ])('above the limit is refused: one %s', async (_kind, more, text) => {
    const { url, errors } = await listening()
    const { ended, heard } = await rawSocket(url, { text: head('/echo', more) + text })
    await ended
    expect(heard()).toMatch(/^HTTP\/1.1 413 /)
    expect(errors).toHaveLength(1)
  })
})
