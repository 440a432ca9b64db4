/** Requests that no browser sends: malformed, smuggled, far too long, or for files that must not be served. */
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountPaths } from '../contract/accounts/account-paths.ts'
import { build } from './testing/build.ts'
import { rawSocket } from './testing/raw-sockets.ts'
import { provesRow } from './testing/reliability.ts'

const HOST = 'Host: farm.example\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const POST = `POST ${accountPaths.verify} HTTP/1.1\r\n${HOST}`
/** Would be answered with 200 if it were taken for a request of its own. */
const HIDDEN = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`

/** Two lengths, or an ambiguous one: a proxy in front of the server may have used the other. */
const HIDING: Record<string, string> = {
  'both lengths': `${POST}${JSON_TYPE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'the other way round': `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'two lengths': `${POST}${JSON_TYPE}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a list of lengths': `${POST}${JSON_TYPE}Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a length with a sign': `${POST}${JSON_TYPE}Content-Length: +2\r\n\r\n{}${HIDDEN}`,
  'a length below zero': `${POST}${JSON_TYPE}Content-Length: -1\r\n\r\n${HIDDEN}`,
  'a length in words': `${POST}${JSON_TYPE}Content-Length: two\r\n\r\n{}${HIDDEN}`,
  'a hexadecimal length': `${POST}${JSON_TYPE}Content-Length: 0x2\r\n\r\n{}${HIDDEN}`,
  'an endless length': `${POST}${JSON_TYPE}Content-Length: 99999999999999999999\r\n\r\n${HIDDEN}`,
  'a space before the colon': `${POST}${JSON_TYPE}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'another encoding': `${POST}${JSON_TYPE}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunked not last': `${POST}${JSON_TYPE}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunked twice': `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a vertical tab': `${POST}${JSON_TYPE}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a name with a NUL': `${POST}${JSON_TYPE}Transfer-Encoding\0: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a value with a NUL': `${POST}${JSON_TYPE}X: a\0b\r\nContent-Length: 2\r\n\r\n{}${HIDDEN}`,
  'a folded header': `${POST}${JSON_TYPE}X: a\r\n Transfer-Encoding: chunked\r\nContent-Length: two\r\n\r\n${HIDDEN}`,
  'a header without a colon': `${POST}${JSON_TYPE}nothing\r\n\r\n${HIDDEN}`,
  'an empty name': `${POST}${JSON_TYPE}: x\r\n\r\n${HIDDEN}`,
  'chunks of no length': `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n\r\n${HIDDEN}`,
  'chunks below zero': `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n-1\r\n${HIDDEN}`,
  'chunks of 0x': `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
  'an endless chunk': `${POST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${HIDDEN}`,
}

/** Refused for its form. */
const WRONG: Record<string, [text: string, status: RegExp]> = {
  'a header of 64 KB': [`GET /healthz HTTP/1.1\r\n${HOST}X: ${'x'.repeat(65_536)}\r\n\r\n`, /^431$/],
  'an address of 64 KB': [`GET /${'x'.repeat(65_536)} HTTP/1.1\r\n${HOST}\r\n`, /^(414|431)$/],
  'ten thousand headers': [`GET /healthz HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(10_000)}\r\n`, /^431$/],
  'a method that is none': [`FETCH /healthz HTTP/1.1\r\n${HOST}\r\n`, /^400$/],
  'small letters': [`get /healthz HTTP/1.1\r\n${HOST}\r\n`, /^400$/],
  'a word more': [`GET /healthz twice HTTP/1.1\r\n${HOST}\r\n`, /^400$/],
  'a version to come': [`GET /healthz HTTP/3.0\r\n${HOST}\r\n`, /^(400|505)$/],
  'no host': ['GET /healthz HTTP/1.1\r\n\r\n', /^400$/],
  'a tunnel': [`CONNECT farm.example:25 HTTP/1.1\r\n${HOST}\r\n`, /^(|4\d\d)$/],
  'an echo': [`TRACE /auth/users/me/ HTTP/1.1\r\n${HOST}Cookie: headgate=x\r\n\r\n`, /^4\d\d$/],
  'another protocol': [
    `GET /healthz HTTP/1.1\r\n${HOST}Upgrade: websocket\r\nConnection: upgrade\r\n\r\n`,
    /^(200|4\d\d)$/,
  ],
  'a form': [
    `${POST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b`,
    /^(400|415)$/,
  ],
  'plain text': [`${POST}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`, /^415$/],
  'another language': [`${POST}Content-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>`, /^415$/],
  'a type of 8 KB': [`${POST}Content-Type: ${'a/'.repeat(4000)}\r\nContent-Length: 2\r\n\r\n{}`, /^415$/],
  'put to where nothing is put': [
    `PUT ${accountPaths.create} HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}`,
    /^405$/,
  ],
  'what it should expect': [`${POST}${JSON_TYPE}Expect: rain\r\nContent-Length: 2\r\n\r\n{}`, /^417$/],
}

/** Statuses of all answers, in order. */
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)

it('are refused, and smuggled requests are never answered', async () => {
  const built = await build()
  provesRow('D4', Object.keys(HIDING).length + Object.keys(WRONG).length)
  for (const [name, text] of Object.entries(HIDING)) {
    const { ended, heard } = await rawSocket(built.url, { text })
    await ended
    expect([name, statusesIn(heard())]).toEqual([name, [expect.stringMatching(/^4\d\d$/)]])
    expect(heard()).not.toMatch(/node_modules|\bat \w+ \(|fastify|llhttp/i)
  }
  for (const [name, [text, status]] of Object.entries(WRONG)) {
    const { heard, isOpen } = await rawSocket(built.url, { text })
    while (isOpen() && !heard().includes('\r\n\r\n')) await sleep(5)
    expect([name, statusesIn(heard())[0] ?? '']).toEqual([name, expect.stringMatching(status)])
    expect([name, heard().includes('headgate=x'), heard().length < 4096]).toEqual([name, false, true])
  }
  expect((await built.call('/healthz')).status).toBe(200)
})

const NOT_SERVED = [
  '.git/HEAD',
  '.git/config',
  '.gitignore',
  '.env',
  '.env.example',
  '.env.production',
  '.npmrc',
  '.htaccess',
  '.DS_Store',
  '.vite/manifest.json',
  '.built',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/fastify/package.json',
  'src/server/main.ts',
  'migrations/001-kit.sql',
  'README.md',
  'docs/',
  'assets/',
  'assets/index.js.map',
  'assets/..%2f..%2fpackage.json',
  'assets/..%2f.vite%2fmanifest.json',
  'assets/%2e%2e/.env',
  'server-status',
  'admin/',
  'wp-login.php',
  'phpinfo.php',
  'debug/pprof/',
  'actuator/env',
  'graphql',
  'data/',
  'data/secret',
  'postgres/PG_VERSION',
  'outbox/',
  'objects/',
  'plots/',
  'backup.zip',
  'id_rsa',
]

const ASSETS = new URL('../../dist/assets/', import.meta.url)

/** Scripts and styles of the build, or names as it would write them if there is none. */
async function assetNames(): Promise<{ names: string[]; built: boolean }> {
  const found = await readdir(ASSETS).catch((): string[] => [])
  const names = found.filter((name) => /\.(js|css)$/.test(name))
  return names.length > 0
    ? { names, built: true }
    : { names: ['index-DbXMTzV0.js', 'map-library-f89Ff0IQ.js', 'index-BqrCfYp8.css'], built: false }
}

it('find only the files of the pages, and no account', async () => {
  const built = await build()
  const assets = await assetNames()
  const sources = assets.names.map((name) => `assets/${name}.map`)
  provesRow('H5', NOT_SERVED.length + sources.length)
  for (const name of assets.built ? assets.names : []) {
    const { statusCode, body } = await built.app.http.inject(`/assets/${name}`)
    // a map beside a script, or within it
    expect([name, statusCode, body.includes('sourceMappingURL=')]).toEqual([name, 200, false])
  }
  for (const path of [...NOT_SERVED, ...sources]) {
    const { statusCode, body } = await built.app.http.inject(`/${path}`)
    expect([path, statusCode >= 400 && statusCode < 500]).toEqual([path, true])
    expect([path, /Index of|"sources":|DATABASE_URL|ref: refs|"dependencies"/.test(body)]).toEqual([
      path,
      false,
    ])
  }
  // of people, their sessions and devices: everything that anybody could sign in with
  for (const table of ['users', 'token_families', 'refresh_tokens', 'read_cookies', 'device_credentials']) {
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(built.kit.database.reader)
    expect([table, rows]).toEqual([table, []])
  }
})
