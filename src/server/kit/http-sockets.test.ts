/** The stop of the server beside connections that say nothing; without http-sockets.ts it waits for them for ever. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createHttp } from './http-server.ts'
import { createLog } from './log.ts'
import { readConfig } from './config.ts'

async function listening() {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const http = await createHttp(config, createLog(config))
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    http.get('/slow', async () => {
      resolve()
      await new Promise<void>((go) => (answer = go))
      return { done: true }
    })
  })
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  /** Resolves with the end of the connection, however it comes. */
  const open = async (text: string): Promise<Promise<boolean>[]> => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(text)
    socket.on('error', () => undefined).resume()
    return [new Promise((resolve) => socket.once('close', () => resolve(true)))]
  }
  return { http, port, open, asked, answer: () => answer() }
}

describe('the stop of the server', () => {
  it('does not wait for who never asked, nor for half a question', async () => {
    const { http, open } = await listening()
    const ends = [...(await open('')), ...(await open('GET /healthz HTTP/1.1\r\nHost: x\r\n'))]
    await http.close()
    expect(await Promise.all(ends)).toEqual([true, true])
  })

  it('answers who is being answered', async () => {
    const { http, port, asked, answer } = await listening()
    const waiting = fetch(`http://127.0.0.1:${port}/slow`)
    await asked
    const closed = http.close()
    answer()
    expect(await (await waiting).json()).toEqual({ done: true })
    await closed
  })
})
