/** Lists the user's systems, worst first, or only the others with trouble while one of them is open. */
import type { SystemView } from '#contract/systems.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { TriangleAlert } from 'lucide-react'
import { useUnit } from '../../api/preferences.ts'
import { panelMismatch, panelSentence } from '../status/panel-timer.ts'
import { PivotPicture } from '../status/pivot-picture.tsx'
import { isStoppedByFault, knowledgeOf, motionWords, statusOf } from '../status/system-status.ts'
import css from './systems-overview.module.css'
import { Button } from '../../ui/button.tsx'
import { ago, clock } from '../../kit/formats.ts'
import { deliveryWord } from '../../shared/delivery/delivery.text.ts'
import { SystemBadge } from '../status/system-badge.tsx'

export interface SystemsOverviewProps {
  systems: readonly SystemView[]
  live: LiveState
  now: number
  onSelect: (name: string) => void
}

export function SystemsOverview({ systems, live, now, onSelect }: SystemsOverviewProps) {
  return (
    <section aria-labelledby="systems-overview">
      <h2 id="systems-overview">Your systems now</h2>
      <ul className={css.list}>
        {worstFirst(systems, live, now).map((system) => (
          <li key={system.name}>
            <Row system={system} live={live} now={now} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowProps extends Omit<SystemsOverviewProps, 'systems'> {
  system: SystemView
}

function Row({ system, live, now, onSelect }: RowProps) {
  const knowledge = knowledgeOf(system, live, now)
  return (
    <button type="button" className={css.row} onClick={() => onSelect(system.name)}>
      <PivotPicture system={system} knowledge={knowledge} now={now} small />
      <span className={css.words}>
        <span className={css.name}>{system.name}</span>
        <StateLine system={system} live={live} now={now} />
      </span>
    </button>
  )
}

/** Worst first; what stands before `stopped` is trouble. */
const ranks = ['fault', 'offline', 'refused', 'warning', 'stopped', 'fine'] as const
type Severity = (typeof ranks)[number]

/** What a system needs a look for. */
function severityOf(system: SystemView, live: LiveState, now: number): Severity {
  if (isStoppedByFault(system)) return 'fault'
  const { kind } = statusOf(system, live, now)
  if (kind === 'offline') return 'offline'
  if (system.delivery === 'rejected' || system.delivery === 'expired') return 'refused'
  if (system.warnings.length > 0 || system.fault || kind === 'stale' || panelMismatch(system))
    return 'warning'
  return kind === 'stopped' ? 'stopped' : 'fine'
}

export function isTrouble(system: SystemView, live: LiveState, now: number): boolean {
  return ranks.indexOf(severityOf(system, live, now)) < ranks.indexOf('stopped')
}

/** The worst first; equals by name. */
export function worstFirst(systems: readonly SystemView[], live: LiveState, now: number): SystemView[] {
  const rank = (system: SystemView) => ranks.indexOf(severityOf(system, live, now))
  return systems.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

interface OthersInTroubleProps extends SystemsOverviewProps {
  /** Name of the one that is looked at. */
  name: string
}

/** While one system is looked at: the others that need a look, each with the way there. */
export function OthersInTrouble({ name, systems, live, now, onSelect }: OthersInTroubleProps) {
  const others = worstFirst(systems, live, now).filter(
    (system) => system.name !== name && isTrouble(system, live, now),
  )
  if (others.length === 0) return null
  return (
    <section aria-label="Other systems that need a look">
      <ul className={css.others}>
        {others.map((system) => (
          <li key={system.name} className={css.other}>
            <span className={css.otherWords}>
              <strong className={css.otherName}>{system.name}</strong>
              <StateLine system={system} live={live} now={now} />
            </span>
            <Button onClick={() => onSelect(system.name)} aria-label={`Show ${system.name}`}>
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
interface StateLineProps {
  system: SystemView
  live: LiveState
  now: number
}

/** One line about a system: does it run, where is the arm, did the last change take. */
function StateLine({ system, live, now }: StateLineProps) {
  const { unit } = useUnit()
  const panel = panelSentence(system, unit)
  return (
    <>
      <SystemBadge status={statusOf(system, live, now)} />
      {panel ? (
        <span className={css.panel}>
          <TriangleAlert size={16} aria-hidden="true" /> {panel}
        </span>
      ) : null}
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
