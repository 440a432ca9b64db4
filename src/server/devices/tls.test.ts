/** The embedded broker with TLS, with a certificate that the test generates. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../kit/config.ts'
import { appliedReport, connectTestDevice, connectDevice, eventually } from '../testing/test-device.ts'
import { desire, farm, newestDelivery } from '../testing/farm.ts'

const openssl = !spawnSync('openssl', ['version']).error

async function folder(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-tls-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

/** A certificate authority and a certificate for this host. */
async function selfSigned(): Promise<{ MQTT_TLS_CERT: string; MQTT_TLS_KEY: string }> {
  const place = await folder()
  const MQTT_TLS_CERT = path.join(place, 'cert.pem')
  const MQTT_TLS_KEY = path.join(place, 'key.pem')
  const subject = '/CN=localhost -addext subjectAltName=IP:127.0.0.1,DNS:localhost'
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  const files = `-keyout ${MQTT_TLS_KEY} -out ${MQTT_TLS_CERT}`
  const result = spawnSync('openssl', `req ${kind} -subj ${subject} ${files}`.split(' '))
  expect(result.status).toBe(0)
  return { MQTT_TLS_CERT, MQTT_TLS_KEY }
}

describe.skipIf(!openssl)('MQTT under TLS (skipped where openssl is not installed)', () => {
  it('delivers settings to a machine that trusts the certificate, besides the plain port', async () => {
    const files = await selfSigned()
    const { built, controllerId, controller } = await farm({ ...files, MQTT_TLS_PORT: '0' })
    const url = `mqtts://127.0.0.1:${built.app.devices.mqttTlsPort}`
    await expect(connectDevice(url, controller)).rejects.toThrow(/self-signed/)
    await expect(
      connectDevice(`mqtt://127.0.0.1:${built.app.devices.mqttTlsPort}`, controller),
    ).rejects.toThrow("Couldn't connect to server")
    const ca = await readFile(files.MQTT_TLS_CERT)
    await expect(connectDevice(url, { ...controller, secret: 'wrong' }, { ca })).rejects.toThrow(
      'Not authorized',
    )
    const hand = await connectTestDevice(url, controller, { ca })
    await desire(built, controllerId, 1)
    await hand.publish('reported', appliedReport(await hand.desired()))
    await eventually('applied', async () => (await newestDelivery(built, controllerId))?.appliedAt ?? null)
    expect(await built.call('/readyz')).toMatchObject({ status: 200 })
  })

  it('names the variable that is wrong', async () => {
    const { MQTT_TLS_CERT, MQTT_TLS_KEY } = await selfSigned()
    const otherPair = await selfSigned()
    const junk = path.join(await folder(), 'junk.pem')
    await writeFile(junk, 'no certificate')
    const wrong: [Record<string, string>, RegExp][] = [
      [{ MQTT_TLS_CERT, MQTT_TLS_KEY: `${MQTT_TLS_KEY}.missing` }, /^MQTT_TLS_KEY: .* cannot be read/],
      [{ MQTT_TLS_CERT: junk, MQTT_TLS_KEY }, /^MQTT_TLS_CERT: certificate and key/],
      [{ MQTT_TLS_CERT, MQTT_TLS_KEY: otherPair.MQTT_TLS_KEY }, /^MQTT_TLS_CERT: certificate and key/],
    ]
    for (const [variables, message] of wrong)
      await expect(farm({ ...variables, MQTT_TLS_PORT: '0' })).rejects.toThrow(message)
  })
})

describe('certificate and key variables', () => {
  it('must be set together', () => {
    expect(readConfig({}).mqttTls).toBeNull()
    expect(() => readConfig({ MQTT_TLS_CERT: 'c' })).toThrow('MQTT_TLS_KEY: certificate and key go together')
    expect(() => readConfig({ MQTT_TLS_KEY: 'k' })).toThrow('MQTT_TLS_CERT: certificate and key go together')
    expect(readConfig({ MQTT_TLS_CERT: '/c', MQTT_TLS_KEY: '/k' }).mqttTls).toEqual({
      cert: '/c',
      key: '/k',
      port: 8883,
    })
  })
})
