/** The files of deploy/ are consistent: variables that a server knows, with valid values, and files that exist. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig, unknownVariables, VARIABLES } from './kit/config.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8')
const compose = read('compose.yaml')
const containerfile = read('Containerfile')
const unit = read('headgate.service')

const scripts = z.object({ scripts: z.object({ start: z.string() }) })

const ASKED = {
  DOMAIN: 'farm.example',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'water@farm.example',
}

/** The environment of a server in the compose file, once `.env` is filled in. */
function given(): Record<string, string> {
  const block = /^x-server:[^]*?^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(
        /\$\{([A-Z_]+):\?\}/g,
        (_, asked: keyof typeof ASKED) => ASKED[asked] ?? 's'.repeat(40),
      ),
    ]),
  )
}

describe('the compose file', () => {
  it('gives its servers variables that they know, with valid values', () => {
    const variables = given()
    expect(Object.keys(variables)).toHaveLength(10)
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(variables)))
    expect(unknownVariables(variables)).toEqual([])
    expect(readConfig({ NODE_ENV: 'production', ...variables })).toMatchObject({
      production: true,
      publicUrl: 'https://farm.example',
      databaseUrl: `postgres://headgate:${'s'.repeat(40)}@database/headgate`,
      trustProxy: '10.87.0.0/24',
    })
  })

  it('trusts its own network, and mounts files that are beside it', () => {
    expect(compose).toContain(`subnet: ${given()['TRUST_PROXY']}`)
    const mounted = [...compose.matchAll(/'\.\/([^:']+):\//g)].map(([, name = '']) => name)
    // the certificate is the operator's
    const ours = mounted.filter((name) => name !== 'tls')
    expect(ours).toEqual(['nginx.conf', 'emqx.conf'])
    expect(ours.filter((name) => !existsSync(path.join(ROOT, 'deploy', name)))).toEqual([])
  })

  it('uses the same service names in its addresses, its proxy and its dependencies', () => {
    const services = [...(compose.split(/^services:$/m)[1] ?? '').matchAll(/^ {2}([a-z]+):/gm)].map(
      ([, name = '']) => name,
    )
    const hosts = Object.values(given()).flatMap((value) => /@([a-z]+)(?=[:/])/.exec(value)?.[1] ?? [])
    const upstream = [...read('nginx.conf').matchAll(/server ([a-z]+):\d+/g)].map(([, name = '']) => name)
    expect(hosts).toEqual(['database', 'broker', 'objects'])
    expect(upstream).toEqual(['one', 'two'])
    expect(services).toEqual(expect.arrayContaining([...hosts, ...upstream, 'proxy', 'bucket']))
  })
})

describe('the container', () => {
  it('copies files that exist or were built before, and starts what it copied', () => {
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    )
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'migrations', 'src']))
    expect(copied.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
    const made = [...containerfile.matchAll(/^COPY --from=(\w+) (\S+)/gm)].map(([, stage, from]) => [
      stage,
      from,
    ])
    expect(made).toEqual([
      ['modules', '/usr/local/bin/node'],
      ['modules', '/app/node_modules'],
      ['build', '/app/dist'],
    ])
    const main = /^CMD \[.*"(src\/[^"]+)"\]$/m.exec(containerfile)?.[1] ?? 'none'
    expect(existsSync(path.join(ROOT, main))).toBe(true)
    const set = [...(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(
      ([, name]) => name,
    )
    expect(VARIABLES).toEqual(expect.arrayContaining(set))
  })

  it('is installed as the systemd unit says, with what builds the pages', () => {
    const installed = 'npm install && npm run build'
    expect(unit).toContain(`(${installed});`)
    expect(readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8')).toContain(installed)
  })

  it('starts it as the systemd unit and npm start do', () => {
    const started = [...(/^CMD \[(.*)\]$/m.exec(containerfile)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
      ([, each]) => each,
    )
    expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]).toBe(started.join(' '))
    const { start } = scripts.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))).scripts
    expect(start).toBe(`exec ${started.join(' ')}`)
    const set = [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(
      ([, name]) => name,
    )
    expect(VARIABLES).toEqual(expect.arrayContaining(set))
  })
})
