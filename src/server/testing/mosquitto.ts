/** Mosquitto as an operator would configure it: passwords, and an access list that restricts each device to its topics. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { controllerTopic, upwardTopics } from '../../contract/controller.ts'
import type { Connected } from '../devices/device-link.ts'
import { eventually } from './test-device.ts'

export const mosquittoIsHere = !spawnSync('mosquitto', ['-h']).error

type Admitted = Pick<Connected, 'topicId' | 'controller' | 'gateway'> & Partial<Connected>

export interface Mosquitto {
  /** For MQTT_URL, with the server's own credentials. */
  serverUrl: string
  /** Where devices connect. */
  url: string
  /** Allows these devices, each its own topics. */
  admit(devices: Admitted[]): Promise<void>
  /** Ends like a power cut; persisted data is lost. */
  kill9(): Promise<void>
  start(): Promise<void>
  /** Pauses it with its connections open. */
  pause(): void
  resume(): void
}

const SERVER = { id: 'headgate', secret: 'only for this test' }

/** A port with no listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function accessOf({ topicId, controller, gateway }: Admitted): string {
  const out = upwardTopics.map((topic) => `topic write ${controllerTopic(topicId, topic)}`)
  return [
    `user ${controller.id}`,
    ...out,
    `topic read ${controllerTopic(topicId, 'desired')}`,
    `user ${gateway.id}`,
    `topic write ${controllerTopic(topicId, 'readings')}`,
  ].join('\n')
}

/** @param usedPort the port after a restart; by default a free one */
export async function startMosquitto(usedPort?: number): Promise<Mosquitto> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-mosquitto-'))
  // as root it switches to another user, who must be able to read these
  await chmod(folder, 0o755)
  const port = usedPort ?? (await freePort())
  const files = { passwords: path.join(folder, 'passwords'), access: path.join(folder, 'access') }
  const config = path.join(folder, 'mosquitto.conf')
  await writeFile(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${files.passwords}`,
      `acl_file ${files.access}`,
      'max_queued_messages 100000',
    ].join('\n'),
  )
  let child: ChildProcess | undefined

  async function write(devices: Admitted[]): Promise<void> {
    const people = [SERVER, ...devices.flatMap(({ controller, gateway }) => [controller, gateway])]
    await writeFile(files.passwords, people.map(({ id, secret }) => `${id}:${secret}`).join('\n'))
    spawnSync('mosquitto_passwd', ['-U', files.passwords])
    await chmod(files.passwords, 0o644)
    const all = `user ${SERVER.id}\ntopic readwrite vri/v1/#`
    await writeFile(files.access, [all, ...devices.map(accessOf)].join('\n\n'))
    await chmod(files.access, 0o644)
  }

  async function kill9(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async function start(): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null) return
    child = spawn('mosquitto', ['-c', config], { stdio: 'ignore' })
    await eventually('Mosquitto', () => answers(port))
  }

  onTestFinished(async () => {
    await kill9()
    await rm(folder, { recursive: true })
  })
  await write([])
  await start()
  return {
    serverUrl: `mqtt://${SERVER.id}:${encodeURIComponent(SERVER.secret)}@127.0.0.1:${port}`,
    url: `mqtt://127.0.0.1:${port}`,
    kill9,
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async admit(devices) {
      await write(devices)
      await kill9()
      await start()
    },
  }
}

async function answers(port: number): Promise<true | null> {
  const socket = connect(port, '127.0.0.1')
  const answer = await once(socket, 'connect').catch(() => null)
  socket.destroy()
  return answer && true
}
