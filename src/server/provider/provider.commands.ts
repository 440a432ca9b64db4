/** The provider's commands: provider accounts, connecting and sharing systems, unusable device messages, and the stop. */
import { role } from '../../contract/systems.ts'
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import { DROPPED_KEPT_DAYS, selectDropped } from '../devices/unstored-messages.store.ts'
import type { DroppedCount } from '../devices/device-link.ts'
import { Problem } from '../kit/problem.ts'
import { findSystem } from '../systems/systems.store.ts'
import { simulate } from './simulate.commands.ts'
import { createProvider } from './provider.service.ts'
import { switchProviderStop } from './provider-stop.service.ts'

type Values = CommandInput['values']

function text(values: Values, option: string): string {
  return String(values[option] ?? '')
}

/** @throws UsageError if it is given and not a plain decimal number */
function numberOf(option: string, raw: string): number {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(raw.trim()))
    throw new UsageError(`--${option}: "${raw}" is not a number`)
  return Number(raw)
}

function optionalNumber(values: Values, option: string): number | null {
  return values[option] === undefined ? null : numberOf(option, text(values, option))
}

function numbers(values: Values, option: string): number[] {
  return text(values, option)
    .split(',')
    .map((part) => numberOf(option, part))
}

const string = (value: string) => ({ type: 'string' as const, value })
const required = (value: string) => ({ ...string(value), required: true })

const grant: Command = {
  name: 'provider grant',
  words: ['EMAIL'],
  options: { json: { type: 'boolean' } },
  async run({ positionals: [email = ''], values, open, print }) {
    await createProvider(await open()).grant(email)
    print(values['json'] ? JSON.stringify({ email, provider: true }) : `${email} has the provider role`)
    return 0
  },
}

const revoke: Command = {
  name: 'provider revoke',
  words: ['EMAIL'],
  options: { json: { type: 'boolean' } },
  async run({ positionals: [email = ''], values, open, print }) {
    await createProvider(await open()).revoke(email)
    print(
      values['json'] ? JSON.stringify({ email, provider: false }) : `${email} has the provider role no more`,
    )
    return 0
  },
}

const connect: Command = {
  name: 'system connect',
  words: [],
  options: {
    owner: required('EMAIL'),
    name: required('NAME'),
    lat: required('N'),
    lng: required('N'),
    towers: required('M,M,..'),
    overhang: required('M'),
    'time-zone': required('Z'),
    'flow-gpm': string('N'),
    'speed-100': string('M/MIN'),
    arc: string('START,END'),
    texture: string('loam'),
    json: { type: 'boolean' },
  },
  async run({ values, open, print }) {
    const request = {
      owner: text(values, 'owner'),
      name: text(values, 'name'),
      latitude: numberOf('lat', text(values, 'lat')),
      longitude: numberOf('lng', text(values, 'lng')),
      towerRadiiM: numbers(values, 'towers'),
      overhangM: numberOf('overhang', text(values, 'overhang')),
      timeZone: text(values, 'time-zone'),
      flowGpm: optionalNumber(values, 'flow-gpm'),
      speed100MMin: optionalNumber(values, 'speed-100'),
      arc: values['arc'] === undefined ? null : numbers(values, 'arc'),
      ...(values['texture'] === undefined ? {} : { texture: text(values, 'texture') }),
    }
    const connected = await createProvider(await open()).connect(request)
    if (values['json']) print(JSON.stringify(connected))
    else {
      print(`${connected.system} is connected. These secrets are shown only now:`)
      print(`controller  ${connected.controller.id}  ${connected.controller.secret}`)
      print(`gateway     ${connected.gateway.id}  ${connected.gateway.secret}`)
    }
    return 0
  },
}

const share: Command = {
  name: 'system share',
  words: ['NAME'],
  options: { with: required('EMAIL'), role: required('operator|viewer'), json: { type: 'boolean' } },
  async run({ positionals: [name = ''], values, open, print }) {
    const parsedRole = role.safeParse(values['role'])
    if (!parsedRole.success || parsedRole.data === 'owner') throw new UsageError('--role: operator or viewer')
    await createProvider(await open()).share(name, text(values, 'with'), parsedRole.data)
    const email = text(values, 'with')
    print(
      values['json']
        ? JSON.stringify({ system: name, email, role: parsedRole.data })
        : `${email} is now ${parsedRole.data} of ${name}.`,
    )
    return 0
  },
}

const stop: Command = {
  name: 'provider stop',
  words: ['on|off'],
  options: { json: { type: 'boolean' } },
  async run({ positionals: [word = ''], values, open, print }) {
    if (word !== 'on' && word !== 'off') throw new UsageError('on or off')
    const state = await switchProviderStop(await open(), word === 'on', null)
    const { stopped } = state
    if (values['json']) print(JSON.stringify(state))
    else
      print(
        stopped
          ? 'New settings are stopped for all systems. What runs now keeps running.'
          : 'New settings are taken again.',
      )
    return 0
  },
}

const dropped: Command = {
  name: 'system dropped',
  words: ['NAME'],
  options: { json: { type: 'boolean' } },
  async run({ positionals: [name = ''], values, open, print }) {
    const { clock, database } = await open()
    const system = await findSystem(database.reader, name)
    if (!system) throw new Problem('system_not_found')
    const { controllerId } = system
    const counts = await selectDropped(database.reader, controllerId, clock.now(), DROPPED_KEPT_DAYS)
    if (values['json']) print(JSON.stringify(documentOf(name, counts)))
    else linesOf(name, counts).forEach(print)
    return 0
  },
}

function documentOf(system: string, counts: readonly DroppedCount[]) {
  return {
    system,
    days: DROPPED_KEPT_DAYS,
    dropped: counts.map(({ firstAt, lastAt, ...rest }) => ({ ...rest, first_at: firstAt, last_at: lastAt })),
  }
}

function linesOf(system: string, counts: readonly DroppedCount[]): string[] {
  const span = `in the last ${DROPPED_KEPT_DAYS} days`
  if (counts.length === 0) return [`${system}: every message ${span} could be used.`]
  return [`${system}: messages ${span} that could not be used`, ...counts.map(lineOf)]
}

function lineOf({ kind, reason, count, firstAt, lastAt, example }: DroppedCount): string {
  return `${count} ${kind} ${reason}, ${minuteOf(firstAt)} to ${minuteOf(lastAt)} UTC, the last one: ${example}`
}

function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}

export const providerCommands: Command[] = [grant, revoke, connect, share, dropped, stop, simulate]
