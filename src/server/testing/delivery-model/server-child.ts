/** A server process under a supervisor that restarts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.ts'

const START_AGAIN_MS = 300

export interface ServerChild {
  readonly url: string
  start(): void
  kill9(): Promise<void>
  pause(): void
  resume(): void
  isReady(): Promise<boolean>
  /** When it was last paused or down: reports sent during that time may be lost. */
  deafAt(): number
  /** Permanently, even after the end of another fault. */
  end(): Promise<void>
  /** Stops it without waiting, when the test's own process exits. */
  abandon(): void
}

interface ServerOptions {
  main: string
  port: number
  variables: Record<string, string>
  /** Receives its output. */
  logFile: string
  /** A server that was ready exited without being stopped. */
  died(how: string): void
}

export function createServerChild({ main, port, variables, logFile, died }: ServerOptions): ServerChild {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let shouldRun = false
  let over = false
  let deafAt = performance.now()

  function start(): void {
    if (over) return
    shouldRun = true
    if (child) return
    const started = spawn(process.execPath, [main], {
      env: { ...process.env, ...variables, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let wasReady = false
    const listen = (piece: Buffer) => {
      if (piece.includes(' is ready at ')) wasReady = true
      appendFileSync(logFile, piece)
    }
    started.stdout.on('data', listen)
    started.stderr.on('data', listen)
    started.once('exit', (code, signal) => {
      child = undefined
      if (!shouldRun) return
      appendFileSync(logFile, `ended by itself: ${code ?? signal}\n`)
      if (wasReady) died(`${code ?? signal}`)
      // a server without a database exits, and its supervisor starts it again
      void sleep(START_AGAIN_MS).then(() => shouldRun && start())
    })
  }

  async function kill9(): Promise<void> {
    shouldRun = false
    deafAt = performance.now()
    if (!child) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  return {
    url,
    start,
    kill9,
    end() {
      over = true
      return kill9()
    },
    pause() {
      deafAt = performance.now()
      child?.kill('SIGSTOP')
    },
    deafAt: () => deafAt,
    resume: () => void child?.kill('SIGCONT'),
    abandon: () => void child?.kill('SIGKILL'),
    isReady: async () => (await ask(`${url}/readyz`, { withinMs: 3000 }))?.status === 200,
  }
}
