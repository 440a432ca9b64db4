/** A proxy in front of the server that can stall connections and simulate a newer build. */
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'

export interface LinkProxy {
  url: string
  /** From now on connections stall: they are neither answered nor refused. */
  stall(): void
  /** From now on the server has another build: its page refers to other scripts, and the old ones are gone. */
  deploy(): void
  stop(): Promise<void>
}

export async function linkProxy(target: string): Promise<LinkProxy> {
  const { hostname, port } = new URL(target)
  let stalled = false
  let deployed = false
  const pendingResponses = new Set<ServerResponse>()

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    if (stalled) return
    if (deployed && path.startsWith('/assets/')) {
      response.writeHead(404).end()
      return
    }
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const onward = ask({ hostname, port, path, method: request.method, headers }, (answer) => {
      const page = deployed && (answer.headers['content-type'] ?? '').startsWith('text/html')
      if (page) {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const html = Buffer.concat(chunks).toString().replaceAll('/assets/', '/assets/next-')
          const { 'content-length': _, ...rest } = answer.headers
          response.writeHead(answer.statusCode ?? 502, rest).end(html)
        })
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (chunk) => stalled || response.write(chunk))
      answer.on('end', () => stalled || response.end())
      answer.on('error', () => response.destroy())
      response.on('close', () => answer.destroy())
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }

  const server = createServer((request, response) => {
    pendingResponses.add(response)
    response.on('close', () => pendingResponses.delete(response))
    pass(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stall: () => void (stalled = true),
    deploy: () => void (deployed = true),
    async stop() {
      for (const response of pendingResponses) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
