/** Summary: number of probes, saved or not, sensors without a place, and my position. */
import { Link } from '@tanstack/react-router'
import { paths } from '../kit/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './placement-details.module.css'
import type { ProbeStatus, Unplaced } from './probe-status.ts'
import { accuracyText, placeText, text } from './probe.text.ts'
import type { Placement } from './use-placement.ts'
import type { DevicePositionState } from './use-device-position.ts'

/** Numbers listed before the rest is only counted. */
const NAMED = 12

export interface PlacementDetailsProps extends Pick<Placement, 'draft' | 'unsaved' | 'shown' | 'device'> {
  statuses: ReadonlyMap<number, ProbeStatus>
  unplaced: readonly Unplaced[]
}

export function PlacementDetails({
  draft,
  unsaved,
  shown,
  device,
  statuses,
  unplaced,
}: PlacementDetailsProps) {
  const { restored, message } = shown
  const count = draft.probes.length
  const flagged = [...statuses.values()].filter((status) => status.flagged).length
  return (
    <div className={css.facts}>
      {message ? <Notice tone="done">{message}</Notice> : null}
      <p className={css.count}>
        {count === 1 ? text.oneProbe : text.probes(count)}
        <span className={css.soft}>{stateText(draft.saved?.field_name ?? null, count, unsaved)}</span>
      </p>
      {restored && unsaved ? <Notice tone="attention">{text.draftRestored}</Notice> : null}
      {flagged > 0 ? (
        <p className={css.soft}>
          {text.probesToCheck(flagged === 1 ? text.oneProbeNeeds : text.probesNeed(flagged))}
        </p>
      ) : null}
      {unplaced.map(({ system, numbers }) => (
        <Notice key={system} tone="attention">
          {text.reportingNotPlaced(
            system,
            numbersText(numbers),
            numbers.length === 1 ? text.reportsSingular : text.reportPlural,
            numbers.length === 1 ? text.isSingular : text.arePlural,
          )}
        </Notice>
      ))}
      <PositionText device={device} />
    </div>
  )
}

function stateText(name: string | null, count: number, unsaved: boolean): string {
  const nameText = name === null ? '' : ` · ${name}`
  if (unsaved) return text.probesUnsaved(nameText)
  return count === 0 ? nameText : text.probesUpToDate(nameText)
}

function numbersText(numbers: readonly number[]): string {
  const rest = numbers.length - NAMED
  const listed = numbers.slice(0, NAMED).join(', ')
  return `${numbers.length === 1 ? text.probeSingular : text.probePlural} ${listed}${rest > 0 ? ` ${text.andMore(rest)}` : ''}`
}

function PositionText({ device }: { device: DevicePositionState }) {
  if (device.error) {
    return (
      <Notice
        tone="attention"
        onRetry={() => void device.request()}
        retrying={device.requesting}
        action={
          <Link to={paths.faq()} className={buttonClass('quiet')}>
            {text.howToAllow}
          </Link>
        }
      >
        {device.error}
      </Notice>
    )
  }
  if (!device.place) return <p className={css.soft}>{text.lookingForPosition}</p>
  return (
    <p className={css.soft}>{text.youAreAt(placeText(device.place), accuracyText(device.place.accuracyM))}</p>
  )
}
