/** A small mail server for tests, which can be down. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SmtpSink {
  url: string
  /** Raw sources, in order of arrival. */
  mails: string[]
  /** Connection attempts while it was down. */
  refused: () => number
  up(): void
  down(): void
}

/** Down at first: connections are closed, as by a server that is starting. */
export async function smtpSink(): Promise<SmtpSink> {
  const mails: string[] = []
  let down = true
  let refused = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (!down) return converse(socket, mails)
    refused += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused: () => refused,
    up: () => {
      down = false
    },
    down: () => {
      down = true
    },
  }
}

/** The part of RFC 5321 that one client needs. */
function converse(socket: Socket, mails: string[]): void {
  let received = ''
  let inMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.setEncoding('utf8')
  say('220 sink')
  socket.on('data', (text: string) => {
    received += text
    for (let end = received.indexOf(inMail ? '\r\n.\r\n' : '\r\n'); end >= 0;) {
      const part = received.slice(0, end)
      received = received.slice(end + (inMail ? 5 : 2))
      if (inMail) mails.push(part)
      const command = inMail ? '.' : part.slice(0, 4).toUpperCase()
      inMail = command === 'DATA'
      say(command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok')
      if (command === 'QUIT') socket.end()
      end = received.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
    }
  })
}
