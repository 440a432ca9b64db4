/** Calls of probe placements: sets of probes that stand on one field. */
import * as z from 'zod/mini'
import { FIELD_NAME_MAX, PROBES_PER_GROUP_MAX, PROBE_NUMBER_DIGITS_MAX } from './limits.ts'

const PROBE_NUMBER = new RegExp(`^\\d{1,${PROBE_NUMBER_DIGITS_MAX}}$`)

const probeNumber = z.pipe(
  z.union([z.string('probe_group_invalid'), z.int('probe_group_invalid')], 'probe_group_invalid'),
  z.transform((number) => String(number)),
)

/** Latitude, longitude, number; the number travels as a string of digits. */
const placedProbe = z.tuple(
  [
    z
      .number('probe_group_invalid')
      .check(z.minimum(-90, 'probe_group_invalid'), z.maximum(90, 'probe_group_invalid')),
    z
      .number('probe_group_invalid')
      .check(z.minimum(-180, 'probe_group_invalid'), z.maximum(180, 'probe_group_invalid')),
    z.pipe(probeNumber, z.string().check(z.regex(PROBE_NUMBER, 'probe_group_invalid'))),
  ],
  'probe_group_invalid',
)
export type PlacedProbe = [latitude: number, longitude: number, number: string]

export const probeGroupBody = z.object(
  {
    fieldName: z
      .string('probes_incomplete')
      .check(
        z.trim(),
        z.minLength(1, 'probes_incomplete'),
        z.maxLength(FIELD_NAME_MAX, 'probe_group_invalid'),
      ),
    probes: z
      .array(placedProbe, 'probes_incomplete')
      .check(z.minLength(1, 'probes_incomplete'), z.maxLength(PROBES_PER_GROUP_MAX, 'probe_group_invalid')),
  },
  'probes_incomplete',
)
export type ProbeGroupBody = z.infer<typeof probeGroupBody>

export const probeGroup = z.object({
  id: z.int(),
  field_name: z.string(),
  probes: z.array(z.tuple([z.number(), z.number(), z.string()])),
})
export type ProbeGroup = z.infer<typeof probeGroup>
export const probeGroupList = z.array(probeGroup)

export const probePaths = {
  saved: '/api/saved-probes/',
  save: '/api/save-probes/',
  update: (id: number) => `/api/update-probe-group/${id}/`,
  delete: (id: number) => `/api/delete-probe-group/${id}/`,
} as const
