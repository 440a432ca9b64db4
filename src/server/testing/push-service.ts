/** A push service on loopback (RFC 8030) with subscribed browsers that decrypt messages (RFC 8291). */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

/** The application server's key pair of the example in RFC 8291, section 5. */
export const RFC_8291_KEYS = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}

export interface PushedMessage {
  browser: string
  json: unknown
  ttl: string | undefined
  urgency: string | undefined
  topic: string | undefined
  /** Claims of the application server, with a verified signature. */
  claims: { aud: string; sub: string; exp: number }
  publicKey: string
}

interface Browser {
  ecdh: ECDH
  auth: Buffer
  /** Answers with this status instead of accepting it. */
  status: number
}

export async function pushService() {
  const browsers = new Map<string, Browser>()
  const pushed: PushedMessage[] = []
  /** What was wrong with a message; a real service would refuse it. */
  const wrong: string[] = []
  const server = createServer((request, response) => {
    void receive(request)
      .then((status) => response.writeHead(status).end())
      .catch((error: unknown) => {
        wrong.push(String(error))
        response.writeHead(400).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const origin = `http://127.0.0.1:${address.port}`

  async function receive(request: IncomingMessage): Promise<number> {
    const name = request.url?.replace('/push/', '') ?? ''
    const browser = browsers.get(name)
    const body = await bodyOf(request)
    if (!browser) return 404
    if (browser.status !== 201) return browser.status
    const { headers, method } = request
    if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') return 400
    const [claims, publicKey] = vapidOf(headers.authorization ?? '')
    pushed.push({
      browser: name,
      json: JSON.parse(decrypted(body, browser).toString()),
      ttl: headers['ttl']?.toString(),
      urgency: headers['urgency']?.toString(),
      topic: headers['topic']?.toString(),
      claims,
      publicKey,
    })
    return 201
  }

  return {
    origin,
    pushed,
    wrong,
    /** A new subscription of a browser; the data that it gives to the server. */
    browser(name: string) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const subscriber = { ecdh, auth, status: 201 }
      browsers.set(name, subscriber)
      return {
        subscription: {
          endpoint: `${origin}/push/${name}`,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        /** Status of its further answers: 410, the subscription is gone; 500, try again. */
        answers: (status: number) => {
          subscriber.status = status
        },
      }
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** RFC 8188 with one record, keys by RFC 8291, section 3.4. */
function decrypted(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const shared = ecdh.computeSecret(senderKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('no last record')
  return padded.subarray(0, end)
}

/** RFC 8292: a signed token, and its public key. */
function vapidOf(authorization: string): [PushedMessage['claims'], string] {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const raw = Buffer.from(publicKey, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const good = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!good) throw new Error('signature not good')
  return [JSON.parse(Buffer.from(payload, 'base64url').toString()), publicKey]
}
