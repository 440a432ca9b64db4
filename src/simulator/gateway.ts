/** The gateway of a field: carries probe readings to the broker over its own link or, without one, the controller's. */
import { controllerTopic, type DeviceReading } from '../contract/controller.ts'
import { CONTROLLER_MESSAGE_BYTES_MAX, READINGS_PER_MESSAGE_MAX } from '../contract/limits.ts'
import type { Tell } from './control-lines.ts'
import { Link } from './link.ts'
import type { SimulationConfig } from './simulation-config.ts'

/** Bytes of a message besides the readings: the batch's name of at most 128, keys and brackets. */
const ENVELOPE_BYTES = 192

/** Readings cut into messages, in order: both the number and the bytes of a message are limited. */
export function batchesOf(readings: readonly DeviceReading[]): DeviceReading[][] {
  const batches: DeviceReading[][] = []
  let room = 0
  for (const reading of readings) {
    const bytes = Buffer.byteLength(JSON.stringify(reading)) + 1
    const batch = batches.at(-1)
    if (batch && bytes <= room && batch.length < READINGS_PER_MESSAGE_MAX) {
      batch.push(reading)
      room -= bytes
    } else {
      batches.push([reading])
      room = CONTROLLER_MESSAGE_BYTES_MAX - ENVELOPE_BYTES - bytes
    }
  }
  return batches
}

export class Gateway {
  /** Null if the controller's link carries the readings. */
  readonly ownLink: Link | null
  readonly #systemId: string
  readonly #link: Link

  constructor(config: SimulationConfig, controllerLink: Link, tell: Tell) {
    this.#systemId = config.systemId
    this.ownLink = gatewayLink(config, tell)
    this.#link = this.ownLink ?? controllerLink
  }

  start(): void {
    this.ownLink?.open()
  }

  /** Resolves when the broker has acknowledged every batch, however long it was unreachable. */
  async send(name: string, readings: readonly DeviceReading[]): Promise<void> {
    const topic = controllerTopic(this.#systemId, 'readings')
    await Promise.all(
      batchesOf(readings).map((part, i) =>
        this.#link.publish(topic, { batch: `${name}-${i}`, readings: part }, { qos: 1, retain: false }),
      ),
    )
  }

  async stop(): Promise<void> {
    await this.ownLink?.close()
  }
}

function gatewayLink(config: SimulationConfig, tell: Tell): Link | null {
  const { gateway, mqttUrl, reconnectMs, faults } = config
  if (!gateway) return null
  const link = new Link(
    {
      url: mqttUrl,
      clientId: gateway.id,
      username: gateway.id,
      password: gateway.secret,
      reconnectMs,
    },
    {
      connected: () => tell({ event: 'connected', link: 'gateway' }),
      disconnected: () => tell({ event: 'disconnected', link: 'gateway' }),
      refused: (reason) => tell({ event: 'refused', link: 'gateway', reason }),
      message: () => {},
    },
  )
  link.duplicate = faults.duplicate
  link.delayMs = faults.delayMs
  return link
}
