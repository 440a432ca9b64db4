/** A port reserved for a process that is killed and restarted. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range of ephemeral ports. */
const LOWEST = 15_000
const HIGHEST = 30_000

const takenPorts = new Set<number>()

export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (takenPorts.has(port) || !(await isFree(port))) continue
    takenPorts.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
