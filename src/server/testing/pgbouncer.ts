/** PgBouncer in transaction mode in front of a test database. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { eventually } from './test-device.ts'
import { freePort } from './mosquitto.ts'

export const pgBouncerIsHere = !spawnSync('pgbouncer', ['--version']).error

/**
 * @param ignored startup parameters that it ignores instead of refusing the connection
 * @returns the same database's address through it
 */
export async function startPgBouncer(databaseUrl: string, ignored: string[] = []): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-pgbouncer-'))
  // as root it switches to another user, who must be able to read these
  await chmod(folder, 0o755)
  const own = await freePort()
  const users = path.join(folder, 'users')
  const config = path.join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    // few, so that transactions really share them
    'default_pool_size = 6',
    'max_client_conn = 200',
    ...(ignored.length > 0 ? [`ignore_startup_parameters = ${ignored.join(', ')}`] : []),
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...asOther, config], { stdio: 'ignore' })
  onTestFinished(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    await rm(folder, { recursive: true, force: true })
  })
  await eventually('PgBouncer', async () => {
    const socket = connect(own, '127.0.0.1')
    const there = await once(socket, 'connect').catch(() => null)
    socket.destroy()
    return there && true
  })
  return `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`
}
