/** The provider's commands beside a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problems } from '../../contract/errors.ts'
import { systemList, systemPaths } from '../../contract/systems.ts'
import { build, type Built } from '../testing/build.ts'
import { connectTestDevice, eventually } from '../testing/test-device.ts'
import { farm, signedUpUser } from '../testing/factories.ts'
import { besideServer, headgate, type Ran } from '../testing/headgate-command.ts'

const CLI = new URL('../cli.ts', import.meta.url).pathname
const issued = z.strictObject({ id: z.string(), secret: z.string().min(32) })
const connected = z.strictObject({ system: z.string(), controller: issued, gateway: issued })

/** In a process of its own, as typed by a person. */
async function typedHeadgate(built: Built, ...words: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: besideServer(built),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: Number(code) }
}

function connection(owner: string, ...more: string[]): string[] {
  const place = ['--lat', '-33.5', '--lng', '-70.25', '--time-zone', 'America/Santiago']
  const machine = ['--towers', '55.5,110,160.25', '--overhang', '0']
  return ['system', 'connect', '--owner', owner, '--name', 'Sur-1 v.2', ...place, ...machine, ...more]
}

describe('headgate system', () => {
  it('connects once, shares, and prints the secrets as one JSON document', async () => {
    const built = await build()
    const [owner, guest] = [await signedUpUser(built), await signedUpUser(built)]
    const more = [
      '--flow-gpm',
      '800',
      '--speed-100',
      '3.05',
      '--arc',
      '350,90',
      '--texture',
      'sandy_loam',
      '--json',
    ]
    const first = await typedHeadgate(built, ...connection(owner.email, ...more))
    expect([first.code, first.err]).toEqual([0, ''])
    const printed = connected.parse(JSON.parse(first.out))
    expect(printed.system).toBe('Sur-1 v.2')
    expect(
      await built.app.devices.authenticateDevice(printed.gateway.id, printed.gateway.secret),
    ).toMatchObject({
      kind: 'gateway',
    })
    const [system] = systemList.parse((await built.call(systemPaths.list, owner)).body)
    expect(system).toMatchObject({
      name: 'Sur-1 v.2',
      latitude: -33.5,
      longitude: -70.25,
      time_zone: 'America/Santiago',
      tower_radii_m: [55.5, 110, 160.25],
      wetted_radius_m: 160.25,
      arc: [350, 90],
      flow_gpm: 800,
      speed_100_m_min: 3.05,
    })
    expect(printed.controller.id.startsWith(`${system?.controller}-`)).toBe(true)

    const again = await typedHeadgate(built, ...connection(owner.email, ...more))
    expect(again).toEqual({ code: 1, out: '', err: `${problems.system_name_taken.message}\n` })

    const shared = await headgate(
      built,
      'system',
      'share',
      'Sur-1 v.2',
      '--with',
      guest.email,
      '--role',
      'viewer',
    )
    expect([shared.code, shared.err]).toEqual([0, ''])
    expect(systemList.parse((await built.call(systemPaths.list, guest)).body)).toMatchObject([
      { role: 'viewer' },
    ])
  })

  it('lists device messages that could not be used', async () => {
    const { built, connected: system } = await farm()
    const unheard = await headgate(built, 'system', 'dropped', 'North Quarter')
    expect(unheard).toEqual({
      code: 0,
      out: 'North Quarter: every message in the last 30 days could be used.\n',
      err: '',
    })
    const hand = await connectTestDevice(built.app.devices.mqttUrl, system.controller)
    await hand.publish('event', 'x')
    await hand.publish('event', 'xy')
    const printed = await eventually('both counted', async () => {
      const { out } = await headgate(built, 'system', 'dropped', 'North Quarter', '--json')
      return out.includes('"count":2') ? out : null
    })
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(JSON.parse(printed)).toEqual({
      system: 'North Quarter',
      days: 30,
      dropped: [
        {
          kind: 'event',
          reason: 'not_json',
          count: 2,
          example: '2 bytes that are no JSON in UTF-8',
          first_at: instant,
          last_at: instant,
        },
      ],
    })
    const lines = (await headgate(built, 'system', 'dropped', 'North Quarter')).out.split('\n')
    expect(lines[0]).toBe('North Quarter: messages in the last 30 days that could not be used')
    expect(lines[1]).toMatch(
      /^2 event not_json, \d{4}-\d\d-\d\d \d\d:\d\d to .* UTC, the last one: 2 bytes that are no JSON in UTF-8$/,
    )
    const unknown = await headgate(built, 'system', 'dropped', 'South Quarter')
    expect(unknown).toEqual({
      code: 1,
      out: '',
      err: 'No system has this name: headgate system list shows all of them.\n',
    })
  })

  it('accepts --json for each of them, and imports, devices and fields of messages answer one document', async () => {
    const { built } = await farm()
    const { out, err } = await headgate(built, 'help')
    const lines = `${out}${err}`.split('\n').filter((line) => line.includes('headgate '))
    expect(lines.length).toBeGreaterThan(35)
    expect(lines.filter((line) => !line.includes('[--json]'))).toEqual([])
    const file = path.join(built.dataDir, 'probe.csv')
    await writeFile(file, 'time,P3-20cm\n2026-07-06T12:00:00Z,0.21\n2026-07-06T13:00:00Z,0.22\n')
    const document = async (...words: string[]): Promise<unknown> =>
      JSON.parse((await headgate(built, ...words, '--system', 'North Quarter', '--json')).out)
    const imported = { system: 'North Quarter', probes: [3], readings: 2, refused: 0 }
    expect(await document('readings', 'import', file, '--dry-run')).toMatchObject({
      ...imported,
      dry_run: true,
    })
    expect(await document('readings', 'import', file)).toMatchObject({
      ...imported,
      dry_run: false,
      stored: 2,
    })
    expect(await document('readings', 'device', '--device', 'soil-1', '--probe', '4')).toEqual({
      system: 'North Quarter',
      devices: [{ deviceId: 'soil-1', probe: 4, depthCm: null }],
    })
    expect(await document('readings', 'device', '--device', 'soil-1', '--remove')).toMatchObject({
      removed: true,
    })
    expect(
      await document('readings', 'fields', '--type', 'LSE01', '--fields', 'Bat=battery V'),
    ).toMatchObject({
      types: [{ deviceType: 'LSE01' }],
    })
  })

  it('rotates credentials, lists, shows, finds people and decommissions a system, each as JSON', async () => {
    const { built, owner, connected: system } = await farm()
    const json = async (...words: string[]) => {
      const { out, err, code } = await headgate(built, ...words, '--json')
      expect([words, code, err]).toEqual([words, 0, ''])
      return out
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line))
    }
    const admitted = (id: string, secret: string) => built.app.devices.authenticateDevice(id, secret)
    expect(await json('account', 'ask', owner.email)).toEqual([{ email: owner.email, done: 'ask' }])
    expect(await built.mailTo(owner.email)).toContain('/support-access')
    const [rotated] = z
      .array(z.looseObject({ controller: issued, gateway: issued }))
      .parse(await json('credential', 'rotate', 'North Quarter'))
    expect(await admitted(system.controller.id, system.controller.secret)).toBeNull()
    expect(await admitted(rotated?.gateway.id ?? '', rotated?.gateway.secret ?? '')).toMatchObject({
      kind: 'gateway',
    })
    expect(await json('system', 'list', '--need', 'waiting')).toMatchObject([
      { name: 'North Quarter', owner: { email: owner.email } },
    ])
    expect(await json('system', 'stop', 'North Quarter', 'on')).toEqual([
      { system: 'North Quarter', stopped: true },
    ])
    expect(await json('system', 'show', 'North Quarter')).toMatchObject([
      { stopped: true, needs: ['waiting'] },
    ])
    expect(await json('account', 'find', owner.email)).toMatchObject([{ email: owner.email, state: 'open' }])
    expect(await json('account', 'disable', owner.email, '--reason', 'Left')).toMatchObject([
      { state: 'disabled' },
    ])
    expect(await json('audit', 'export', '--search', 'person act')).toMatchObject([
      { after: { reason: 'Left' } },
    ])
    await json('credential', 'revoke', 'North Quarter')
    expect(await admitted(rotated?.gateway.id ?? '', rotated?.gateway.secret ?? '')).toBeNull()
    await json('system', 'decommission', 'North Quarter', '--confirm', 'North Quarter')
    expect(await json('system', 'list')).toEqual([])
  })

  it('stops in order on a signal', async () => {
    const built = await build()
    const env = besideServer(built)
    // it waits for the lock on the names of systems
    await built.kit.database.write(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('system names', 0))`.execute(tx)
      const owner = await signedUpUser(built)
      const child = spawn(process.execPath, [CLI, ...connection(owner.email)], { env, stdio: 'ignore' })
      const ended = once(child, 'exit')
      await eventually('the command waits', async () => {
        const { rows } = await built.kit.database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'headgate' and datname = current_database()`,
        )
        return rows.length > 0 ? true : null
      })
      child.kill('SIGTERM')
      expect(await ended).toEqual([143, null])
    })
    const { rows } = await built.kit.database.pool.query('select name from systems')
    expect(rows).toEqual([])
  })

  it('reports unknown names, and changes nothing without options', async () => {
    const { built } = await farm()
    const saidTo = async (...words: string[]) => {
      const { code, out, err } = await headgate(built, ...words)
      return [code, out, err.split('\n')[0]]
    }
    expect(await saidTo('system', 'edit', 'North Quarter', '--reason', 'none')).toEqual([
      2,
      '',
      'nothing to change was said',
    ])
    expect(await saidTo('credential', 'revoke', 'North Quarter', '--id', 'x')).toEqual([
      2,
      '',
      '--id: no credential "x" of North Quarter is in use',
    ])
    expect(await saidTo('account', 'find', 'nobody at all')).toEqual([
      1,
      '',
      'Nobody is found by "nobody at all".',
    ])
    expect(
      (await built.kit.database.pool.query("select from audit where action = 'system geometry'")).rowCount,
    ).toBe(0)
    const near = await headgate(built, 'credential', 'lose')
    expect([near.code, near.out, near.err.split('\n').filter(Boolean).length]).toEqual([2, '', 4])
    expect(near.err).toMatch(
      /^There is no command "credential lose"\.\nCommands:\n {2}headgate credential rotate /,
    )
    const help = await headgate(built, 'help')
    expect([help.code, help.err]).toEqual([0, ''])
  })

  it('reports errors in one line', async () => {
    const built = await build()
    const { code, err } = await headgate(built, ...connection('nobody@farm.example'))
    expect([code, err]).toEqual([1, `${problems.account_unknown.message}\n`])
    const { code: typed, err: said } = await headgate(
      built,
      ...connection('x@y.example', '--flow-gpm', 'much'),
    )
    expect([typed, said.split('\n')[0]]).toEqual([2, '--flow-gpm: "much" is not a number'])
    const missing = await headgate(built, 'system', 'connect', '--owner', 'x@y.example')
    expect([missing.code, missing.err.split('\n')[0]]).toEqual([2, '--name is missing'])
  })
})
