/** Commands for people: search, support, disable, export and erase. */
import { auditQuery } from '#contract/accounts/desk-audit.ts'
import { personActs } from '#contract/accounts/desk-people.ts'
import { type Command, type CommandInput, UsageError } from '../../installation/command.ts'
import type { Kit } from '../../installation/kit.ts'
import { Problem } from '../../kit/problem.ts'
import { createTokens } from '../../accounts/sessions/tokens.ts'
import { createSupport } from '../support/support.service.ts'
import { createDesk } from '../desk/desk.service.ts'
import { createDeskPeople, type DeskPeople } from './people.service.ts'

type Values = CommandInput['values']

const json = { type: 'boolean' as const }
const reason = { type: 'string' as const, value: 'WHY' }

/** At the command line a reason is optional. */
const whyOf = (values: Values) =>
  typeof values['reason'] === 'string' ? values['reason'] : 'at the command line'

async function idOf(people: DeskPeople, email: string): Promise<number> {
  const { people: found } = await people.list(null, { search: email })
  const person = found.find((candidate) => candidate.email.toLowerCase() === email.trim().toLowerCase())
  if (!person) throw new Problem('account_unknown')
  return person.id
}

function onAccount(
  name: string,
  options: Command['options'],
  work: (people: DeskPeople, id: number, values: Values) => Promise<{ said: string; document?: object }>,
): Command {
  return {
    name: `account ${name}`,
    words: ['EMAIL'],
    options: { ...options, reason, json },
    async run({ positionals: [email = ''], values, open, print }) {
      const people = createDeskPeople(await open())
      const { said, document } = await work(people, await idOf(people, email), { ...values, email })
      print(values['json'] ? JSON.stringify(document ?? { email, done: name }) : said)
      return 0
    },
  }
}

const find: Command = {
  name: 'account find',
  words: ['WORDS'],
  options: { json },
  async run({ positionals: [search = ''], values, open, print, warn }) {
    const kit: Kit = await open()
    const { people } = await createDeskPeople(kit).list(null, { search })
    for (const person of people)
      print(
        values['json']
          ? JSON.stringify(person)
          : [
              person.email,
              person.name,
              person.state,
              ...person.systems.map(({ name, role }) => `${role} of ${name}`),
            ].join('  '),
      )
    if (people.length === 0) warn(`Nobody is found by "${search}".`)
    return people.length > 0 ? 0 : 1
  },
}

const WORDS = {
  activate: 'is open now',
  unlock: 'may sign in again',
  disable: 'is disabled, and every login has ended',
  enable: 'is open again',
} as const

const acts = personActs.map((act) =>
  onAccount(act, {}, async (people, id, values) => {
    const person = await people.act(null, id, { act, reason: whyOf(values) })
    return { said: `${person.email} ${WORDS[act]}.`, document: person }
  }),
)

const resend = onAccount(
  'resend',
  { purpose: { type: 'string', value: 'activation|reset' } },
  async (people, id, values) => {
    const { state, email } = await people.one(null, id)
    const purpose = values['purpose'] ?? (state === 'open' ? 'reset' : 'activation')
    if (purpose !== 'activation' && purpose !== 'reset')
      throw new UsageError('--purpose: activation or reset')
    await people.mail(null, id, { purpose, reason: whyOf(values) })
    return { said: `${email} is sent the mail for ${purpose}.`, document: { email, purpose } }
  },
)

const ask: Command = {
  name: 'account ask',
  words: ['EMAIL'],
  options: { reason, json },
  async run({ positionals: [email = ''], values, open, print }) {
    const kit = await open()
    const id = await idOf(createDeskPeople(kit), email)
    await createSupport(kit, createTokens(kit)).ask(null, id, { reason: whyOf(values) })
    print(
      values['json']
        ? JSON.stringify({ email, done: 'ask' })
        : `${email} is asked to let support see the screens.`,
    )
    return 0
  },
}

const exported = onAccount('export', {}, async (people, id, values) => {
  const document = await people.export(null, id, { reason: whyOf(values) })
  return { said: JSON.stringify(document, null, 2), document }
})

const erase = onAccount(
  'erase',
  { confirm: { type: 'string', value: 'EMAIL', required: true } },
  async (people, id, values) => {
    await people.erase(null, id, { confirm: values['confirm'], reason: whyOf(values) })
    return { said: `${String(values['email'])} is erased. Systems stay with the provider.` }
  },
)

const audit: Command = {
  name: 'audit export',
  words: [],
  options: {
    search: { type: 'string', value: 'WORDS' },
    outcome: { type: 'string', value: 'accepted|refused' },
    from: { type: 'string', value: 'DAY' },
    to: { type: 'string', value: 'DAY' },
    json,
  },
  async run({ values, open, print }) {
    const query = auditQuery.safeParse(values)
    if (!query.success)
      throw new UsageError('days are written as 2026-07-06, the outcome as accepted or refused')
    const desk = createDesk(await open())
    if (values['json']) {
      let before: string | undefined
      do {
        const page = await desk.audit(null, { ...query.data, before })
        for (const entry of page.entries) print(JSON.stringify(entry))
        before = page.next === null ? undefined : String(page.next)
      } while (before !== undefined)
    } else print((await desk.auditFile(null, query.data)).trimEnd())
    return 0
  },
}

export const peopleCommands: Command[] = [find, ...acts, ask, resend, exported, erase, audit]
