/** Commands of the desk: viewing systems, and acting on them. */
import { needs } from '#contract/accounts/desk.ts'
import { type Command, type CommandInput, UsageError } from '../../installation/command.ts'
import type { Kit } from '../../installation/kit.ts'
import { createDesk } from '../desk/desk.service.ts'
import { createSystemActs } from './system-acts.service.ts'
import { createTransfers } from './transfers.service.ts'

type Values = CommandInput['values']

const text = (value: string) => ({ type: 'string' as const, value })
const flag = { type: 'boolean' as const }
const json = flag
const reason = text('WHY')
/** At the command line a reason is optional. */
const AT_COMMAND_LINE = 'at the command line'

const textOf = (values: Values, option: string) => {
  const value = values[option]
  return typeof value === 'string' ? value : undefined
}
const whyOf = (values: Values) => textOf(values, 'reason') ?? AT_COMMAND_LINE

function numberOf(values: Values, option: string): number | undefined {
  const value = textOf(values, option)
  if (value === undefined) return undefined
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value))
    throw new UsageError(`--${option}: "${value}" is not a number`)
  return Number(value)
}

function numbersOf(values: Values, option: string): number[] | undefined {
  return textOf(values, option)
    ?.split(',')
    .map((item) => {
      if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(item))
        throw new UsageError(`--${option}: "${item}" is not a number`)
      return Number(item)
    })
}

/** A command on one system that answers in a line, or as JSON. */
function act(
  name: string,
  options: Command['options'],
  work: (kit: Kit, system: string, values: Values) => Promise<{ said: string[]; document?: object }>,
  words = ['NAME'],
): Command {
  return {
    name,
    words,
    options: { ...options, json },
    async run({ positionals, values, open, print }) {
      const [system = ''] = positionals
      const { said, document } = await work(await open(), system, { ...values, word: positionals[1] })
      if (values['json']) print(JSON.stringify({ system, ...document }))
      else said.forEach(print)
      return 0
    },
  }
}

const KINDS = ['controller', 'gateway'] as const

function kindsOf(values: Values): (typeof KINDS)[number][] {
  const kind = textOf(values, 'kind')
  if (kind === undefined) return [...KINDS]
  const credentialKind = KINDS.find((candidate) => candidate === kind)
  if (!credentialKind) throw new UsageError('--kind: controller or gateway')
  return [credentialKind]
}

const rotate = act(
  'credential rotate',
  { kind: text('controller|gateway'), reason },
  async (kit, name, values) => {
    const acts = createSystemActs(kit)
    const issued: Partial<Record<(typeof KINDS)[number], { id: string; secret: string }>> = {}
    for (const kind of kindsOf(values))
      issued[kind] = await acts.rotate(null, name, { kind, reason: whyOf(values) })
    const lines = Object.entries(issued).map(
      ([kind, { id, secret }]) => `${kind.padEnd(10)}  ${id}  ${secret}`,
    )
    return {
      said: ['The old ones are refused from now on. These secrets are shown only now:', ...lines],
      document: issued,
    }
  },
)

const revoke = act(
  'credential revoke',
  { id: text('ID'), kind: text('controller|gateway'), reason },
  async (kit, name, values) => {
    const { credentials } = await createDesk(kit).system(null, name)
    const kinds: string[] = kindsOf(values)
    const id = textOf(values, 'id')
    if (
      id !== undefined &&
      !credentials.some((credential) => credential.id === id && credential.revoked_at === null)
    )
      throw new UsageError(`--id: no credential "${id}" of ${name} is in use`)
    const ids = id
      ? [id]
      : credentials
          .filter((credential) => credential.revoked_at === null && kinds.includes(credential.kind))
          .map((credential) => credential.id)
    const acts = createSystemActs(kit)
    for (const credentialId of ids) await acts.revoke(null, name, { id: credentialId, reason: whyOf(values) })
    return {
      said: [`Refused from now on: ${ids.join(', ') || 'none was in use'}`],
      document: { revoked: ids },
    }
  },
)

const replace = act('controller replace', { reason }, async (kit, name, values) => {
  const issued = await createSystemActs(kit).replaceController(null, name, { reason: whyOf(values) })
  return {
    said: ['This secret is shown only now:', `controller  ${issued.id}  ${issued.secret}`],
    document: { controller: issued },
  }
})

const GEOMETRY = {
  lat: text('N'),
  lng: text('N'),
  towers: text('M,M,..'),
  overhang: text('M'),
  'time-zone': text('Z'),
  'flow-gpm': text('N'),
  'speed-100': text('M/MIN'),
  arc: text('START,END|none'),
}
const CHANGES = Object.keys(GEOMETRY)

