/** Configuration of a simulated machine, and how its process is started. */
/*
 *   node src/simulator/main.ts FILE     configuration: the one JSON document in FILE
 *   node src/simulator/main.ts -        configuration: the first line of stdin, JSON on one line
 *
 * Afterwards stdin takes one JSON order a line and stdout gives one JSON event a line (`control-lines.ts`).
 * Secrets travel in the document, never in argv, where every user of the machine could read them.
 * Exit codes: 0 after SIGTERM, SIGINT or the order `exit`; 2 for a configuration that is wrong.
 */
import * as z from 'zod/mini'
import { SOIL_TEXTURES } from '../agronomy/soil/soil-texture.ts'
import { MAX_TOWERS } from '../contract/limits.ts'

const positive = z.number().check(z.gt(0))
const notNegative = z.number().check(z.gte(0))
const share = z.number().check(z.gte(0), z.lte(1))
const bearing = z.number().check(z.gte(0), z.lte(360))
const instant = z.iso.datetime()

/** One credential as `system connect` issues it: `id` is the MQTT user name. */
const credential = z.strictObject({ id: z.string().check(z.minLength(1)), secret: z.string() })

const probe = z.strictObject({
  number: z.int().check(z.gte(0)),
  lat: z.number(),
  lng: z.number(),
  depthsCm: z.array(positive).check(z.minLength(1)),
  /** Texture at its place, if it differs from the field's. */
  texture: z.optional(z.enum(SOIL_TEXTURES)),
  /** Relative crop water use here; random by default. */
  thirst: z.optional(positive),
})

const probes = z.strictObject({ everyMs: positive, probes: z.array(probe) })

/** A period of the past, simulated and sent before the machine goes live; `to` null is the start of the process. */
const history = z.strictObject({
  from: instant,
  to: z.nullable(instant),
  stepMinutes: positive,
  /** As-applied records are sent for this many of the last days. */
  recordDays: z.prefault(notNegative, 0),
  /** In the last so many days no pass was started. */
  restDays: z.prefault(notNegative, 0),
})

/** Injected faults. Shares are probabilities per reading. */
const faults = z.strictObject({
  dropout: z.prefault(share, 0),
  absurd: z.prefault(share, 0),
  stuckProbes: z.prefault(z.array(z.int()), []),
  /** Every QoS 1 message is sent twice, as by a network that lost the acknowledgement. */
  duplicate: z.prefault(z.boolean(), false),
  /** Each message is delayed by this much in both directions. */
  delayMs: z.prefault(notNegative, 0),
  /** The machine's own clock is ahead (or, negative, behind) by this much. */
  clockAheadMs: z.prefault(z.number(), 0),
  gpsNoiseM: z.prefault(notNegative, 1.5),
  /** Worn nozzles: the soil gets this share of what the panel assumes, in flow as in its as-applied record. */
  lays: z.prefault(positive, 1),
  /** A leak before the nozzles: the flow meter measures this share more than they deliver. */
  leaks: z.prefault(notNegative, 0),
  /** The machine's safety system stops the arm at this bearing, once. */
  stopsAtDeg: z.prefault(z.nullable(bearing), null),
})

export const simulationConfig = z.strictObject({
  mqttUrl: z.string().check(z.regex(/^(mqtt|tcp|mqtts|ssl):\/\/.+/)),
  systemId: z.string().check(z.regex(/^[a-z0-9]{1,64}$/)),
  controller: credential,
  /** Null: the controller's own link carries the readings. */
  gateway: z.prefault(z.nullable(credential), null),
  seed: z.prefault(z.int(), 1),
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  /** Cumulative radii of the towers, metres. */
  towerRadiiM: z.array(positive).check(z.minLength(1), z.maxLength(MAX_TOWERS)),
  overhangM: z.prefault(notNegative, 0),
  arc: z.prefault(z.nullable(z.tuple([bearing, bearing])), null),
  speed100MMin: z.prefault(positive, 3),
  flowGpm: z.prefault(positive, 800),
  texture: z.prefault(z.enum(SOIL_TEXTURES), 'loam'),
  /** Crop water use as in July, whatever the date. */
  endlessSummer: z.prefault(z.boolean(), false),
  startAngleDeg: z.prefault(bearing, 0),
  direction: z.prefault(z.enum(['FORWARD', 'REVERSE']), 'FORWARD'),
  /** The panel's own timer, per cent. */
  timerPct: z.prefault(z.number().check(z.gt(0), z.lte(100)), 50),
  /** Whether the machine moves, with water on, when the process starts. */
  running: z.prefault(z.boolean(), true),
  speedControl: z.prefault(z.boolean(), true),
  firmware: z.prefault(z.string().check(z.maxLength(64)), 'simulator 1'),
  /** Delay before a received revision is applied, or the code by which every one is refused. */
  apply: z.prefault(
    z.strictObject({
      delayMs: z.prefault(notNegative, 0),
      reject: z.prefault(z.nullable(z.string().check(z.maxLength(64))), null),
    }),
    { delayMs: 0, reject: null },
  ),
  telemetryEveryMs: z.prefault(z.strictObject({ moving: positive, idle: positive }), {
    moving: 10_000,
    idle: 300_000,
  }),
  readings: z.prefault(z.nullable(probes), null),
  /** Simulated time per real time for pivot, soil and weather. */
  warp: z.prefault(positive, 1),
  /**
   * Telemetry, events, as-applied records and readings carry simulated time instead of real time, like a machine whose
   * messages arrive late: with a `startAt` in the past, flow over time and depth agree at any speed.
   */
  tellsSimulatedTime: z.prefault(z.boolean(), false),
  /** Simulated instant at which the live part begins (season and rain depend on it); null is now. */
  startAt: z.prefault(z.nullable(instant), null),
  history: z.prefault(z.nullable(history), null),
  faults: z.prefault(faults, {}),
  /** The file in which the applied revision survives a restart; null: it does not. */
  stateFile: z.prefault(z.nullable(z.string()), null),
  /** Exits when stdin ends, so that a child does not outlive its parent. */
  exitWithStdin: z.prefault(z.boolean(), false),
  reconnectMs: z.prefault(positive, 1000),
})
export type SimulationConfig = z.infer<typeof simulationConfig>
export type SimulationInput = z.input<typeof simulationConfig>
export type ProbeConfig = z.infer<typeof probe>

/**
 * The configuration in a JSON text, or the reason why it is invalid.
 * Reasons name the place, never a value: the document contains secrets.
 */
export function readSimulationConfig(json: string): { config: SimulationConfig } | { reason: string } {
  let document: unknown
  try {
    document = JSON.parse(json)
  } catch {
    return { reason: 'the configuration is not JSON' }
  }
  const parsed = simulationConfig.safeParse(document)
  if (parsed.success) return { config: parsed.data }
  const issue = parsed.error.issues[0]
  const place = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.')
  return { reason: `the configuration is wrong at ${place || 'its top'}` }
}
