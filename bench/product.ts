/** The product as one server process on an empty folder, with one customer signed in, for benches. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { accountPaths } from '../src/contract/accounts/account-paths.ts'
import { tokenPair } from '../src/contract/accounts/accounts.ts'
import { processorTimeMs } from './processor-time.ts'

/** Node's options and the file in `npm start`. */
export const START = startArguments()
export const SERVER_OPTIONS = START.filter((argument) => argument.startsWith('-'))
export const PASSWORD = 'Vq7!grove#Tundra-Zk2pXb'

export interface Product {
  url: string
  dataDir: string
  email: string
  /** One for each login of the customer. */
  access: string[]
  /** Processor time so far of the server and its database, milliseconds. */
  processorTimeMs(): Promise<number>
  stop(): Promise<void>
}

export async function startProduct(logins: number, extraEnv: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'headgate-bench-'))
  const settings = {
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
    ACCESS_TTL: '12h',
    TRUST_PROXY: 'loopback',
  }
  const env = { ...process.env, ...settings, ...extraEnv, DATA_DIR: dataDir }
  const child = spawn(process.execPath, START, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await addressOf(child)
    const email = 'pat@farm.example'
    await signUp(url, email, dataDir)
    const access = await loggedIn(url, email, logins)
    return {
      url,
      dataDir,
      email,
      access,
      processorTimeMs: () => processorTimeMs(child.pid ?? 0, dataDir),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function startArguments(): string[] {
  const root = path.join(import.meta.dirname, '..')
  const { scripts } = z
    .object({ scripts: z.object({ start: z.templateLiteral(['exec node ', z.string()]) }) })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  return scripts.start
    .split(' ')
    .slice(2)
    .map((argument) => (argument.startsWith('-') ? argument : path.join(root, argument)))
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('the server ended before it was ready')
}

export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function signUp(url: string, email: string, dataDir: string): Promise<void> {
  await post(url + accountPaths.users, {
    name: 'Pat Grower',
    email,
    password: PASSWORD,
    re_password: PASSWORD,
  })
  const [uid = '', token = ''] = await linkIn(path.join(dataDir, 'outbox'))
  await post(url + accountPaths.activation, { uid, token })
}

async function loggedIn(url: string, email: string, times: number): Promise<string[]> {
  const createOne = async () => {
    const response = await post(url + accountPaths.create, { email, password: PASSWORD })
    return tokenPair.parse(await response.json()).access
  }
  return Promise.all(Array.from({ length: times }, createOne))
}

async function linkIn(outbox: string): Promise<string[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const mail = (await readdir(outbox).catch((): string[] => [])).find((name) => name.endsWith('.eml'))
    const source = mail && (await readFile(path.join(outbox, mail), 'utf8')).replaceAll('=\r\n', '')
    const link = source && /\/activate\/([\w-]+)\/([\w-]+)/.exec(source)
    if (link) return link.slice(1)
    await sleep(50)
  }
  throw new Error('no mail')
}
