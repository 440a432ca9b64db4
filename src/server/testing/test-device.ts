/** A controller or gateway that a test scripts over a real MQTT connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import {
  controllerTopic,
  type DesiredDocument,
  desiredDocument,
  type ReportedDocument,
  type TelemetryDocument,
  type UpwardTopic,
} from '../../contract/controller.ts'
import { whenFinished } from './build.ts'

export interface TestDevice {
  client: MqttClient
  /** Every desired document received, in order. */
  received: DesiredDocument[]
  /** Resolves with the first matching desired document, received already or not. */
  desired(fits?: (document: DesiredDocument) => boolean): Promise<DesiredDocument>
  /** Resolves when the broker has acknowledged it. */
  publish(topic: UpwardTopic, document: unknown, retain?: boolean): Promise<void>
  end(): Promise<void>
}

/** @param credential as issued; the topic id is its first part */
export async function connectTestDevice(
  url: string,
  credential: { id: string; secret: string },
  options: IClientOptions = {},
): Promise<TestDevice> {
  const topicId = credential.id.split('-')[0] ?? ''
  const client = await connectDevice(url, credential, options)
  const documents: DesiredDocument[] = []
  client.on('message', (_topic, payload) => {
    documents.push(desiredDocument.parse(JSON.parse(payload.toString())))
  })
  if (/-controller(-|$)/.test(credential.id))
    await client.subscribeAsync(controllerTopic(topicId, 'desired'), { qos: 1 })
  return {
    client,
    received: documents,
    desired: (fits = () => true) =>
      eventually(`a desired document in ${documents.length} heard`, async () => documents.find(fits) ?? null),
    async publish(topic, document, retain = topic === 'reported' || topic === 'status') {
      const text = typeof document === 'string' ? document : JSON.stringify(document)
      await client.publishAsync(controllerTopic(topicId, topic), text, { qos: 1, retain })
    },
    async end() {
      await client.endAsync()
    },
  }
}

/** @throws Error if the broker refuses the connection */
export async function connectDevice(
  url: string,
  { id, secret }: { id: string; secret: string },
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = await connectAsync(
    url,
    {
      protocolVersion: 4,
      clientId: id,
      username: id,
      password: secret,
      reconnectPeriod: 0,
      connectTimeout: 5000,
      ...options,
    },
    false,
  )
  client.on('error', () => undefined)
  whenFinished(() => client.end(true))
  return client
}

/**
 * Polls until there is an answer; fails after a minute, or the given time, naming what was awaited. The intervals grow,
 * because each poll is a call to the server and slows down what is awaited.
 */
export async function eventually<T>(
  awaited: string,
  ask: () => Promise<T | null>,
  withinMs = 60_000,
): Promise<T> {
  for (let waited = 0; waited < withinMs;) {
    const answer = await ask()
    if (answer !== null) return answer
    const pause = Math.min(Math.max(20, waited / 5), 250)
    await sleep(pause)
    waited += pause
  }
  throw new Error(`waited in vain for ${awaited}`)
}

/** Resolves when the broker has closed the connection. */
export async function cutOff(client: MqttClient): Promise<void> {
  await eventually('the end of the connection', async () => (client.connected ? null : true))
}

/** Reports that this document was received and is running. */
export function appliedReport(document: DesiredDocument): ReportedDocument {
  return {
    ...NOTHING_RUNS,
    rev: document.rev,
    settingsRev: document.settingsRev,
    mode: document.mode,
    rxSha256: document.rx.sha256,
    appliedAt: new Date().toISOString(),
    seenRev: document.rev,
    commandId: document.commandId,
    result: 'APPLIED',
  }
}

/** Reports that this document was received, and nothing is running. */
export function seenReport(
  document: DesiredDocument,
  result: ReportedDocument['result'] = null,
  code: string | null = null,
): ReportedDocument {
  return { ...NOTHING_RUNS, seenRev: document.rev, commandId: document.commandId, result, code }
}

export const NOTHING_RUNS: ReportedDocument = {
  rev: 0,
  settingsRev: 0,
  mode: null,
  rxSha256: null,
  appliedAt: null,
  seenRev: 0,
  commandId: null,
  result: null,
  code: null,
  firmware: 'by hand',
  capabilities: { zones: 9, sectorDeg: 2, speed: true },
}

export function telemetry(seq: number, over: Partial<TelemetryDocument> = {}): TelemetryDocument {
  return {
    at: new Date().toISOString(),
    seq,
    angleDeg: 90,
    direction: 'FORWARD',
    wet: true,
    moving: true,
    timerPct: 50,
    pressureKpa: 300,
    flowLps: 40,
    endTower: null,
    ...over,
  }
}
