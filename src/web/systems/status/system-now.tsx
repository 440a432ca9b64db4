/** The current state of one system: status, the numbers of its pass, and the picture. */
import { Lock, TriangleAlert } from 'lucide-react'
import type { SystemView } from '#contract/systems.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { ago, quantity } from '../../kit/formats.ts'
import { useWatered } from '../../api/passes.ts'
import { useUnit } from '../../api/preferences.ts'
import { panelSentence } from './panel-timer.ts'
import { passEnd } from './pass-figures.ts'
import { FlowNow } from '../water/flow-now.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Preferences } from '#contract/accounts/accounts.ts'
import { futureTimeText, PassNumbers } from './pass-numbers.tsx'
import { PivotPicture } from './pivot-picture.tsx'
import { SystemBadge } from './system-badge.tsx'
import css from './system-now.module.css'
import { freshnessOf, statusOf } from './system-status.ts'
import type { Freshness } from './system-status.ts'
import { faultSentence, lockWord, warningSentence, wetStopSentence, text } from './system-warnings.text.ts'
import { Notice } from '../../ui/notice.tsx'

/** Characters of a name that fit into the dropdown on a phone. */
const NAME_IN_DROPDOWN = 28

export interface SystemNowProps {
  system: SystemView
  live: LiveState
  now: number
}

/** The summary: name and state, problems, and the numbers of its pass. */
export function SystemNow({ system, live, now }: SystemNowProps) {
  const freshness = freshnessOf(system, live, now)
  const lock = lockWord(system)
  const { unit } = useUnit()
  return (
    <section aria-labelledby="system-now" className={css.now}>
      <h2 id="system-now" className={css.name} data-long={system.name.length > NAME_IN_DROPDOWN || undefined}>
        {system.name}
      </h2>
      <p className={css.status}>
        <SystemBadge status={statusOf(system, live, now)} />
        {lock ? <StatusBadge tone="attention" word={lock} icon={Lock} /> : null}
        <LastReport system={system} freshness={freshness} now={now} />
      </p>
      <SystemAlerts system={system} now={now} />
      {freshness === 'none' ? null : (
        <PassNumbers system={system} freshness={freshness} now={now} unit={unit} large />
      )}
      {freshness === 'live' ? <PanelNote system={system} unit={unit} /> : null}
    </section>
  )
}

/** The field with its arm; when the pass ends, and the machine's flow. */
export function SystemPicture({ system, live, now }: SystemNowProps) {
  const freshness = freshnessOf(system, live, now)
  const watered = useWatered(system.name)
  return (
    <div className={css.now}>
      <PivotPicture system={system} freshness={freshness} now={now} watered={watered.data?.arcs ?? []} />
      {freshness === 'live' ? <Finish system={system} now={now} /> : null}
      {freshness === 'live' ? <FlowNow system={system} /> : null}
    </div>
  )
}

/** When the arm ends its pass at the current timer. */
function Finish({ system, now }: { system: SystemView; now: number }) {
  const end = passEnd(system)
  if (!end) return null
  const endText = end.wholeTurn ? text.finishesCircle : text.reachesEnd(Math.round(end.bearing) % 360)
  return (
    <p className={css.finish}>
      {endText} <strong>{futureTimeText(end.at, now, system.time_zone)}</strong>
      <span className={css.soft}> {text.timer(quantity(end.timerPercent, '%', 0))}</span>
    </p>
  )
}

interface LastReportProps {
  system: SystemView
  freshness: Freshness
  now: number
}

/** When the arm last reported, or why it has not. */
function LastReport({ system, freshness, now }: LastReportProps) {
  const { telemetry, time_zone: zone, online, last_seen: seen } = system
  if (telemetry && freshness !== 'none') {
    return <span className={css.soft}>{text.seen(ago(telemetry.at, now, zone))}</span>
  }
  if (seen && !online) return <span className={css.soft}>{text.lastSeen(ago(seen, now, zone))}</span>
  return <span className={css.soft}>{online ? text.noPositionSent : text.neverConnected}</span>
}

/** Warnings shown before anything else: a fault, or expiring settings. */
function SystemAlerts({ system, now }: { system: SystemView; now: number }) {
  const fault = wetStopSentence(system, now) ?? faultSentence(system, now)
  const warning = warningSentence(system, now)
  return (
    <>
      {fault ? <Notice tone="fault">{fault}</Notice> : null}
      {warning ? <Notice tone="attention">{warning}</Notice> : null}
    </>
  )
}

/** The actual depth, if the panel's timer differs from the requested one. */
function PanelNote({ system, unit }: { system: SystemView; unit: Preferences['unit'] }) {
  const words = panelSentence(system, unit)
  if (!words) return null
  return (
    <output className={css.panel}>
      <TriangleAlert size={16} aria-hidden="true" /> {words}
    </output>
  )
}
