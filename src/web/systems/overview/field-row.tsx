/** One field of the overview: status and reason, the numbers of its pass, its last change, and a checkbox. */
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { SystemView } from '#contract/systems.ts'
import type { LiveState } from '../../kit/live-stream.ts'
import { ago, clock } from '../../kit/formats.ts'
import { deliveryOf, deliveryWord, refusalOf } from '../../shared/delivery/delivery.text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { depth } from '../text/depth.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { panelSentence } from '../status/panel-timer.ts'
import { PassNumbers, type WaterTexts } from '../status/pass-numbers.tsx'
import { PivotPicture } from '../status/pivot-picture.tsx'
import { SystemBadge } from '../status/system-badge.tsx'
import { freshnessOf, statusOf } from '../status/system-status.ts'
import type { Freshness } from '../status/system-status.ts'
import { faultSentence, lockWord, warningSentence, wetStopSentence } from '../status/system-warnings.text.ts'
import css from './field-row.module.css'
import { text } from './overview.text.ts'

export interface FieldRowProps {
  system: SystemView
  live: LiveState
  now: number
  /** Not asked for by each row: a watched query in each of fifty takes longer than a tap may. */
  unit: DepthUnit
  /** Whether it is the field that is open below. */
  current: boolean
  ticked: boolean
  /** Null if fields cannot be selected. */
  onTick: ((name: string, ticked: boolean) => void) | null
  /** When it needs water; absent if unknown for all fields. */
  water: WaterTexts | undefined
  onOpen: (name: string) => void
}

/** Memoised, so that ticking one of fifty fields renders one row. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { system, live, now, unit, current, ticked, onTick, water, onOpen } = props
  const { name } = system
  const freshness = freshnessOf(system, live, now)
  const lock = lockWord(system)
  const note = noteOf(system, freshness, now, unit)
  // never connected: three dashes would say no more than the badge
  const unknown = freshness === 'none' && !water?.headline
  const Icon = note?.tone === 'fault' ? CircleAlert : TriangleAlert
  return (
    <li className={classNames(css.row, !water && css.withoutWater, current && css.current)}>
      <div className={css.who}>
        <PivotPicture system={system} freshness={freshness} now={now} small />
        <div className={css.words}>
          <button
            type="button"
            className={css.open}
            aria-current={current ? 'true' : undefined}
            onClick={() => onOpen(name)}
          >
            {name}
          </button>
          <SystemBadge status={statusOf(system, live, now)} />
          {lock ? <span className={css.soft}>{lock}</span> : null}
        </div>
      </div>
      {unknown ? null : (
        <PassNumbers
          system={system}
          freshness={freshness}
          now={now}
          unit={unit}
          water={water}
          className={css.numbers}
        />
      )}
      <p className={css.last}>
        <span>{changeWords(system, unit)}</span>{' '}
        <span className={css.soft}>{lastReportWords(system, now)}</span>
      </p>
      {onTick ? (
        <Checkbox
          className={css.tick}
          label={<VisuallyHidden>{text.selectField(name)}</VisuallyHidden>}
          checked={ticked}
          onChange={(event) => onTick(name, event.currentTarget.checked)}
        />
      ) : null}
      {note ? (
        <p className={classNames(css.note, css[note.tone])}>
          <Icon size={16} aria-hidden="true" /> {note.words}
        </p>
      ) : null}
    </li>
  )
})

/** Holds the place of a row below the window while the rows in it are drawn. */
export function FieldRowToCome() {
  return <li className={css.coming} aria-hidden="true" />
}

/** The bar, the choice of a system and the heading above the list, at least. */
const ABOVE_PX = 300

/** How many rows a window at the top of the page has room for, or some more. */
export function rowsInSight(): number {
  const heightPx = innerWidth < 900 ? 200 : 90
  return Math.max(1, Math.ceil((innerHeight - ABOVE_PX) / heightPx))
}

interface Note {
  tone: 'fault' | 'attention'
  words: string
}

/** Why a field needs attention; the worst reason only. */
function noteOf(system: SystemView, freshness: Freshness, now: number, unit: DepthUnit): Note | null {
  const fault = wetStopSentence(system, now) ?? faultSentence(system, now) ?? newestRefused(system)
  if (fault) return { tone: 'fault', words: fault }
  const panel = freshness === 'live' ? panelSentence(system, unit) : null
  const words = panel ?? warningSentence(system, now)
  return words ? { tone: 'attention', words } : null
}

function newestRefused(system: SystemView): string | null {
  const delivery = deliveryOf(system)
  return delivery && refusalOf(delivery)
}

/** The last setting and its state, in a few words. */
function changeWords(system: SystemView, unit: DepthUnit): string {
  const { desired, delivery, delivery_times: times, time_zone: zone } = system
  if (!delivery || !desired) return text.nothingSentYet
  const at = times?.[delivery]
  const word = `${deliveryWord(delivery).toLowerCase()}${at ? ` ${clock(at, zone)}` : ''}`
  const waits = ['saved', 'sent', 'received'].includes(delivery)
  return `${depth(desired.application_rate, unit)} ${waits ? text.notAppliedYet(word) : word}.`
}

/** When the machine last reported. */
function lastReportWords({ telemetry, last_seen: seen, time_zone: zone }: SystemView, now: number): string {
  const lastReport = telemetry?.at ?? seen
  return lastReport ? text.seen(ago(lastReport, now, zone)) : text.neverSeen
}
