/** Records what one machine received and applied, and checks it. */
import type { DesiredDocument } from '#contract/controller.ts'
import type { Findings } from './findings.ts'

interface Step {
  rev: number
  settingsRev: number
  commandId: string
  rateIn: number
  /** By the same clock as the server's. */
  at: number
}

export interface MachineRecord {
  readonly heard: readonly Step[]
  readonly applied: readonly Step[]
  /** The newest settings revision received and applied; 0 before the first. */
  heardRev(): number
  appliedRev(): number
  hear(document: DesiredDocument): void
  apply(document: DesiredDocument): void
}

export function createMachineRecord(system: string, findings: Findings): MachineRecord {
  const heard: Step[] = []
  const applied: Step[] = []
  const written = new Map<number, string>()
  const newestOf = (steps: Step[]) =>
    steps.reduce((newest, { settingsRev }) => Math.max(newest, settingsRev), 0)
  let heardRev = 0

  return {
    heard,
    applied,
    heardRev: () => heardRev,
    appliedRev: () => newestOf(applied.slice(-1)),
    hear(document) {
      const { rev, settingsRev, commandId, rx } = document
      const text = `setting ${settingsRev}, command ${commandId}, hash ${rx.sha256}`
      const before = written.get(rev) ?? text
      written.set(rev, text)
      if (before !== text)
        findings.add('doubled', `${system} ${rev}`, `${system}: revision ${rev} was ${before}, then ${text}`)
      heardRev = Math.max(heardRev, settingsRev)
      heard.push(stepOf(document))
    },
    apply(document) {
      const { rev, settingsRev } = document
      const last = applied.at(-1)
      if (last && rev <= last.rev)
        findings.add('doubled', `${system} applied ${rev}`, `${system} applied ${rev} after ${last.rev}`)
      if (last && settingsRev < last.settingsRev)
        findings.add(
          'doubled',
          `${system} back ${rev}`,
          `${system} went back from setting ${last.settingsRev} to ${settingsRev}, by revision ${rev}`,
        )
      applied.push(stepOf(document))
    },
  }
}

function stepOf({ rev, settingsRev, commandId, rateIn }: DesiredDocument): Step {
  return { rev, settingsRev, commandId, rateIn, at: Date.now() }
}
