/** Objects in files and in an S3-compatible store: the common behaviour, and the failures of each. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { problemOf } from './http-problem.ts'
import { startS3 } from '../testing/s3-server.ts'
import { fileObjects, type Objects } from './objects.ts'
import { readObjectStoreUrl, s3Objects } from './objects-s3.ts'

async function folder(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-objects-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function keysOf(objects: Objects): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { key } of objects.list()) keys.add(key)
  return keys
}

describe.each([
  { where: 'files', open: async () => fileObjects(path.join(await folder(), 'not made yet')) },
  { where: 'S3', open: async (checks = true) => s3Objects(await startS3({ checks })) },
])('objects in $where', ({ open }) => {
  it('are returned as they were stored, and null when missing', async () => {
    const objects = await open()
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))
    await objects.put('maps/a1-b2.png', Buffer.from('one'))
    await objects.put('maps/a1-b2.png', bytes)
    expect(await objects.get('maps/a1-b2.png')).toEqual(bytes)
    expect(await objects.get('maps/none.png')).toBeNull()
  })

  it('are gone when removed, and removing one again is not an error', async () => {
    const objects = await open()
    await objects.put('a.png', Buffer.from('x'))
    await objects.remove('a.png')
    await objects.remove('a.png')
    expect(await objects.get('a.png')).toBeNull()
  })

  it('are listed with their age', async () => {
    const objects = await open(false)
    expect(await keysOf(objects)).toEqual(new Set())
    const many = Array.from({ length: 40 }, (_, n) => `maps/${n}/c.png`)
    await Promise.all(many.map((key) => objects.put(key, Buffer.from('x'))))
    await objects.put('b.png', Buffer.from('x'))
    await objects.remove('maps/7/c.png')
    expect(await keysOf(objects)).toEqual(new Set(['b.png', ...many.filter((key) => key !== 'maps/7/c.png')]))
    for await (const { at } of objects.list()) {
      // a store may return whole seconds
      expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(120_000)
      break
    }
  })

  it.each(['../secret', '/etc/passwd', 'a/../b.png', 'a\0.png', 'a\\b.png', '', 'A.png', 'a//b.png'])(
    'refuse the key %j',
    async (key) => {
      const objects = await open()
      await expect(async () => objects.get(key)).rejects.toThrow(RangeError)
      await expect(async () => objects.put(key, Buffer.alloc(1))).rejects.toThrow(RangeError)
    },
  )
})

it('files are written atomically', async () => {
  const place = await folder()
  await Promise.all([1, 2, 3].map((n) => fileObjects(place).put('a.png', Buffer.from(String(n)))))
  expect(await readdir(place)).toEqual(['a.png'])
})

describe('OBJECT_STORE_URL', () => {
  it('contains key, secret, host, bucket, folder and region', () => {
    expect(readObjectStoreUrl('s3://AK:a%2Fb@s3.example:9000/pictures/x/y?region=ca-west-1')).toEqual({
      endpoint: 'https://s3.example:9000/pictures',
      accessKeyId: 'AK',
      secretAccessKey: 'a/b',
      region: 'ca-west-1',
      prefix: 'x/y/',
    })
  })

  it.each(['s3://bucket', 's3://k:s@host', 's3://k:s@host/B', 's3://k:s@host/bucket?path=no'])(
    'is refused in one line as %s',
    (text) => expect(() => readObjectStoreUrl(text)).toThrow(/^OBJECT_STORE_URL: [^\n]+$/),
  )

  it('with a wrong secret or a missing bucket is refused at start', async () => {
    const good = await startS3()
    await expect(s3Objects(good).check()).resolves.toBeUndefined()
    await expect(s3Objects(good.replace('S3RVER:S3RVER', 'S3RVER:wrong')).check()).rejects.toThrow(
      /^OBJECT_STORE_URL: /,
    )
    await expect(s3Objects(good.replace('/pictures', '/nothing')).check()).rejects.toThrow(
      /^OBJECT_STORE_URL: /,
    )
  })

  it('of a store with paged listings reads every page', async () => {
    const entry = (key: string) =>
      `<Contents><Key>farm/${key}</Key><LastModified>2026-07-06T10:00:00.000Z</LastModified><Size>1</Size></Contents>`
    const pageOf = (inner: string) => `<?xml version="1.0"?><ListBucketResult>${inner}</ListBucketResult>`
    const first = `<IsTruncated>true</IsTruncated>${entry('a.png')}<NextContinuationToken>t0+/=k</NextContinuationToken>`
    const server = createServer((request, response) => {
      const parameters = new URL(request.url ?? '', 'http://x').searchParams
      const next = parameters.get('continuation-token') === 't0+/=k'
      response.setHeader('content-type', 'application/xml')
      response.end(
        pageOf(next ? `<IsTruncated>false</IsTruncated>${entry('b.png')}${entry('no key of ours')}` : first),
      )
    })
    expect(await keysOf(s3Objects(`s3://k:s@127.0.0.1:${await portOf(server)}/bucket/farm?tls=off`))).toEqual(
      new Set(['a.png', 'b.png']),
    )
  })

  it('of a store with transient errors is retried', async () => {
    const answers = [503, 503, 200]
    const server = createServer((_, response) => {
      response.statusCode = answers.shift() ?? 500
      response.end(response.statusCode === 200 ? 'picture' : '')
    })
    const port = await portOf(server)
    expect(String(await s3Objects(`s3://k:s@127.0.0.1:${port}/bucket?tls=off`).get('a.png'))).toBe('picture')
    expect(answers).toEqual([])
  })

  it.each([503, 500, 429])(
    'of a store that goes on answering %i is unavailable, and no fault of ours',
    async (status) => {
      const server = createServer((_, response) => {
        response.statusCode = status
        response.end()
      })
      const objects = s3Objects(`s3://k:s@127.0.0.1:${await portOf(server)}/bucket?tls=off`)
      const error = await objects.put('a.png', Buffer.from('picture')).catch((thrown: unknown) => thrown)
      expect(problemOf(error)).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
    },
  )

  it.each([
    { how: 'never answers', answer: () => undefined },
    {
      how: 'stops in the middle of an object',
      answer: (response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': 9 }).write('pict'),
    },
  ])('of a store that $how is unavailable within the time-out', async ({ answer }) => {
    let requests = 0
    const server = createServer((_, response) => {
      requests += 1
      answer(response)
    })
    const objects = s3Objects(`s3://k:s@127.0.0.1:${await portOf(server)}/bucket?tls=off`, 200)
    const error = await objects.get('a.png').catch((thrown: unknown) => thrown)
    expect(problemOf(error)).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
    expect(requests).toBe(1)
  })

  it('of a store that cuts connections is retried', async () => {
    let requests = 0
    const server = createServer((request, response) => {
      requests += 1
      if (requests < 3) request.socket.destroy()
      else response.end('picture')
    })
    const objects = s3Objects(`s3://k:s@127.0.0.1:${await portOf(server)}/bucket?tls=off`)
    expect(String(await objects.get('a.png'))).toBe('picture')
  })
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
