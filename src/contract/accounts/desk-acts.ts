/** Schemas of the desk's actions on systems, and of a customer's acceptance of a transfer. */
import * as z from 'zod/mini'

export const REASON_MAX = 500
/** The reason, stored in the audit with who and what. */
export const reason = z.string('reason_missing').check(
  // the database has no text with a NUL or half a character in it, and nobody types one
  z.overwrite((text) => text.replaceAll('\0', '').toWellFormed()),
  z.trim(),
  z.minLength(1, 'reason_missing'),
  z.maxLength(REASON_MAX, 'reason_missing'),
)

const radii = z
  .array(z.number('tower_radii_invalid'), 'tower_radii_invalid')
  .check(z.minLength(1, 'tower_radii_invalid'), z.maxLength(20, 'tower_radii_invalid'))
const figure = (code: 'flow_invalid' | 'speed_invalid') => z.optional(z.nullable(z.number(code)))
const arc = z.optional(
  z.nullable(z.array(z.number('arc_invalid'), 'arc_invalid').check(z.maxLength(3, 'arc_invalid'))),
)

const geometry = {
  latitude: z.number('system_place_invalid'),
  longitude: z.number('system_place_invalid'),
  tower_radii_m: radii,
  overhang_m: z.number('overhang_invalid'),
  time_zone: z.string('time_zone_invalid'),
  flow_gpm: figure('flow_invalid'),
  speed_100_m_min: figure('speed_invalid'),
  arc,
}

/** Body of `POST /api/provider/systems/`. */
export const connectBody = z.object({
  // empty objects already here: the first invalid field is named, and a wrong type of a later field would be reported before it
  owner: z
    .string('account_unknown')
    .check(z.minLength(1, 'account_unknown'), z.maxLength(320, 'account_unknown')),
  name: z
    .string('system_name_invalid')
    .check(z.minLength(1, 'system_name_invalid'), z.maxLength(200, 'system_name_invalid')),
  ...geometry,
  texture: z.optional(z.string('texture_invalid')),
})
export type ConnectBody = z.infer<typeof connectBody>

const credential = z.object({
  id: z.string(),
  secret: z.string().check(z.describe('Shown only this once; the server keeps its hash.')),
})
export type IssuedSecret = z.infer<typeof credential>

export const connectedAnswer = z.object({
  system: z.string(),
  controller: credential,
  gateway: credential,
})
export type ConnectedAnswer = z.infer<typeof connectedAnswer>

/** For a file of systems: nothing is connected unless every line is valid. */
export const connectFileQuery = z.object({ preview: z.optional(z.enum(['true', 'false'])) })
export const connectFileAnswer = z.object({
  preview: z.boolean(),
  lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      owner: z.string(),
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      wetted_radius_m: z.nullable(z.number()),
      problem: z.nullable(z.object({ code: z.string(), message: z.string(), field: z.nullable(z.string()) })),
    }),
  ),
  connected: z.array(connectedAnswer),
})
export type ConnectFileAnswer = z.infer<typeof connectFileAnswer>
export const CONNECT_FILE_BYTES_MAX = 1024 * 1024
export const CONNECT_FILE_LINES_MAX = 1000
export const CONNECT_COLUMNS = [
  'owner',
  'name',
  'latitude',
  'longitude',
  'tower_radii_m',
  'overhang_m',
  'time_zone',
  'flow_gpm',
  'speed_100_m_min',
  'arc',
  'texture',
] as const

/** Body of `PATCH /api/provider/systems/{name}/`; what is absent stays. */
export const geometryPatch = z.object({
  ...z.partial(z.object(geometry)).shape,
  seen: z
    .optional(z.partial(z.object(geometry)))
    .check(z.describe('The values that the editor saw; refused if any of them has changed since.')),
  reason,
})
export type GeometryPatch = z.infer<typeof geometryPatch>

export const reasonBody = z.object({ reason })
export type ReasonBody = z.infer<typeof reasonBody>

export const rotateBody = z.object({
  kind: z.enum(['controller', 'gateway'], 'credential_kind_invalid'),
  reason,
})
export type RotateBody = z.infer<typeof rotateBody>
export const revokeBody = z.object({ id: z.string('not_found').check(z.maxLength(100, 'not_found')), reason })
export type RevokeBody = z.infer<typeof revokeBody>
export const systemStopBody = z.object({ stopped: z.boolean('switches_invalid'), reason })
export type SystemStopBody = z.infer<typeof systemStopBody>

export const transferBody = z.object({
  to: z.string('account_unknown').check(z.maxLength(320, 'account_unknown')),
  keep_members: z.boolean('switches_invalid'),
  reason,
})
export type TransferBody = z.infer<typeof transferBody>

/** The name again, as confirmation. */
export const decommissionBody = z.object({ confirm: z.string('name_not_confirmed'), reason })
export type DecommissionBody = z.infer<typeof decommissionBody>

export const credentialAnswer = credential
export const done = z.object({ system: z.string() })

/** A system that is offered to the caller. */
const offer = z.object({
  id: z.int(),
  system: z.string(),
  from: z.nullable(z.string()).check(z.describe('Name of the owner; null: the system has none.')),
  latitude: z.number(),
  longitude: z.number(),
  keep_members: z.boolean(),
  asked_at: z.string(),
  expires_at: z.string(),
})
export type TransferOffer = z.infer<typeof offer>
export const transferOffers = z.array(offer)

const systemPath = '/api/provider/systems/:name/'
export const actPaths = {
  connect: '/api/provider/systems/',
  connectFile: '/api/provider/connect-file/',
  geometry: systemPath,
  rotate: `${systemPath}credentials/`,
  revoke: `${systemPath}credentials/revoke/`,
  replace: `${systemPath}replace-controller/`,
  stop: `${systemPath}stop/`,
  transfer: `${systemPath}transfer/`,
  decommission: `${systemPath}decommission/`,
} as const

export const transferPaths = {
  list: '/api/transfers/',
  accept: '/api/transfers/:id/accept/',
  decline: '/api/transfers/:id/decline/',
} as const

/** Address of what is done to one system. */
export function actPath(
  act: Exclude<keyof typeof actPaths, 'connect' | 'connectFile'>,
  name: string,
): string {
  return actPaths[act].replace(':name', encodeURIComponent(name))
}