const edit = act('system edit', { ...GEOMETRY, reason }, async (kit, name, values) => {
  if (!CHANGES.some((option) => values[option] !== undefined))
    throw new UsageError('nothing to change was said')
  await createSystemActs(kit).changeGeometry(null, name, {
    latitude: numberOf(values, 'lat'),
    longitude: numberOf(values, 'lng'),
    tower_radii_m: numbersOf(values, 'towers'),
    overhang_m: numberOf(values, 'overhang'),
    time_zone: textOf(values, 'time-zone'),
    flow_gpm: numberOf(values, 'flow-gpm'),
    speed_100_m_min: numberOf(values, 'speed-100'),
    arc: values['arc'] === 'none' ? null : numbersOf(values, 'arc'),
    reason: whyOf(values),
  })
  return { said: [`${name} is changed.`] }
})

const stop = act(
  'system stop',
  { reason },
  async (kit, name, values) => {
    const word = textOf(values, 'word')
    if (word !== 'on' && word !== 'off') throw new UsageError('on or off')
    const stopped = word === 'on'
    await createSystemActs(kit).stop(null, name, { stopped, reason: whyOf(values) })
    return {
      said: [
        stopped
          ? `New settings of ${name} are stopped. What runs now keeps running.`
          : `${name} takes settings again.`,
      ],
      document: { stopped },
    }
  },
  ['NAME', 'on|off'],
)

const transfer = act(
  'system transfer',
  { to: { ...text('EMAIL'), required: true }, 'keep-members': flag, reason },
  async (kit, name, values) => {
    const to = textOf(values, 'to') ?? ''
    const keep = values['keep-members'] === true
    await createTransfers(kit).offer(null, name, { to, keep_members: keep, reason: whyOf(values) })
    return {
      said: [`${name} is offered to ${to}, who has a mail and accepts or declines.`],
      document: { offered: to },
    }
  },
)

const decommission = act(
  'system decommission',
  { confirm: { ...text('NAME'), required: true }, reason },
  async (kit, name, values) => {
    const confirm = textOf(values, 'confirm')
    await createSystemActs(kit).decommission(null, name, { confirm, reason: whyOf(values) })
    return { said: [`${name} is decommissioned: its devices are refused, and nobody is a member any more.`] }
  },
)

const show = act('system show', {}, async (kit, name) => {
  const system = await createDesk(kit).system(null, name)
  const { view, needs: wants, members, stopped } = system
  return {
    said: [
      `${name}: ${view.online ? 'online' : 'offline'}, last heard ${view.last_seen ?? 'never'}${stopped ? ', stopped' : ''}`,
      `needs: ${wants.join(', ') || 'nobody'}`,
      ...members.map(({ email, role }) => `${role} ${email}`),
      ...system.credentials
        .filter(({ revoked_at }) => revoked_at === null)
        .map(({ id, kind, issued_at }) => `${kind} ${id}, issued ${issued_at}`),
    ],
    document: system,
  }
})

const list: Command = {
  name: 'system list',
  words: [],
  options: {
    search: text('WORDS'),
    need: text([...needs, 'any', 'stopped', 'online', 'decommissioned'].join('|')),
    json,
  },
  async run({ values, open, print }) {
    const filters = [...needs, 'any', 'stopped', 'online', 'decommissioned'] as const
    const need = filters.find((filter) => filter === values['need'])
    if (values['need'] !== undefined && !need) throw new UsageError(`--need: one of ${filters.join(', ')}`)
    const desk = createDesk(await open())
    const search = textOf(values, 'search')
    let after: string | null = ''
    do {
      const page = await desk.systems(null, { need, search, after })
      for (const row of page.systems)
        print(
          values['json']
            ? JSON.stringify(row)
            : [
                row.name,
                row.owner?.email ?? 'no owner',
                row.online ? 'online' : 'offline',
                ...row.needs,
              ].join('  '),
        )
      after = page.next
    } while (after !== null)
    return 0
  },
}

const attention: Command = {
  name: 'provider attention',
  words: [],
  options: { json },
  async run({ values, open, print }) {
    const found = await createDesk(await open()).attention(null)
    if (values['json']) print(JSON.stringify(found))
    else {
      print(
        Object.entries(found.counts)
          .map(([need, count]) => `${need} ${count}`)
          .join(', '),
      )
      for (const { systems, since } of found.incidents)
        print(`${systems} systems went offline together since ${since}`)
      for (const { need, system, detail, since } of found.items)
        print([need, system, detail, since].filter(Boolean).join('  '))
    }
    return 0
  },
}

export const actCommands: Command[] = [
  list,
  show,
  attention,
  edit,
  stop,
  transfer,
  decommission,
  rotate,
  revoke,
  replace,
]
