/** Load in a separate process, controlled over Node's IPC channel, so that loads and the server share no event loop. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'

/** Requests to a worker; both sides parse them with the same schemas. */
export interface Call<A, R> {
  readonly name: string
  readonly request: z.ZodType<A>
  readonly answered: z.ZodType<R>
}

export function defineCall<A, R>(name: string, request: z.ZodType<A>, answered: z.ZodType<R>): Call<A, R> {
  return { name, request, answered }
}

const request = z.object({ id: z.int(), name: z.string(), body: z.unknown() })
const reply = z.object({ id: z.int(), body: z.unknown(), error: z.optional(z.string()) })

export interface Worker {
  readonly pid: number
  /** @throws Error if the work failed, or the process exited first */
  ask<A, R>(call: Call<A, R>, body: A): Promise<R>
  stop(): Promise<void>
}

interface Asked {
  resolve(body: unknown): void
  reject(error: Error): void
}

/** @param file in this folder */
export function startWorker(file: string): Worker {
  // with the options of Node alone: this process has those of the server
  const child = fork(path.join(import.meta.dirname, file), { execArgv: [] })
  const pending = new Map<number, Asked>()
  let asks = 0
  child.on('message', (message) => {
    const { id, body, error } = reply.parse(message)
    if (error === undefined) pending.get(id)?.resolve(body)
    else pending.get(id)?.reject(new Error(`${file}: ${error}`))
    pending.delete(id)
  })
  child.once('exit', () => {
    for (const { reject } of pending.values()) reject(new Error(`${file} ended`))
  })
  return {
    pid: child.pid ?? 0,
    async ask(call, body) {
      asks += 1
      const id = asks
      const reply = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }))
      child.send({ id, name: call.name, body })
      return call.answered.parse(await reply)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Handler {
  name: string
  run(body: unknown): Promise<unknown>
}

export function answering<A, R>(call: Call<A, R>, work: (input: A) => Promise<R>): Handler {
  return { name: call.name, run: (body) => work(call.request.parse(body)) }
}

/** The worker's side: answers until the parent exits. */
export function serve(...handlers: Handler[]): void {
  const answer = async (message: unknown): Promise<object> => {
    const { id, name, body } = request.parse(message)
    try {
      const handler = handlers.find((candidate) => candidate.name === name)
      if (!handler) throw new Error(`cannot ${name}`)
      return { id, body: await handler.run(body) }
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) }
    }
  }
  process.on('message', (message) => {
    void answer(message).then((response) => process.send?.(response))
  })
  process.on('disconnect', () => process.exit(0))
}
