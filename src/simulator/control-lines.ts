/** The line protocol of a simulator process: commands on its stdin, events on its stdout, one JSON document each. */
import * as z from 'zod/mini'
import { FAULT_EVENTS } from '../contract/delivery.ts'

const nonNegative = z.number().check(z.gte(0))

/** Commands for a test, or an operator at the panel. */
const order = z.discriminatedUnion('do', [
  /** Cuts both links at the socket, so that the broker sends the last will. */
  z.strictObject({ do: z.literal('offline') }),
  z.strictObject({ do: z.literal('online') }),
  z.strictObject({ do: z.literal('apply-delay'), ms: nonNegative }),
  /** Refuses every further revision with this code; null accepts again. */
  z.strictObject({ do: z.literal('reject'), code: z.nullable(z.string().check(z.maxLength(64))) }),
  z.strictObject({ do: z.literal('link-delay'), ms: nonNegative }),
  z.strictObject({ do: z.literal('duplicate'), on: z.boolean() }),
  /** Moves, with water on by default. */
  z.strictObject({ do: z.literal('start'), wet: z.optional(z.boolean()) }),
  /** Stops, with water off unless the pump is left running. */
  z.strictObject({ do: z.literal('stop'), wet: z.optional(z.boolean()) }),
  /** Stops, water off, when the arm reaches this bearing; null cancels that. */
  z.strictObject({ do: z.literal('stop-at'), angleDeg: z.nullable(z.number()) }),
  /** The machine's safety system stops it for this reason; `start` ends that. */
  z.strictObject({ do: z.literal('fault'), code: z.enum(FAULT_EVENTS) }),
  z.strictObject({ do: z.literal('timer'), pct: z.number().check(z.gt(0), z.lte(100)) }),
  z.strictObject({ do: z.literal('rain'), mm: nonNegative }),
  /** Reads every probe now. */
  z.strictObject({ do: z.literal('read') }),
  /** Puts empty catch cans along a bearing, metres from the pivot; `read-cans` returns their contents. */
  z.strictObject({ do: z.literal('cans'), bearing: z.number(), distancesM: z.array(nonNegative) }),
  z.strictObject({ do: z.literal('read-cans') }),
  /** Prints the true depth on each degree and zone since the start. */
  z.strictObject({ do: z.literal('read-ground') }),
  z.strictObject({ do: z.literal('exit') }),
])
export type Order = z.infer<typeof order>

type LinkName = 'controller' | 'gateway'

export type SimulatorEvent =
  | { event: 'connected' | 'disconnected'; link: LinkName }
  | { event: 'refused'; link: LinkName; reason: string }
  | { event: 'received' | 'expired' | 'ignored'; rev: number }
  | { event: 'applied'; rev: number; settingsRev: number; mode: string; rxSha256: string }
  | { event: 'rejected'; rev: number; code: string }
  | { event: 'unreadable'; reason: string }
  /** The machine changed by its own clock: a test pattern ended, or the applied revision expired. */
  | { event: 'test-ended' | 'fallback'; rev: number }
  | { event: 'readings'; count: number }
  | { event: 'cans'; depthsIn: number[] }
  /** Inches, shape [360][9]. */
  | { event: 'ground'; laidIn: number[][] }
  /** The newest day of the history has been sent; all of it. */
  | { event: 'history-newest' }
  | { event: 'history-done'; readings: number }
  | { event: 'order-refused'; reason: string }
  | { event: 'stopped' }

export type Tell = (event: SimulatorEvent) => void

/** The command in a line, or null. */
export function readOrder(line: string): Order | null {
  try {
    const parsed = order.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
