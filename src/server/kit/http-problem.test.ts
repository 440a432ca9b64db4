import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'
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

describe('the error translator', () => {
  it('says the sentence of a problem, with its code', async () => {
    const post = await serverWith(() => new Problem('system_not_selected'))
    const answer = await post(valid)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: 'Please select a system.',
      detail: 'Please select a system.',
      code: 'system_not_selected',
    })
  })

  it('says the sentence that a schema names, and which field', async () => {
    const post = await serverWith(() => new Error('not reached'))
    expect((await post('{"application_rate":"1"}')).json()).toMatchObject({
      message: 'Application rate must be between 0.2 and 2 inches.',
      field: 'application_rate',
    })
  })

  it.each([
    ['{"application_rate":', 'application/json', 400, 'malformed_json'],
    ['', 'application/json', 400, 'malformed_json'],
    [valid, 'text/plain', 415, 'unsupported_media_type'],
    [`{"a":"${'x'.repeat(70_000)}"}`, 'application/json', 413, 'body_too_large'],
    ['[]', 'application/json', 400, 'invalid_request'],
    ['"\ud800"', 'application/json', 400, 'invalid_request'],
  ])('answers %j of type %s with %i', async (payload, type, status, code) => {
    const post = await serverWith(() => new Error('not reached'))
    const answer = await post(payload, type)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
  })

  it('masks what nobody foresaw, and gives a request id to find it by', async () => {
    const post = await serverWith(() => new Error('select * from users where secret'))
    const answer = await post(valid)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('select')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
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

  it('does not let JSON reach a prototype', async () => {
    const post = await serverWith(() => new Problem('internal'))
    await post(
      '{"application_rate":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    )
    expect('polluted' in {}).toBe(false)
  })
})
