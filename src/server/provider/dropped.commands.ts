/** `system dropped`: which messages of a system's devices could not be used, and what was wrong with the newest. */
import { DROPPED_KEPT_DAYS, selectDropped } from '../devices/dropped-messages.store.ts'
import type { DroppedCount } from '../devices/device-link.ts'
import type { Command } from '../installation/command.ts'
import { Problem } from '../kit/problem.ts'
import { findSystem } from '../systems/systems.store.ts'

export const dropped: Command = {
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
