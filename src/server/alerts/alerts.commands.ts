/** The provider's command that replays a system's record and lists the alerts it would have sent. */
import { ALERT_KINDS, type AlertKind } from '../../contract/alerts/alerts.ts'
import { type Command, type CommandInput, UsageError } from '../installation/command.ts'
import { Problem } from '../kit/problem.ts'
import { boundsOf } from '../readings/zone-days.ts'
import { systemByName } from '../systems/membership.store.ts'
import { pastEpisodes } from './replay.ts'
import { type ReplayRules, type Rung, replayed } from './replay.rules.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

function dayOf(values: CommandInput['values'], option: string): string {
  const text = String(values[option] ?? '')
  if (!DAY.test(text) || Number.isNaN(Date.parse(text)))
    throw new UsageError(`--${option}: "${text}" is no day such as 2026-07-06`)
  return text
}

/** @example 'offline=60,probe=off' */
function rulesOf(text: string): ReplayRules {
  const rules: ReplayRules = {}
  for (const part of text.split(',').filter(Boolean)) {
    const [name, value = ''] = part.split('=')
    const kind = ALERT_KINDS.find((candidate) => candidate === name)
    if (!kind) throw new UsageError(`--rule: "${name}" is none of ${ALERT_KINDS.join(', ')}`)
    if (value !== 'off' && !/^\d{1,5}$/.test(value))
      throw new UsageError(`--rule: ${kind} is off, or the minutes that it must last`)
    rules[kind] = value === 'off' ? null : Number(value)
  }
  return rules
}

const MINUTE_MS = 60_000

function lineOf({ at, episodes }: Rung, timeZone: string): string {
  const when = (ms: number) =>
    new Date(ms).toLocaleString('en-CA', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
    })
  const states = episodes.map(({ kind, subject, from, to }) => {
    const lasted = to === null ? 'and still is' : `for ${Math.round((to - from) / MINUTE_MS)} min`
    return `${kind}${subject && ` ${subject}`} since ${when(from)} ${lasted}`
  })
  return `${when(at)}  ${states.join('; ')}`
}

function summaryOf(rung: readonly Rung[]): string {
  const counts = new Map<AlertKind, number>()
  for (const { episodes } of rung)
    for (const kind of new Set(episodes.map((episode) => episode.kind)))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) => `${kind} ${count}`)
  const total = rung.length === 1 ? '1 message' : `${rung.length} messages`
  return parts.length > 0 ? `${total}: ${parts.join(', ')}` : total
}

export const alertCommands: Command[] = [
  {
    name: 'alerts replay',
    words: ['SYSTEM'],
    options: {
      from: { type: 'string', value: 'DAY', required: true },
      to: { type: 'string', value: 'DAY', required: true },
      rule: { type: 'string', value: 'KIND=MINUTES|off,..' },
      json: { type: 'boolean' },
    },
    async run({ positionals: [name = ''], values, open, print }) {
      const days = { start: dayOf(values, 'from'), end: dayOf(values, 'to') }
      if (days.end < days.start) throw new UsageError('--to is before --from')
      const rules = rulesOf(String(values['rule'] ?? ''))
      const { database, clock } = await open()
      const system = await systemByName(database.reader, name)
      if (!system) throw new Problem('system_not_found')
      const bounds = boundsOf(days, system.timeZone)
      const span = { from: bounds.from, to: new Date(Math.min(bounds.to.getTime(), clock.now().getTime())) }
      const episodes = await pastEpisodes(database.reader, system, span, ALERT_KINDS)
      const rung = replayed(episodes, rules, { from: span.from.getTime(), to: span.to.getTime() })
      if (values['json'])
        print(
          JSON.stringify(
            rung.map(({ at, episodes: own }) => ({ at: new Date(at).toISOString(), episodes: own })),
          ),
        )
      else {
        for (const ring of rung) print(lineOf(ring, system.timeZone))
        print(summaryOf(rung))
      }
      return 0
    },
  },
]
