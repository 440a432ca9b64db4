/** Checks that each acknowledged setting is in the history exactly once, and that machines got those and no others. */
import { type SystemCommand, systemCommandsAnswer, systemPaths } from '#contract/systems.ts'
import type { Accepted, AcceptedSettings } from './accepted.ts'
import { ask } from './ask.ts'
import type { Owner } from './customers.ts'
import type { Findings } from './findings.ts'
import type { Machine } from './machine.ts'

interface Needs {
  machines: ReadonlyMap<string, Machine>
  accepted: AcceptedSettings
  findings: Findings
}

export interface HistoryCheck {
  /** Checks what is new since the last call; only while nobody sends anything. */
  look(owner: Owner, url: string): Promise<void>
}

export function createHistoryCheck({ machines, accepted, findings }: Needs): HistoryCheck {
  /** For each system: the revision up to which it is verified, and the number of its machine's documents. */
  const checked = new Map<string, { settingsRev: number; heard: number }>()

  return {
    async look(owner, url) {
      for (const system of owner.systems) {
        const from = checked.get(system) ?? { settingsRev: 0, heard: 0 }
        const rows = await rowsSince(owner, url, system, from.settingsRev)
        if (!rows) {
          findings.add('broken', `${system} history`, `${system}: no history while it is quiet`)
          continue
        }
        checkRows(system, rows, from.settingsRev)
        const heard = machines.get(system)?.record.heard ?? []
        checkHeard(system, heard.slice(from.heard))
        checked.set(system, { settingsRev: accepted.newest(system), heard: heard.length })
      }
    },
  }

  function checkRows(system: string, rows: SystemCommand[], since: number): void {
    const of = accepted.of(system)
    const revs = new Set<number>()
    for (const row of rows) {
      const { settings_rev: rev, command_id: commandId } = row
      if (revs.has(rev))
        findings.add('doubled', `${system} row ${rev}`, `${system}: two rows of setting ${rev}`)
      revs.add(rev)
      checkTimes(system, row)
      const setting = of.get(rev)
      if (!setting)
        findings.add(
          'doubled',
          `${system} row ${rev}`,
          `${system}: setting ${rev} (${commandId}) nobody was told of`,
        )
      else if (setting.commandId !== commandId || !isAsWanted(row, setting))
        findings.add(
          'lost',
          `${system} row ${rev}`,
          `${system}: setting ${rev} is stored as ${JSON.stringify(row.to)}, sent as ${JSON.stringify(setting.wanted)}`,
        )
    }
    for (const { settingsRev, key } of of.values())
      if (settingsRev > since && !revs.has(settingsRev))
        findings.add(
          'lost',
          `${system} row ${settingsRev}`,
          `${system}: no setting ${settingsRev}, acknowledged to ${key}`,
        )
    for (let rev = since + 1; rev <= accepted.newest(system); rev += 1)
      if (!revs.has(rev)) findings.add('lost', `${system} row ${rev}`, `${system}: the history lacks ${rev}`)
  }

  /** Compares the server's times with those of the machine: both use one clock. */
  function checkTimes(system: string, { settings_rev: rev, delivery_times: times }: SystemCommand): void {
    const { record } = machines.get(system) ?? {}
    const reportedTimes = [
      ['applied', times.applied, record?.applied],
      ['received', times.received, record?.heard],
    ] as const
    for (const [step, time, steps] of reportedTimes) {
      if (time === null) continue
      // a newer setting that runs implies those before it
      const really = steps?.find(({ settingsRev }) => settingsRev >= rev)?.at ?? Infinity
      if (Date.parse(time) < really)
        findings.add(
          'false',
          `${system} ${step} at ${rev}`,
          `${system}: setting ${rev} is said to be ${step} ${really === Infinity ? 'and never was' : `${really - Date.parse(time)} ms before it was`}`,
        )
    }
  }

  function checkHeard(system: string, heard: Machine['record']['heard']): void {
    const of = accepted.of(system)
    for (const { rev, settingsRev, commandId, rateIn } of heard) {
      const setting = of.get(settingsRev)
      if (setting?.commandId !== commandId || setting.wanted.application_rate !== rateIn)
        findings.add(
          'false',
          `${system} document ${rev}`,
          `${system}: revision ${rev} carries setting ${settingsRev} (${commandId}, ${rateIn} in), which is none that was sent`,
        )
    }
  }
}

async function rowsSince(
  owner: Owner,
  url: string,
  system: string,
  since: number,
): Promise<SystemCommand[] | null> {
  const rows: SystemCommand[] = []
  for (let before: number | null = null; ;) {
    const query = new URLSearchParams({ system, ...(before === null ? {} : { before: String(before) }) })
    const reply = await ask(`${url}${systemPaths.commands}?${query}`, { headers: owner.headers })
    if (reply?.status !== 200) return null
    const page = systemCommandsAnswer.parse(reply.body)
    rows.push(...page.commands.filter(({ settings_rev: rev }) => rev > since))
    if (page.next === null || page.next <= since + 1) return rows
    before = page.next
  }
}

/** OFF keeps the rate alone. */
function isAsWanted({ to }: SystemCommand, { wanted }: Accepted): boolean {
  if (to.is_system_on !== wanted.is_system_on || to.application_rate !== wanted.application_rate) return false
  if (!wanted.is_system_on) return to.root_depth === null && !to.is_speed_switch_on
  return (
    to.is_speed_switch_on === wanted.is_speed_switch_on &&
    to.root_depth === wanted.root_depth &&
    to.target_moisture === wanted.target_moisture
  )
}
