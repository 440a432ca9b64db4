/** Topics and documents between the server and a controller: the device shadow over MQTT 3.1.1. */
import * as z from 'zod/mini'
import { MAX_TOWERS, READINGS_PER_MESSAGE_MAX, SECTORS } from './limits.ts'
import { direction, mode } from './delivery.ts'

const ROOT = 'vri/v1'

/** What a controller or gateway may publish, and the server subscribes to. */
export const upwardTopics = ['reported', 'status', 'telemetry', 'event', 'applied', 'readings'] as const
export type UpwardTopic = (typeof upwardTopics)[number]
export type ControllerTopic = UpwardTopic | 'desired'

/** Topic of one system, for example `vri/v1/k3f.../desired`. */
export function controllerTopic(systemId: string, topic: ControllerTopic): string {
  return `${ROOT}/${systemId}/${topic}`
}

/** Filter by which the server asks a broker for its retained desired documents. */
export const everyDesired = `${ROOT}/+/desired`

/** The server's own: it publishes and subscribes here to check that the broker delivers messages. */
export const SERVER_PING_TOPIC = `${ROOT}/server/ping`

/** The levels of a controller topic, or null for any other topic. */
export function parseControllerTopic(topic: string): { systemId: string; topic: ControllerTopic } | null {
  const match = /^vri\/v1\/([a-z0-9]{1,64})\/([a-z]+)$/.exec(topic)
  const name = [...upwardTopics, 'desired' as const].find((candidate) => candidate === match?.[2])
  return match?.[1] && name ? { systemId: match[1], topic: name } : null
}

export type CredentialKind = 'controller' | 'gateway'

/** MQTT client id and user name of one credential of a system. */
export function deviceClientId(systemId: string, kind: CredentialKind): string {
  return `${systemId}-${kind}`
}

/** An earlier time comes from a clock that is wrong, and need not be stored. */
const instant = z.iso.datetime().check(z.refine((text) => Date.parse(text) >= 0))
const percent = z.int().check(z.minimum(0), z.maximum(100))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const revision = z.int().check(z.minimum(0))

/** Bytes of a prescription: 180 sectors x 9 zones, sector-major, each 0-100. */
export const PRESCRIPTION_BYTES = SECTORS * MAX_TOWERS

export const desiredDocument = z.object({
  rev: revision,
  settingsRev: revision,
  commandId: z.string(),
  issuedAt: instant,
  validUntil: instant,
  mode,
  rateIn: z.number(),
  timerPct: z.nullable(z.array(z.number()).check(z.length(SECTORS))),
  test: z.nullable(z.object({ tower: z.int().check(z.minimum(1), z.maximum(MAX_TOWERS)), until: instant })),
  rx: z.object({ sha256, sectors: z.literal(SECTORS), zones: z.literal(MAX_TOWERS), b64: z.string() }),
  fallback: z.object({ sha256, b64: z.string() }),
})
export type DesiredDocument = z.infer<typeof desiredDocument>

export const reportedDocument = z.object({
  rev: revision,
  settingsRev: revision,
  mode: z.nullable(mode),
  rxSha256: z.nullable(sha256),
  appliedAt: z.nullable(instant),
  seenRev: revision,
  commandId: z.nullable(z.string()),
  result: z.nullable(z.enum(['APPLIED', 'REJECTED', 'EXPIRED'])),
  code: z.nullable(z.string().check(z.maxLength(64))),
  firmware: z.string().check(z.maxLength(64)),
  capabilities: z.object({ zones: z.int(), sectorDeg: z.number(), speed: z.boolean() }),
})
export type ReportedDocument = z.infer<typeof reportedDocument>

export const statusDocument = z.object({
  state: z.enum(['online', 'offline']),
  session: z.string().check(z.maxLength(64)),
  at: instant,
})
export type StatusDocument = z.infer<typeof statusDocument>

