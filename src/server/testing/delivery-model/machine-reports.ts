/** A machine's reports in transit: lost, duplicated, delayed, reordered, and sometimes false. */
import type { DesiredDocument, ReportedDocument } from '#contract/controller.ts'
import { reportOf, type Shadow } from '../../../simulator/device-shadow.ts'
import type { Dice } from './dice.ts'

const MACHINE = { firmware: 'model', capabilities: { zones: 3, sectorDeg: 2, speed: true } }
const LOST = 0.04
const DOUBLED = 0.08
const LATE = 0.1
const LATE_MS = { low: 100, high: 3000 }

interface Needs {
  shadow(): Shadow
  say(document: ReportedDocument): void
  /** Ends the connection. */
  cut(): void
}

export interface Reports {
  /** Whether faults are injected. */
  faulty: boolean
  /** Delayed reports not yet sent. */
  pending(): number
  /** The current report, whatever the faults. */
  say(): void
  sayNewest(): void
  /** Claims that a document is running, with a wrong hash. */
  lie(desired: DesiredDocument): void
  stop(): void
}

export function createReports(dice: Dice, { shadow, say, cut }: Needs): Reports {
  const late = new Set<NodeJS.Timeout>()
  const current = () => reportOf(shadow(), MACHINE, Date.now())
  const sayNewest = () => say(current())

  function sayLate(document: ReportedDocument): void {
    const timer = setTimeout(
      () => {
        late.delete(timer)
        say(document)
        // the broker retains the last report, which must not remain an outdated one
        sayNewest()
      },
      dice.between(LATE_MS.low, LATE_MS.high),
    )
    late.add(timer)
  }

  return {
    faulty: true,
    pending: () => late.size,
    sayNewest,
    say() {
      if (!this.faulty) return sayNewest()
      // a report is lost with its connection or its process: the next connection begins with a report
      if (dice.chance(LOST)) return cut()
      if (dice.chance(LATE)) return sayLate(current())
      sayNewest()
      if (dice.chance(DOUBLED)) sayNewest()
    },
    lie({ rev, settingsRev, mode, rx, commandId }) {
      say({
        ...current(),
        rev,
        seenRev: rev,
        settingsRev,
        mode,
        commandId,
        rxSha256: rx.sha256.slice(32) + rx.sha256.slice(0, 32),
        appliedAt: new Date().toISOString(),
        result: 'APPLIED',
      })
    },
    stop() {
      for (const timer of late) clearTimeout(timer)
      late.clear()
    },
  }
}
