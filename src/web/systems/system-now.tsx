/** One system now: its state in words, the number of the arm, and the picture. */
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../api/live.ts'
import { ago } from '../kit/formats.ts'
import { PivotPicture } from './pivot-picture.tsx'
import { SystemBadge } from './system-badge.tsx'
import css from './system-now.module.css'
import { knowledgeOf, motionWords, statusOf } from './system-status.ts'
import type { Knowledge } from './system-status.ts'

export interface SystemNowProps {
  system: SystemView
  live: LiveState
  now: number
}

export function SystemNow({ system, live, now }: SystemNowProps) {
  const knowledge = knowledgeOf(system, live, now)
  return (
    <section aria-labelledby="system-now" className={css.now}>
      <h2 id="system-now" className={css.name}>
        {system.name}
      </h2>
      <div className={css.state}>
        <Position system={system} knowledge={knowledge} now={now} />
        <div className={css.status}>
          <SystemBadge status={statusOf(system, live, now)} />
          <Motion system={system} knowledge={knowledge} now={now} />
        </div>
      </div>
      <PivotPicture system={system} knowledge={knowledge} now={now} />
    </section>
  )
}

interface PositionProps {
  system: SystemView
  knowledge: Knowledge
  now: number
}

function Position({ system, knowledge, now }: PositionProps) {
  const { telemetry, time_zone: zone, online, last_seen: seen } = system
  if (telemetry && knowledge !== 'none') {
    const live = knowledge === 'live'
    return (
      <p className={css.angle}>
        <span className={css.soft}>Arm {live ? 'at' : 'was at'} </span>
        <strong className={live ? css.number : css.remembered}>
          {Math.round(telemetry.angle_deg) % 360}°
        </strong>
      </p>
    )
  }
  if (seen && !online) return <p className={css.why}>Last seen {ago(seen, now, zone)}.</p>
  return (
    <p className={css.why}>
      {online
        ? 'The controller is linked and has not told its position yet.'
        : 'The controller has not linked up yet. Its position shows here as soon as it does.'}
    </p>
  )
}

function Motion({ system, knowledge, now }: PositionProps) {
  const { telemetry, time_zone: zone } = system
  if (!telemetry || knowledge === 'none') return null
  return (
    <>
      {knowledge === 'live' ? <span className={css.motion}>{motionWords(telemetry)}</span> : null}
      <span className={css.soft}>seen {ago(telemetry.at, now, zone)}</span>
    </>
  )
}
