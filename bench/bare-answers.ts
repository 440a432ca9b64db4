/** A bare Node server in a process of its own: the upper limit for any web framework on this machine. */
import { createServer } from 'node:http'
import { z } from 'zod'
import { answering, defineCall, serve } from './worker.ts'

const nothing = z.object({})
export const listenBare = defineCall('listen', nothing, z.object({ url: z.string() }))
/** Of the process so far, milliseconds. */
export const spentBare = defineCall('spent', nothing, z.object({ processorMs: z.number() }))

const BODY = JSON.stringify({ status: 'ok' })
const HEADERS = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) }

function listen(): Promise<{ url: string }> {
  const server = createServer((_request, response) => response.writeHead(200, HEADERS).end(BODY))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/` })
    })
  })
}

async function processorTime(): Promise<{ processorMs: number }> {
  const { user, system } = process.cpuUsage()
  return { processorMs: (user + system) / 1000 }
}

if (import.meta.main) serve(answering(listenBare, listen), answering(spentBare, processorTime))
