/** Statements are sent together: writes of one turn of the event loop in one system call, those of the next in another. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { BatchingSocket } from './prepared-statements.ts'

async function connected() {
  let received = ''
  const server = createServer((peer) => peer.setEncoding('utf8').on('data', (text) => (received += text)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const socket = new BatchingSocket()
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const calls = vi.spyOn(socket, '_writev')
  const single = vi.spyOn(socket, '_write')
  socket.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  return { socket, written: () => received, calls: () => calls.mock.calls.length + single.mock.calls.length }
}

it('sends what is written in one turn together and in order, at any depth of promises', async () => {
  const { socket, written, calls } = await connected()
  const later = async (text: string) => {
    await Promise.resolve()
    socket.cork()
    socket.write(text)
    socket.write('-')
    socket.uncork()
  }
  socket.write('begin ')
  await Promise.all(['a', 'b', 'c'].map(later))
  await expect.poll(written).toBe('begin a-b-c-')
  expect(calls()).toBe(1)
})

it('sends what is written in the next turn without delay', async () => {
  const { socket, written, calls } = await connected()
  socket.write('first')
  await expect.poll(written).toBe('first')
  socket.write('second')
  await expect.poll(written).toBe('firstsecond')
  expect(calls()).toBe(2)
})