export const telemetryDocument = z.object({
  at: instant,
  seq: z.int(),
  angleDeg: z.number().check(z.minimum(0), z.maximum(360)),
  direction,
  wet: z.boolean(),
  moving: z.boolean(),
  timerPct: z.nullable(percent),
  pressureKpa: z.nullable(z.number()),
  flowLps: z.nullable(z.number()),
  endTower: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
})
export type TelemetryDocument = z.infer<typeof telemetryDocument>

export const eventDocument = z.object({
  id: z.string().check(z.maxLength(64)),
  at: instant,
  code: z.string().check(z.maxLength(64)),
})
export type EventDocument = z.infer<typeof eventDocument>

export const appliedDocument = z.object({
  rev: revision,
  sector: z.int().check(z.minimum(0), z.maximum(SECTORS - 1)),
  from: instant,
  to: instant,
  depthIn: z.array(z.number()).check(z.length(MAX_TOWERS)),
})
export type AppliedDocument = z.infer<typeof appliedDocument>

/** One reading of a soil probe as a device sends it; impossible values pass here and are stored as invalid. */
const deviceReading = z.object({
  kind: z.optional(z.literal('soil')),
  probe: z.union([z.string().check(z.regex(/^\d{1,6}$/)), z.int().check(z.minimum(0), z.maximum(999_999))]),
  depthCm: z.number().check(z.gt(0), z.maximum(1000)),
  at: z.string().check(z.maxLength(64)),
  vwc: z.unknown(),
  temperatureC: z.optional(z.unknown()),
  ec: z.optional(z.unknown()),
})
export type DeviceReading = z.infer<typeof deviceReading>

/** One reading of a rain gauge: the amount since its last reading, or its counter, which only grows. */
const rainReading = z.object({
  kind: z.literal('rain'),
  gauge: z.union([z.string().check(z.regex(/^\d{1,6}$/)), z.int().check(z.minimum(0), z.maximum(999_999))]),
  at: z.string().check(z.maxLength(64)),
  mm: z.optional(z.unknown()).check(z.describe('Since the previous reading, mm.')),
  totalMm: z
    .optional(z.unknown())
    .check(z.describe('A counter, mm; a lower value than before means that it was reset.')),
})

const number = z.union([
  z.string().check(z.regex(/^\d{1,6}$/)),
  z.int().check(z.minimum(0), z.maximum(999_999)),
])
const text64 = z.string().check(z.maxLength(64))
const anything = (description: string) => z.optional(z.unknown()).check(z.describe(description))

/** The suction with which soil holds its water, from a Watermark sensor, a tensiometer or the like; never mixed with moisture. */
const tensionReading = z.object({
  kind: z.literal('tension'),
  probe: number,
  depthCm: z.number().check(z.gt(0), z.maximum(1000)),
  at: text64,
  kPa: anything('Above zero, kPa.'),
  temperatureC: z.optional(z.unknown()),
})
const flowReading = z.object({ kind: z.literal('flow'), meter: number, at: text64, m3h: anything('m3/h.') })
const volumeReading = z.object({
  kind: z.literal('volume'),
  meter: number,
  at: text64,
  totalM3: anything('A counter, m3.'),
})
const batteryReading = z.object({
  kind: z.literal('battery'),
  probe: number,
  at: text64,
  volts: anything('V.'),
})
const chargeReading = z.object({
  kind: z.literal('charge'),
  probe: number,
  at: text64,
  percent: anything('0 to 100.'),
})

export const readingsDocument = z.object({
  batch: z
    .optional(z.string().check(z.maxLength(128)))
    .check(z.describe("A name for the sender's own records; not used otherwise.")),
  readings: z
    .array(
      z.discriminatedUnion('kind', [
        deviceReading,
        rainReading,
        tensionReading,
        flowReading,
        volumeReading,
        batteryReading,
        chargeReading,
      ]),
    )
    .check(z.maxLength(READINGS_PER_MESSAGE_MAX)),
})
export type ReadingsDocument = z.infer<typeof readingsDocument>
