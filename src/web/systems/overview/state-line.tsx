/** One line about a system: does it run, where is the arm, did the last change take. */
import type { SystemView } from '../../../contract/systems.ts'
import type { LiveState } from '../../api/live.ts'
import { ago, clock } from '../../kit/formats.ts'
import { deliveryWord } from '../../shared/delivery/delivery.text.ts'
import css from './systems-overview.module.css'
import { SystemBadge } from '../status/system-badge.tsx'
import { knowledgeOf, motionWords, statusOf } from '../status/system-status.ts'

export interface StateLineProps {
  system: SystemView
  live: LiveState
  now: number
}

export function StateLine({ system, live, now }: StateLineProps) {
  return (
    <>
      <SystemBadge status={statusOf(system, live, now)} />
      <span className={css.soft}>
        {armWords(system, live, now)} {changeWords(system)}
      </span>
    </>
  )
}

function armWords(system: SystemView, live: LiveState, now: number): string {
  const { telemetry, time_zone: zone } = system
  const knowledge = knowledgeOf(system, live, now)
  if (!telemetry || knowledge === 'none') return ''
  const angle = `${Math.round(telemetry.angle_deg) % 360}°`
  return knowledge === 'live'
    ? `Arm at ${angle}, ${motionWords(telemetry)}.`
    : `Arm was at ${angle}, seen ${ago(telemetry.at, now, zone)}.`
}

/** Whether the last change took, in a few words. */
function changeWords({ delivery, delivery_times: times, time_zone: zone }: SystemView): string {
  if (!delivery) return 'Nothing sent yet.'
  const at = times?.[delivery]
  const when = at ? ` ${clock(at, zone)}` : ''
  const word = deliveryWord(delivery).toLowerCase()
  return ['saved', 'sent', 'received'].includes(delivery)
    ? `Last change not applied yet: ${word}${when}.`
    : `Last change ${word}${when}.`
}
