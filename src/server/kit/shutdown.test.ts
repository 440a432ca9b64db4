/** The shutdown order of a process and its exit code, in separate processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'

/** Prints its steps; the code of the drain and after the preparation is given as text. */
const SCRIPT = `
const [shutdown, log, drain, afterwards] = process.argv.slice(1)
const { prepareShutdown } = await import(shutdown)
const { createLog } = await import(log)
const say = (text) => console.log(JSON.stringify({ msg: text }))
const { begin } = prepareShutdown(createLog({ logLevel: 'info' }), {
  drain: async () => { say('drain'); await new Function(drain)() },
  release: async () => say('release'),
  drainWithinMs: 1000,
})
setInterval(() => undefined, 60000)
say('ready')
new Function("begin", afterwards)(begin)
`

const WAIT = 'return new Promise((resolve) => setTimeout(resolve, 300))'

interface Ended {
  code: number | null
  said: string[]
}

/** The output after it is ready, and how it exits; `signals` are sent one after another while it drains. */
async function ends({ drain = '', afterwards = '', signals = [] as NodeJS.Signals[] }): Promise<Ended> {
  const files = ['shutdown.ts', 'log.ts'].map((name) => new URL(name, import.meta.url).href)
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, ...files, drain, afterwards], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const messages: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      const { msg }: { msg: string } = JSON.parse(line)
      messages.push(msg)
      const next = /^(ready|drain|stopping already)$/.test(msg) ? signals.shift() : undefined
      if (next) child.kill(next)
    })
  await once(child, 'close')
  return { code: child.exitCode, said: messages.slice(1).toSorted() }
}

it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'])('drains at %s, once', async (signal) => {
  expect(await ends({ drain: WAIT, signals: [signal, 'SIGTERM', 'SIGINT'] })).toEqual({
    code: 0,
    said: ['drain', 'release', 'stopping', 'stopping already'],
  })
})

it('exits when requested', async () => {
  expect(await ends({ afterwards: 'begin(3)' })).toEqual({ code: 3, said: ['drain', 'release'] })
})

it.each([
  { of: 'an error that nobody caught', afterwards: 'setTimeout(() => { throw new Error("a fault") })' },
  { of: 'a rejection that nobody handled', afterwards: 'Promise.reject(new Error("a fault"))' },
])('stops in order after $of, with another exit code', async ({ afterwards }) => {
  expect(await ends({ afterwards })).toEqual({
    code: 1,
    said: ['drain', 'release', 'stopping after an error'],
  })
})

it('continues the shutdown after a second error', async () => {
  const drain = `setTimeout(() => { throw new Error("another") }); ${WAIT}`
  expect(await ends({ drain, signals: ['SIGTERM'] })).toEqual({
    code: 1,
    said: ['drain', 'release', 'stopping', 'stopping after an error'],
  })
})

it.each([
  { of: 'has no end', drain: 'return new Promise(() => undefined)', why: 'not everything was done in time' },
  { of: 'fails', drain: 'throw new Error("a fault")', why: 'the stop is not clean' },
])('releases what would stay behind when the drain $of', async ({ drain, why }) => {
  expect(await ends({ drain, signals: ['SIGTERM'] })).toEqual({
    code: 1,
    said: ['drain', why, 'release', 'stopping'].toSorted(),
  })
})
