/** Listeners of the embedded broker: plain on loopback, and TLS for machines in the field. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Config, ConfigError } from '../../kit/config.ts'
import { listenProblem } from '../../kit/listen-problem.ts'

const LOOPBACK = '127.0.0.1'
const DEAD_PEER_AFTER_MS = 60_000

export interface BrokerPorts {
  /** @throws ConfigError naming the variable of a port that is taken or a file that is not readable */
  open(take: (socket: Socket) => void): Promise<void>
  close(): Promise<void>
  /** Known once open; null when not configured. */
  plain(): number | null
  tls(): number | null
}

export type PortsConfig = Pick<Config, 'host' | 'mqttPort' | 'mqttTls'>

export function createBrokerPorts({ host, mqttPort, mqttTls }: PortsConfig): BrokerPorts {
  let plain: Server | undefined
  let tls: Server | undefined

  return {
    async open(take) {
      const greet = (socket: Socket) => {
        socket.setNoDelay(true)
        socket.setKeepAlive(true, DEAD_PEER_AFTER_MS)
        take(socket)
      }
      plain = await listening(createServer(greet), mqttPort, LOOPBACK, 'MQTT_PORT')
      if (!mqttTls) return
      const files = {
        cert: await pem('MQTT_TLS_CERT', mqttTls.cert),
        key: await pem('MQTT_TLS_KEY', mqttTls.key),
      }
      tls = await listening(tlsServer(files, greet), mqttTls.port, host, 'MQTT_TLS_PORT')
    },
    async close() {
      await Promise.all([closed(plain), closed(tls)])
    },
    plain: () => portOf(plain),
    tls: () => portOf(tls),
  }
}

async function pem(variable: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new ConfigError(variable, `the file ${file} cannot be read`)
  })
}

function tlsServer(files: { cert: string; key: string }, take: (socket: Socket) => void): Server {
  try {
    const server = createTlsServer({ ...files, minVersion: 'TLSv1.2' }, take)
    // a failed handshake is not an error of the server
    server.on('tlsClientError', () => undefined)
    return server
  } catch {
    throw new ConfigError('MQTT_TLS_CERT', 'certificate and key must be PEM files that belong together')
  }
}

async function listening(server: Server, port: number, host: string, variable: string): Promise<Server> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw listenProblem(error, { host }, { port, variable })
  })
  return server
}

async function closed(server: Server | undefined): Promise<void> {
  if (server) await new Promise((done) => server.close(done))
}

function portOf(server: Server | undefined): number | null {
  const address = server?.address()
  return typeof address === 'object' && address ? address.port : null
}
