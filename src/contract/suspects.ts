/** Calls of suspects: probes that are not believed, or stand alone with their word, and what people say of them. */
import * as z from 'zod/mini'
import { systemName } from './system-name.ts'

/**
 * Of a sensor: it stands still, jumped without water, is wetter than soil can be, or stays wet without water while the
 * others dry. Of a probe: people said not to use it.
 */
const suspicionKind = z.enum(['STILL', 'JUMP', 'TOO_WET', 'STAYS_WET', 'DISTRUSTED'])
export type SuspicionKind = z.infer<typeof suspicionKind>

/** Wetter or drier than all of its neighbours, or the only one that would keep a whole pass dry. */
const probeDoubt = z.enum(['WETTER', 'DRIER', 'ONLY'])

/** Trust holds for a week and for what was asked about; distrust until it is withdrawn. */
export const probeVerdict = z.object({
  verdict: z.enum(['trust', 'distrust']),
  about: z.array(z.string()).check(z.describe('What spoke against the probe when they were asked.')),
  by: z.string(),
  at: z.string(),
  until: z.nullable(z.string()),
})
export type ProbeVerdict = z.infer<typeof probeVerdict>

export const doubtedProbe = z.object({
  probe: z.int(),
  doubt: probeDoubt,
  available_percent: z.number().check(z.describe('What it says of its root zone, at most 100.')),
  neighbours_percent: z
    .nullable(z.tuple([z.number(), z.number()]))
    .check(z.describe('The least and the greatest that its nearest say.')),
})

const suspect = z.object({
  number: z.int(),
  sensors: z
    .array(z.object({ depth_cm: z.number(), suspicion: suspicionKind, value: z.number(), at: z.string() }))
    .check(z.describe('Sensors that are drawn and not used.')),
  doubt: z.nullable(doubtedProbe),
  verdict: z.nullable(probeVerdict),
})
export type Suspect = z.infer<typeof suspect>

export const suspectList = z.object({
  system: z.string(),
  probes: z.array(suspect),
  held: z
    .boolean()
    .check(z.describe('A prescription that keeps the whole pass dry on one word waits for an answer.')),
})
export type SuspectList = z.infer<typeof suspectList>

export const suspectsQuery = z.object({ system: systemName })

/** `ask` withdraws what was said. */
export const verdictBody = z.object(
  { system: systemName, probe: z.int('not_found'), verdict: z.enum(['trust', 'distrust', 'ask']) },
  'invalid_request',
)

export const suspectPaths = { list: '/api/suspects/' } as const
