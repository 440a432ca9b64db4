/** `headgate simulate` as typed by a person, beside a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemList, systemPaths } from '../../contract/systems.ts'
import type { Built } from '../testing/build.ts'
import { connectTestDevice, eventually } from '../testing/test-device.ts'
import { farm, validInput } from '../testing/factories.ts'

const CLI = new URL('../cli.ts', import.meta.url).pathname

function simulate({ databaseUrl, dataDir, app }: Built, ...words: string[]) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test' }
  const args = [CLI, 'simulate', ...words, '--mqtt-url', app.devices.mqttUrl]
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return { child, lines, ended, err: text(child.stderr) }
}

async function credentials({ kit }: Built) {
  const { rows } = await kit.database.pool.query(
    'select id, revoked_at from device_credentials order by issued_at, id',
  )
  return rows
}

describe('headgate simulate', () => {
  it('runs a machine that applies settings, with credentials that end with it', async () => {
    const { built, owner, send } = await farm()
    const { child, ended, err } = simulate(
      built,
      'North Quarter',
      '--warp',
      '60',
      '--seed',
      '7',
      '--duplicate',
    )
    const [system] = await eventually('the machine', async () => {
      const systems = systemList.parse((await built.call(systemPaths.list, owner)).body)
      return systems[0]?.online && systems[0].telemetry ? systems : null
    })
    expect(system?.telemetry?.moving).toBe(true)
    await send(validInput())
    await eventually('applied', async () => {
      const [now] = systemList.parse((await built.call(systemPaths.list, owner)).body)
      return now?.delivery === 'applied' ? true : null
    })
    expect(await credentials(built)).toHaveLength(4)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await err).toBe('')
    const after = await credentials(built)
    expect(after.map(({ revoked_at }) => revoked_at === null)).toEqual([true, true, false, false])
    const { rows } = await built.kit.database.pool.query(
      `select action from audit where action like 'credential%' order by id`,
    )
    expect(rows).toEqual([{ action: 'credential issue' }, { action: 'credential revoke' }])
  })

  it('has the requested faults', async () => {
    const { built, owner, send } = await farm()
    await send(validInput())
    const { lines } = simulate(built, 'North Quarter', '--reject', 'VALVE_COUNT', '--stopped')
    await eventually('rejected', async () => {
      const [now] = systemList.parse((await built.call(systemPaths.list, owner)).body)
      return now?.delivery === 'rejected' && now.delivery_code === 'VALVE_COUNT' ? true : null
    })
    expect(lines.some((line) => line.includes('"rejected"'))).toBe(true)
  })

  it('does not replace a connected machine, and says so', async () => {
    const { built, connected } = await farm()
    const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
    await hand.publish('status', { state: 'online', session: 's', at: new Date().toISOString() })
    const { ended, err } = simulate(built, 'North Quarter')
    expect(await ended).toEqual([1, null])
    expect(await err).toContain('A controller of this system is connected')
    expect(await credentials(built)).toHaveLength(2)
    const wrong = simulate(built, 'North Quarter', '--warp', 'fast')
    expect(await wrong.ended).toEqual([2, null])
    expect(await simulate(built, 'Nowhere').ended).toEqual([1, null])
  })
})
