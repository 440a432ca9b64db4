/** Calls of the provider's desk about people. */
import * as z from 'zod/mini'
import { reason } from './desk-acts.ts'

const personState = z
  .enum(['open', 'not_activated', 'disabled'])
  .check(z.describe('not_activated: the link in the mail has not been opened.'))
export type PersonState = z.infer<typeof personState>

const personRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  state: personState,
  provider: z.boolean(),
  signed_up_at: z.string(),
  look: z
    .object({ asked_at: z.nullable(z.string()), until: z.nullable(z.string()) })
    .check(z.describe('When support access was requested, and until when it is allowed.')),
  systems: z.array(z.object({ name: z.string(), role: z.enum(['owner', 'operator', 'viewer']) })),
})
export type PersonRow = z.infer<typeof personRow>

/** `after`: the id of the last person of the previous page. */
export const peopleQuery = z.object({
  search: z.optional(z.string().check(z.maxLength(100))),
  after: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
})
export const people = z.object({ people: z.array(personRow), next: z.nullable(z.int()) })
export type People = z.infer<typeof people>
export const person = personRow

/** An id that is not a number matches no one. */
export function personIdOf({ id }: { id: string }): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 0
}

export const personParams = z.object({ id: z.string().check(z.regex(/^\d{1,9}$/, 'not_found')) })

export const mailBody = z.object({ purpose: z.enum(['activation', 'reset'], 'invalid_request'), reason })
export type MailBody = z.infer<typeof mailBody>
/** `activate`: for someone who cannot receive the mail; `unlock`: resets the count of wrong passwords. */
export const personActs = ['activate', 'unlock', 'disable', 'enable'] as const
export type PersonAct = (typeof personActs)[number]
export const personActBody = z.object({ act: z.enum(personActs, 'invalid_request'), reason })
export type PersonActBody = z.infer<typeof personActBody>
/** The address as confirmation: all data of the person is erased. */
export const eraseBody = z.object({ confirm: z.string('address_not_confirmed'), reason })
export type EraseBody = z.infer<typeof eraseBody>

/** Everything stored about a person, by table, without secrets and hashes. */
export const personExport = z.object({
  made_at: z.string(),
  person: personRow,
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  more: z
    .record(z.string(), z.int())
    .check(
      z.describe(
        'Rows left out because they are too old, by table; of long histories the newest rows are included.',
      ),
    ),
})
export type PersonExport = z.infer<typeof personExport>

export const peoplePaths = {
  list: '/api/provider/people/',
  one: '/api/provider/people/:id/',
  act: '/api/provider/people/:id/act/',
  mail: '/api/provider/people/:id/mail/',
  export: '/api/provider/people/:id/export/',
  erase: '/api/provider/people/:id/erase/',
} as const

export function personPath(path: Exclude<keyof typeof peoplePaths, 'list'>, id: number): string {
  return peoplePaths[path].replace(':id', String(id))
}
