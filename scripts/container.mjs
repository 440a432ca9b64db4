#!/usr/bin/env node
/** Runs the steps of deploy/Containerfile as an ordinary user in a separate folder; prints size and time until ready: `node scripts/container.mjs`. */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../src/server/kit/postgres/launcher.ts'

const LIMIT_MB = 400
const READY_WITHIN_MS = 60_000
/** `nobody`, if there is no other user to switch to. */
const NOBODY = 65_534

const root = join(import.meta.dirname, '..')
if (!existsSync(join(root, 'dist'))) throw new Error('build the pages first: npm run build')
const install = /RUN (npm install --omit=dev .*)/.exec(
  readFileSync(join(root, 'deploy/Containerfile'), 'utf8'),
)?.[1]
if (!install) throw new Error('deploy/Containerfile installs nothing')

const folder = mkdtempSync(join(tmpdir(), 'headgate-container-'))
const dataDir = mkdtempSync(join(tmpdir(), 'headgate-container-db-'))
const app = join(folder, 'app')
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const quiet = { info: () => undefined, warn: () => undefined }
chmodSync(folder, 0o755)

/** Bytes on the disk of everything below. */
const megabytes = (directory) =>
  Number(/^\d+/.exec(spawnSync('du', ['-sm', directory]).stdout.toString())?.[0])

function give(to) {
  if (user.uid === undefined) return
  chownSync(to, user.uid, user.gid)
  for (const entry of readdirSync(to, { recursive: true }))
    chownSync(join(to, String(entry)), user.uid, user.gid)
}

async function readyMs(url, started) {
  while (performance.now() - started < READY_WITHIN_MS) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return Math.round(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it was not ready within a minute')
}

let postgres
let server
try {
  for (const part of ['package.json', 'package-lock.json', '.npmrc', 'dist', 'migrations', 'src'])
    cpSync(join(root, part), join(app, part), { recursive: true })
  give(folder)
  const home = { ...process.env, HOME: folder, npm_config_cache: join(folder, '.npm') }
  const installed = spawnSync('sh', ['-c', install], { cwd: app, env: home, stdio: 'inherit', ...user })
  if (installed.status !== 0) throw new Error('the installation failed')
  const modules = megabytes(join(app, 'node_modules'))
  const node = megabytes(process.execPath)
  const total = megabytes(app) + node
  process.stdout.write(`modules ${modules} MB, with the product and node ${total} MB of ${LIMIT_MB}\n`)

  postgres = await startPostgres({ dataDir, log: quiet })
  const started = performance.now()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    JWT_SECRET: 'of this trial and of nothing else',
    PUBLIC_URL: 'https://farm.example',
  }
  server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: app,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  const url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => {
      const address = /http:\/\/\S+:\d+/.exec(String(text))?.[0]
      if (address) resolve(address)
    })
    server.once('exit', () => reject(new Error('it ended at its start')))
  })
  process.stdout.write(
    `ready after ${await readyMs(url, started)} ms, as ${user.uid === undefined ? 'you' : 'nobody'}\n`,
  )
  const page = await fetch(url)
  process.stdout.write(`its page answers ${page.status}\n`)
  if (total > LIMIT_MB || !page.ok) process.exitCode = 1
} finally {
  if (server && server.exitCode === null) {
    const over = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    process.stdout.write(`it ended with ${await over}\n`)
  }
  await postgres?.stop()
  for (const directory of [folder, dataDir]) rmSync(directory, { recursive: true, force: true })
}
