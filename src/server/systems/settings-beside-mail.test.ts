/** Settings while the mail server accepts connections and never answers. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { accountPaths } from '../../contract/accounts/account-paths.ts'
import { connectTestDevice } from '../testing/test-device.ts'
import { farmOn, validInput } from '../testing/factories.ts'

const SIGN_UPS = 100

async function silentMailServer(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

it('a setting reaches its machine while a hundred mails wait for a server that never answers', async () => {
  const { built, connected, send } = await farmOn({
    SMTP_URL: await silentMailServer(),
    TRUST_PROXY: 'loopback',
  })
  for (let n = 0; n < SIGN_UPS; n += 1) {
    const { status } = await built.call(accountPaths.users, {
      json: {
        name: `Pat ${n}`,
        email: `pat-${n}@farm.example`,
        password: 'water runs downhill',
        re_password: 'water runs downhill',
      },
      headers: { 'x-forwarded-for': `10.0.0.${n}` },
    })
    expect(status).toBe(201)
  }
  const hand = await connectTestDevice(built.app.devices.mqttUrl, connected.controller)
  const savedAt = Date.now()
  expect((await send(validInput())).status).toBe(200)
  await hand.desired()
  process.stdout.write(`a setting beside ${SIGN_UPS} waiting mails: ${Date.now() - savedAt} ms\n`)
  const { rows } = await built.kit.database.pool.query(`select count(*) from jobs where name = 'send-mail'`)
  expect(rows[0].count).toBeGreaterThanOrEqual(SIGN_UPS)
})
