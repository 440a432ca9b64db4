/** The two connections of a gateway to the server; each repeats a message until it is acknowledged, like gateways in the field. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { controllerTopic } from '../src/contract/controller.ts'
import { readingPaths } from '../src/contract/readings.ts'
import { type Credential, joinBroker, type MqttLink } from './mqtt-link.ts'

/** Why gateways repeated a message. */
export interface Troubles {
  /** Answers over HTTP that were not 200. */
  refused: number
  /** Connections that ended, and requests without an answer. */
  cutOff: number
}

/** Resolves when the server has acknowledged the message. */
export type Send = (body: Buffer) => Promise<void>

const TRY_AGAIN_S = 1

export async function overMqtt(url: string, credential: Credential, troubles: Troubles): Promise<Send> {
  const topic = controllerTopic(credential.id.split('-')[0] ?? '', 'readings')
  const waiting = new Map<number, { body: Buffer; done(): void }>()
  let link: MqttLink | undefined
  let packets = 0

  async function join(): Promise<void> {
    link = await joinBroker(url, credential, {
      taken(packetId) {
        waiting.get(packetId)?.done()
        waiting.delete(packetId)
      },
      lost() {
        troubles.cutOff += 1
        link = undefined
        void sleep(TRY_AGAIN_S * 1000).then(join)
      },
    })
    for (const [packetId, { body }] of waiting) link.publish(topic, body, { packetId, again: true })
  }

  await join()
  return (body) =>
    new Promise((done) => {
      packets = (packets % 0xffff) + 1
      waiting.set(packets, { body, done })
      link?.publish(topic, body, { packetId: packets })
    })
}

export function overHttp(url: string, { id, secret }: Credential, troubles: Troubles): Send {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Device ${id}:${secret}`, 'content-type': 'application/json' }

  /** @returns seconds to wait before it is sent again, 0 if it was accepted */
  const attempt = (body: Buffer) =>
    new Promise<number>((resolve) => {
      const outgoing = request(url + readingPaths.ingest, { agent, headers, method: 'POST' }, (response) => {
        response.resume()
        const accepted = response.statusCode === 200
        if (!accepted) troubles.refused += 1
        response.on('close', () =>
          resolve(accepted ? 0 : Number(response.headers['retry-after'] ?? TRY_AGAIN_S) || TRY_AGAIN_S),
        )
      })
      outgoing.on('error', () => {
        troubles.cutOff += 1
        resolve(TRY_AGAIN_S)
      })
      outgoing.end(body)
    })

  return async (body) => {
    for (let wait = await attempt(body); wait > 0; wait = await attempt(body)) await sleep(wait * 1000)
  }
}
