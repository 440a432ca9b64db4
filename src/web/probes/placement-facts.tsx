/** What one should know at a glance: how many probes, saved or not, which report without a place, and where I am. */
import { Link } from '@tanstack/react-router'
import { paths } from '../kit/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './placement-facts.module.css'
import type { ProbeStatus, Unplaced } from './probe-status.ts'
import { accuracyText, placeText } from './probe.text.ts'
import type { Placement } from './use-placement.ts'
import type { OwnPlaceState } from './use-own-place.ts'

/** Numbers that are named before the rest is only counted. */
const NAMED = 12

export interface PlacementFactsProps extends Pick<Placement, 'draft' | 'unsaved' | 'shown' | 'own'> {
  statuses: ReadonlyMap<number, ProbeStatus>
  unplaced: readonly Unplaced[]
}

export function PlacementFacts({ draft, unsaved, shown, own, statuses, unplaced }: PlacementFactsProps) {
  const { restored, told } = shown
  const count = draft.probes.length
  const flagged = [...statuses.values()].filter((status) => status.flagged).length
  return (
    <div className={css.facts}>
      {told ? <Notice tone="done">{told}</Notice> : null}
      <p className={css.count}>
        {count === 1 ? '1 probe' : `${count} probes`}
        <span className={css.soft}>{stateText(draft.saved?.field_name ?? null, count, unsaved)}</span>
      </p>
      {restored && unsaved ? (
        <Notice tone="attention">
          These probes were placed earlier on this device and are not saved yet. Press Finish &amp; Save to
          keep them.
        </Notice>
      ) : null}
      {flagged > 0 ? (
        <p className={css.soft}>
          {flagged === 1 ? '1 probe needs' : `${flagged} probes need`} a look: see the list.
        </p>
      ) : null}
      {unplaced.map(({ system, numbers }) => (
        <Notice key={system} tone="attention">
          {system}: {numbersText(numbers)} {numbers.length === 1 ? 'reports' : 'report'} but{' '}
          {numbers.length === 1 ? 'is' : 'are'} not placed.
        </Notice>
      ))}
      <Whereabouts own={own} />
    </div>
  )
}

function stateText(name: string | null, count: number, unsaved: boolean): string {
  const of = name === null ? '' : ` · ${name}`
  if (unsaved) return `${of} · not saved`
  return count === 0 ? of : `${of} · saved`
}

function numbersText(numbers: readonly number[]): string {
  const rest = numbers.length - NAMED
  const named = numbers.slice(0, NAMED).join(', ')
  return `${numbers.length === 1 ? 'probe' : 'probes'} ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}

function Whereabouts({ own }: { own: OwnPlaceState }) {
  if (own.trouble) {
    return (
      <Notice
        tone="attention"
        onRetry={() => void own.ask()}
        retrying={own.asking}
        action={
          <Link to={paths.faq()} className={buttonClass('quiet')}>
            How to allow it
          </Link>
        }
      >
        {own.trouble}
      </Notice>
    )
  }
  if (!own.place) return <p className={css.soft}>Looking for your position…</p>
  return (
    <p className={css.soft}>
      You are at {placeText(own.place)} ({accuracyText(own.place.accuracyM)}).
    </p>
  )
}
