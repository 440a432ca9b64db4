/** Schemas of the server-sent events to open browsers. */
import * as z from 'zod/mini'
import { deliveryState, deliveryTimes, telemetryView } from './delivery.ts'

/** `event:` name of each message and the schema of its `data:`. */
export const liveEvents = {
  telemetry: z.object({ system: z.string(), telemetry: telemetryView }),
  link: z.object({ system: z.string(), online: z.boolean(), last_seen: z.nullable(z.string()) }),
  delivery: z.object({
    system: z.string(),
    settings_rev: z.int(),
    rev: z.int(),
    delivery: deliveryState,
    delivery_times: deliveryTimes,
    delivery_code: z.nullable(z.string()),
  }),
  readings: z.object({ system: z.string(), stored: z.int(), latest: z.nullable(z.string()) }),
  /** Its locks, soil or members changed: ask for the list again. */
  system: z.object({ system: z.string() }),
  /** The machine is sent another prescription by itself; that of a setting comes with its `delivery`. */
  prescription: z.object({ system: z.string(), rev: z.int() }),
  /** Geofences were drawn, changed or deleted. */
  geofences: z.object({ system: z.string() }),
  /** Soil zones were drawn, imported, changed or deleted. */
  'soil-zones': z.object({ system: z.string() }),
  /** Another weather counts from this day on: fetched, imported, read from a gauge, typed in or chosen. */
  weather: z.object({ system: z.string(), from: z.string() }),
  /** Its balance was recomputed: fetch it and the list of outlooks. */
  balance: z.object({ system: z.string() }),
  /** Alerts opened, ended or were acknowledged: fetch them. */
  alerts: z.object({ system: z.string() }),
  map: z.object({ system: z.string(), as_of: z.nullable(z.string()) }),
} as const

type LiveEventName = keyof typeof liveEvents
export type LiveEvent = {
  [N in LiveEventName]: { name: N; data: z.infer<(typeof liveEvents)[N]> }
}[LiveEventName]

export const livePaths = { events: '/api/events/' } as const
