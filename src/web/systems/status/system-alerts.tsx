/** What must be known of a system before anything else: a fault, or settings that run out. */
import type { SystemView } from '../../../contract/systems.ts'
import { Notice } from '../../ui/notice.tsx'
import { faultSentence, warningSentence } from './system-warnings.text.ts'

export function SystemAlerts({ system, now }: { system: SystemView; now: number }) {
  const fault = faultSentence(system, now)
  const warning = warningSentence(system, now)
  return (
    <>
      {fault ? <Notice tone="fault">{fault}</Notice> : null}
      {warning ? <Notice tone="attention">{warning}</Notice> : null}
    </>
  )
}
