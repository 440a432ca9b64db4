/** Each failure gets its status, code and message over HTTP; an unexpected one reveals no internals. */
import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { createHttp } from './http-server.ts'
import { createLog, type Log } from './log.ts'
import { Problem } from './problem.ts'

const body = z.object({ application_rate: z.number('application_rate_range') })

async function serverWith(failure: () => unknown) {
  const app = await createHttp(readConfig({ LOG_LEVEL: 'silent' }), createLog({ logLevel: 'silent' }))
  onTestFinished(() => app.close())
  app.post('/api/settings/', { schema: { body } }, () => {
    throw failure()
  })
  return (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/settings/', payload, headers: { 'content-type': type } })
}

const valid = JSON.stringify({ application_rate: 1 })

describe('the error handler', () => {
  it('returns the message of a problem, with its code', async () => {
    const post = await serverWith(() => new Problem('system_not_selected'))
    const answer = await post(valid)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: 'Please select a system.',
      detail: 'Please select a system.',
      code: 'system_not_selected',
    })
  })

  it('returns the message that a schema names, and the field', async () => {
    const post = await serverWith(() => new Error('not reached'))
    expect((await post('{"application_rate":"1"}')).json()).toMatchObject({
      message: 'Application rate must be between 0.2 and 2 inches.',
      field: 'application_rate',
    })
  })

  it.each([
    { of: 'JSON cut off', payload: '{"application_rate":', status: 400, code: 'malformed_json' },
    { of: 'an empty body', payload: '', status: 400, code: 'malformed_json' },
    { of: 'plain text', payload: valid, type: 'text/plain', status: 415, code: 'unsupported_media_type' },
    { of: '70 KB', payload: `{"a":"${'x'.repeat(70_000)}"}`, status: 413, code: 'body_too_large' },
    { of: 'a list', payload: '[]', status: 400, code: 'invalid_request' },
    { of: 'a lone surrogate', payload: '"\ud800"', status: 400, code: 'invalid_request' },
  ])('answers $of with $status', async ({ payload, type, status, code }) => {
    const post = await serverWith(() => new Error('not reached'))
    const answer = await post(payload, type)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
  })

  it('masks unexpected errors, and returns a request id to find them by', async () => {
    const post = await serverWith(() => new Error('select * from users where secret'))
    const answer = await post(valid)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('select')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
  })

  it.each(['ECONNREFUSED', '57P01', '08006', '53100'])(
    'answers 503 while the database fails with %s',
    async (code) => {
      const post = await serverWith(() => Object.assign(new Error('gone'), { code }))
      const answer = await post(valid)
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('5')
    },
  )

  it('does not let JSON set a prototype', async () => {
    const post = await serverWith(() => new Problem('internal'))
    await post(
      '{"application_rate":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    )
    expect('polluted' in {}).toBe(false)
  })
})

it('a client that disconnects before its response is not logged as a failure', async () => {
  const lines: string[] = []
  const log = createLogTo(lines)
  const app = await createHttp(readConfig({ LOG_LEVEL: 'info' }), log)
  onTestFinished(() => app.close())
  const arrived = Promise.withResolvers<void>()
  app.get('/long', async (request, reply) => {
    arrived.resolve()
    await once(request.raw.socket, 'close')
    // as a stream reports it while compressing
    await finished(reply.raw)
  })
  const call = get(`${await app.listen({ port: 0, host: '127.0.0.1' })}/long`)
  call.on('error', () => undefined)
  await arrived.promise
  call.destroy()
  await expect.poll(() => lines.some((line) => line.includes('left before the end'))).toBe(true)
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

it('a form that is aborted while it is sent is not a failure, and its log line names the request', async () => {
  const lines: string[] = []
  const log = createLogTo(lines)
  const app = await createHttp(readConfig({ LOG_LEVEL: 'info' }), log)
  onTestFinished(() => app.close())
  const arrived = Promise.withResolvers<string>()
  app.addHook('onRequest', async ({ id }) => arrived.resolve(id))
  app.post('/form', () => ({ status: 'ok' }))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    'POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a"',
  )
  const id = await arrived.promise
  socket.resetAndDestroy()
  await expect.poll(() => lines.find((line) => line.includes('left before the end')) ?? '').toContain(id)
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

it('every line logged within a request has its id', async () => {
  const lines: string[] = []
  const log = createLogTo(lines)
  const app = await createHttp(readConfig({ LOG_LEVEL: 'info' }), log)
  onTestFinished(() => app.close())
  app.post('/deep', async (request) => {
    await setImmediate()
    log.info('deep')
    request.log.info('by the logger of the request')
    return { status: 'ok' }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = () =>
    fetch(`${url}/deep`, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } })
  const answers = await Promise.all([post(), post()])
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  const logged = lines
    .filter((line) => line.includes('"deep"'))
    .map((line) => /"requestId":"([^"]+)"/.exec(line)?.[1])
  expect(logged).toHaveLength(2)
  expect(new Set(logged)).toEqual(new Set(ids))
  // once in a line: not also by the name that a logger for each request would give it
  const byRequest = lines.filter((line) => line.includes('by the logger of the request'))
  expect(byRequest.map((line) => line.match(/"req(uest)?Id":/g))).toEqual([
    ['"requestId":'],
    ['"requestId":'],
  ])
})

function createLogTo(lines: string[]): Log {
  return createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
}
