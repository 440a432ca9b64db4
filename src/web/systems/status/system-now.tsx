/** One system now: its state in words, the number of the arm, and the picture. */
import { Lock } from 'lucide-react'
import type { SystemView } from '#contract/systems.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { ago, quantity, span } from '../../kit/formats.ts'
import { useWatered } from '../../api/passes.ts'
import { useUnit } from '../../api/preferences.ts'
import { panelSentence } from './panel-timer.ts'
import { passEnd } from './pass-figures.ts'
import { FlowNow } from '../water/flow-now.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PivotPicture } from './pivot-picture.tsx'
import { SystemBadge } from './system-badge.tsx'
import css from './system-now.module.css'
import { knowledgeOf, motionWords, statusOf } from './system-status.ts'
import type { Knowledge } from './system-status.ts'
import { faultSentence, lockWord, momentWords, warningSentence } from './system-warnings.text.ts'
import { Notice } from '../../ui/notice.tsx'

/** Letters of a name that a dropdown shows on a phone. */
const NAME_IN_DROPDOWN = 28

export interface SystemNowProps {
  system: SystemView
  live: LiveState
  now: number
}

export function SystemNow({ system, live, now }: SystemNowProps) {
  const knowledge = knowledgeOf(system, live, now)
  const lock = lockWord(system)
  const watered = useWatered(system.name)
  return (
    <section aria-labelledby="system-now" className={css.now}>
      <h2 id="system-now" className={css.name} data-long={system.name.length > NAME_IN_DROPDOWN || undefined}>
        {system.name}
      </h2>
      <div className={css.state}>
        <Position system={system} knowledge={knowledge} now={now} />
        <div className={css.status}>
          <SystemBadge status={statusOf(system, live, now)} />
          {lock ? <StatusBadge tone="attention" word={lock} icon={Lock} /> : null}
          <Motion system={system} knowledge={knowledge} now={now} />
        </div>
      </div>
      <SystemAlerts system={system} now={now} />
      <PivotPicture system={system} knowledge={knowledge} now={now} watered={watered.data?.arcs ?? []} />
      {knowledge === 'live' ? <Finish system={system} now={now} /> : null}
      {knowledge === 'live' ? <FlowNow system={system} /> : null}
    </section>
  )
}

/** When the arm ends its pass, at the timer that it runs now. */
function Finish({ system, now }: { system: SystemView; now: number }) {
  const end = passEnd(system)
  if (!end) return null
  const when = momentWords(end.at, now, system.time_zone)
  const where = `${Math.round(end.bearing) % 360}°`
  return (
    <p className={css.finish}>
      <span className={css.soft}>{end.wholeTurn ? `Back at ${where}` : `At its end, ${where},`} about</span>{' '}
      <strong>{when}</strong>{' '}
      <span className={css.soft}>
        in {span(Math.max(0, end.at - now))}, at timer {quantity(end.timerPercent, '%', 0)}
      </span>
    </p>
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

/** What must be known of a system before anything else: a fault, or settings that run out. */
function SystemAlerts({ system, now }: { system: SystemView; now: number }) {
  const fault = faultSentence(system, now)
  const warning = warningSentence(system, now)
  const { unit } = useUnit()
  const panel = panelSentence(system, unit)
  return (
    <>
      {fault ? <Notice tone="fault">{fault}</Notice> : null}
      {warning ? <Notice tone="attention">{warning}</Notice> : null}
      {panel ? <Notice tone="attention">{panel}</Notice> : null}
    </>
  )
}
