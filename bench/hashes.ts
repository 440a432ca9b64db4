/** A password hash once a second, without priority: what one costs meanwhile on the machine under load. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hash, processorMsSince } from './machine-worth.ts'
import { leavePriority } from './priority.ts'
import { answering, defineCall, serve } from './worker.ts'

const EVERY_MS = 1000

/** Processor time of each hash since the last call, milliseconds. */
export const hashCosts = defineCall('hash costs', z.object({}), z.object({ costsMs: z.array(z.number()) }))

const costsMs: number[] = []

async function hashNowAndThen(): Promise<void> {
  leavePriority()
  for (;;) {
    const before = process.cpuUsage()
    await hash()
    costsMs.push(processorMsSince(before))
    await sleep(EVERY_MS)
  }
}

if (import.meta.main) {
  void hashNowAndThen()
  serve(answering(hashCosts, () => Promise.resolve({ costsMs: costsMs.splice(0) })))
}
