/** Schemas of the desk's queries: what needs attention, all systems, and one of them. */
import * as z from 'zod/mini'
import { connectionsAnswer } from '../connections.ts'
import { deliveryState, deliveryTimes } from '../delivery.ts'
import { settings, systemView } from '../systems.ts'

/** Why a system may need attention, most urgent first. */
export const needs = [
  'fault',
  'rejected',
  'undelivered',
  'offline',
  'silent_probes',
  'ownerless',
  'waiting',
] as const
const need = z.enum(needs)
export type Need = z.infer<typeof need>

const instant = z.nullable(z.string())
const person = z.object({ id: z.int(), name: z.string(), email: z.string() })
export type DeskPerson = z.infer<typeof person>

const needyItem = z.object({
  need,
  system: z.string(),
  owner: z.nullable(person),
  since: instant.check(z.describe('Start of this condition; null if unknown.')),
  detail: z
    .nullable(z.string())
    .check(z.describe('The code of a fault or refusal; the numbers of silent probes.')),
})
export type NeedyItem = z.infer<typeof needyItem>

/** Systems that went offline together: one incident. */
const incident = z.object({
  since: z.string(),
  until: z.string().check(z.describe('When the last of them went offline.')),
  systems: z.int(),
  examples: z.array(z.string()),
})
export type Incident = z.infer<typeof incident>

const waitingPerson = z.object({ ...person.shape, since: z.string() })

export const NEEDY_PER_KIND = 50

/** Answer of `GET /api/provider/attention/`. */
export const attention = z.object({
  systems: z.int(),
  counts: z.record(need, z.int()),
  incidents: z.array(incident),
  items: z
    .array(needyItem)
    .check(z.describe(`At most ${NEEDY_PER_KIND} of each kind, without systems of an incident.`)),
  people: z
    .array(waitingPerson)
    .check(z.describe('Activated accounts without a system, longest waiting first.')),
  people_waiting: z.int(),
})
export type Attention = z.infer<typeof attention>

export const DESK_PAGE = 50
const SEARCH_MAX = 100
const search = z.optional(z.string().check(z.maxLength(SEARCH_MAX)))

/** `after`: the `next` of the previous page. `need=any`: any need at all; `stopped`, `online`: filters by that state. */
export const deskSystemsQuery = z.object({
  search,
  need: z.optional(z.enum([...needs, 'any', 'stopped', 'online', 'decommissioned'])),
  after: z.optional(z.string().check(z.maxLength(SEARCH_MAX))),
})
export type DeskSystemsQuery = z.infer<typeof deskSystemsQuery>

const deskRow = z.object({
  name: z.string(),
  owner: z.nullable(person),
  online: z.boolean(),
  last_seen: instant,
  needs: z.array(need),
  delivery: z.nullable(deliveryState),
  stopped: z.boolean().check(z.describe('The provider has blocked new settings of this system.')),
})
export type DeskRow = z.infer<typeof deskRow>

/** In the order of their names. */
export const deskSystems = z.object({ systems: z.array(deskRow), next: z.nullable(z.string()) })
export type DeskSystems = z.infer<typeof deskSystems>

/** Every system in columns, for a map: 10,000 of them are one answer. `state`: 0 online, 1 offline, 2 never connected. */
export const deskMap = z.object({
  names: z.array(z.string()),
  latitudes: z.array(z.number()),
  longitudes: z.array(z.number()),
  states: z.array(z.int()),
})
export type DeskMap = z.infer<typeof deskMap>

const deskSensor = z.object({
  probe: z.int(),
  depth_cm: z.number(),
  last_at: z.string(),
  last_value: z.number(),
})

const deskBattery = z.object({
  probe: z.int(),
  volts: z.nullable(z.number()),
  percent: z.nullable(z.number()),
  at: z.string(),
})

const deskCredential = z.object({
  id: z.string(),
  kind: z.enum(['controller', 'gateway']),
  issued_at: z.string(),
  revoked_at: instant,
})
export type DeskCredential = z.infer<typeof deskCredential>

const deskMember = z.object({
  ...person.shape,
  role: z.enum(['owner', 'operator', 'viewer']),
  active: z.boolean(),
})

const ladder = z.object({
  settings_rev: z.int(),
  rev: z.int(),
  who: z.string(),
  when: z.string(),
  to: settings,
  delivery: deliveryState,
  delivery_times: deliveryTimes,
  delivery_code: z.nullable(z.string()),
})

/** All data of one system on the desk. */
export const deskSystem = z.object({
  view: z.omit(systemView, { role: true }),
  overhang_m: z.number(),
  connected_at: z.string(),
  decommissioned_at: instant,
  needs: z.array(need),
  stopped: z.boolean(),
  members: z.array(deskMember),
  offered: z
    .nullable(z.object({ name: z.string(), email: z.string(), expires_at: z.string() }))
    .check(z.describe('Who is offered the system, and until when.')),
  history: z.array(ladder).check(z.describe('The newest twenty settings requests.')),
  sensors: z.array(deskSensor),
  batteries: z.array(deskBattery).check(z.describe('Last reported charge of the probes that report one.')),
  credentials: z.array(deskCredential),
  ...connectionsAnswer.shape,
})
export type DeskSystem = z.infer<typeof deskSystem>

export const deskParams = z.object({ name: z.string().check(z.maxLength(SEARCH_MAX)) })

export const deskPaths = {
  attention: '/api/provider/attention/',
  systems: '/api/provider/systems/',
  map: '/api/provider/map/',
  one: '/api/provider/systems/:name/',
} as const

export function deskSystemPath(name: string): string {
  return `/api/provider/systems/${encodeURIComponent(name)}/`
}
