#!/usr/bin/env node
/**
 * Prepares the checkout: `node scripts/prepare.mjs [build] [browser]` installs, builds and finds a browser, each only
 * when needed. Plain JavaScript without dependencies, because whatever Node started npm runs this first.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const windows = process.platform === 'win32'
const node24 = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')
const INSTALLED = join(modules, '.headgate-installed')
const BUILT = join(root, 'dist', '.built')
const LOCK = join(modules, '.headgate-prepare')
const SOURCES = ['src/web', 'src/contract', 'src/agronomy', 'index.html', 'public']
const BUILD_FILES = ['vite.config.ts', 'package-lock.json']

const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** A signal ended this. */
class Stopped extends Error {
  constructor(signal) {
    super(signal)
    this.signal = signal
  }
}

/** Shown to the person as one line; anything else is a bug of this script and shows its stack. */
class Refusal extends Error {}

async function main(steps) {
  if (installNeeded()) await alone(installNeeded, install)
  checkNode()
  if (steps.includes('build') && buildNeeded()) await alone(buildNeeded, build)
  if (steps.includes('browser') && !findBrowser()) installBrowser()
}

function installNeeded() {
  if (!writable(existsSync(modules) ? modules : root)) {
    if (existsSync(modules)) return false
    throw new Refusal(`nothing is installed and this user cannot write ${root}`)
  }
  return timeOf(join(root, 'package-lock.json')) > timeOf(INSTALLED) || !existsSync(INSTALLED)
}

async function install() {
  say('installing packages (a minute, the first time)')
  // A production environment would leave out Node 24 and the build; an --omit in a configuration, the database.
  const include = ['--include=dev', '--include=optional']
  await runNpm([
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--update-notifier=false',
    ...include,
  ])
  writeFileSync(INSTALLED, `${process.version}\n`)
}

function runNpm(args) {
  const env = { ...process.env }
  // With HOME empty npm writes into a folder named "~" here; with one that is not writable, it fails.
  if (!usable(homedir())) env.HOME = join(modules, '.cache', 'home')
  if (!usable(env.npm_config_cache)) env.npm_config_cache = join(env.HOME ?? homedir(), '.npm')
  if (env.HOME) mkdirSync(env.HOME, { recursive: true })
  const cli = process.env.npm_execpath
  const own = cli && /npm-cli\.[cm]?js$/.test(cli)
  if (own) return run(process.execPath, [cli, ...args], 'npm install failed', { env })
  return run('npm', args, 'npm install failed', { env, shell: windows })
}

/** With its install script refused, the package "node" leaves no program, and an old Node would run in its place. */
function checkNode() {
  const bundled = existsSync(node24)
  const version = bundled && process.execPath !== node24 ? versionOf(node24) : process.version
  if (major(version) >= 24) return
  const cause = bundled ? `node_modules has ${version || 'one that does not run'}` : `this is ${version}`
  throw new Refusal(
    `Node 24 or newer is needed and ${cause}: let npm run the install script of the package "node" ` +
      '(allowScripts in package.json), remove node_modules, and try again',
  )
}

function buildNeeded() {
  if (existsSync(BUILT) && newest() <= timeOf(BUILT)) return false
  // built beside the folder that it replaces
  if (writable(root)) return true
  if (existsSync(BUILT)) return false
  throw new Refusal(`the web pages are not built and this user cannot write ${root}`)
}

async function build() {
  say('building the web pages')
  const started = new Date()
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const program = existsSync(node24) ? node24 : process.execPath
  await run(program, [vite, 'build', '--logLevel', 'warn'], 'the build of the web pages failed', {})
  // The time at which it began: changes saved during a build are built the next time.
  writeFileSync(BUILT, '')
  utimesSync(BUILT, started, started)
}

function installBrowser() {
  const root = process.getuid && process.getuid() === 0
  if (root && isDebian()) {
    say('installing chromium')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const installArgs = ['install', '-y', '--no-install-recommends', 'chromium']
    if (apt(...installArgs).status !== 0 && apt('update').status === 0) apt(...installArgs)
    if (findBrowser()) return
  }
  throw new Refusal(
    'the browser tests need a browser: install Chromium or Google Chrome, or run "npx playwright install chromium", ' +
      'or set CHROMIUM_PATH to the program',
  )
}

/** Concurrent starts must not install or build at the same time: the second waits, then checks again. */
async function alone(needed, work) {
  mkdirSync(modules, { recursive: true })
  while (!takeLock()) await sleep(200)
  try {
    if (needed()) await work()
  } finally {
    rmSync(LOCK, { recursive: true, force: true })
  }
}

function takeLock() {
  try {
    mkdirSync(LOCK)
    writeFileSync(join(LOCK, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (!holderLives()) rmSync(LOCK, { recursive: true, force: true })
  return false
}

function holderLives() {
  try {
    process.kill(Number(readFileSync(join(LOCK, 'pid'), 'utf8')) || process.pid, 0)
    return true
  } catch (error) {
    // No number yet: its holder has just created the folder, unless it died at that moment.
    if (error.code === 'ENOENT') return Date.now() - timeOf(LOCK) < 2000
    return error.code === 'EPERM'
  }
}

function newest() {
  const trees = SOURCES.map((name) => join(root, name)).map(newestUnder)
  return Math.max(...trees, ...BUILD_FILES.map((name) => timeOf(join(root, name))))
}

/** Folders count too: their modification time reveals deleted files. */
function newestUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestUnder(join(path, name))))
}

function timeOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? stat.mtimeMs : 0
}

function writable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function usable(folder) {
  return Boolean(folder) && isAbsolute(folder) && writable(nearest(folder))
}

/** The folder itself, or the one in which it would be created. */
function nearest(folder) {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*\bdebian\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function versionOf(program) {
  return (spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '').trim()
}

function major(version) {
  return Number(version.replace(/^v/, '').split('.')[0])
}

/** Stopping this script stops its child process with all its descendants. */
async function run(program, args, failure, options) {
  const stdio = ['ignore', 'inherit', 'inherit']
  // a process group of its own, which can be killed as a whole
  const child = spawn(program, args, { cwd: root, stdio, detached: !windows, ...options })
  let stoppedBy
  const stop = (signal) => {
    stoppedBy = signal
    endAll(child)
  }
  for (const signal of STOPS) process.on(signal, stop)
  const status = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  })
  for (const signal of STOPS) process.off(signal, stop)
  if (stoppedBy) throw new Stopped(stoppedBy)
  if (status !== 0) throw new Refusal(status instanceof Error ? `${failure}: ${status.message}` : failure)
}

function endAll({ pid }) {
  if (pid === undefined) return
  try {
    if (windows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'])
    else process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // the process group is gone
    if (error.code !== 'ESRCH') throw error
  }
}

function say(text) {
  process.stderr.write(`headgate: ${text}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  // exits as it would have without the cleanup
  if (error instanceof Stopped) process.kill(process.pid, error.signal)
  else if (!(error instanceof Refusal) && !error.message.startsWith('CHROMIUM_PATH')) throw error
  else say(error.message)
  process.exitCode = 1
}
