/** The earlier prescriptions of a system: when and why each was computed, its water, and its saving with caveats. */
import { useState } from 'react'
import type { PrescriptionCause, PrescriptionHistory as History } from '../../contract/prescriptions.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useUnit } from '../api/preferences.ts'
import { usePrescriptionHistory } from '../api/prescriptions.ts'
import { clock, day } from '../kit/formats.ts'
import { NO_SAVING } from '../shared/prescription/savings.tsx'
import { savingFacts, volumeText } from '../shared/prescription/water.text.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './system-prescription.module.css'
import { text } from './prescriptions.text.ts'

const CAUSES: Record<PrescriptionCause, string> = {
  settings: text.newSettings,
  geofences: text.geofencesChanged,
  probes: text.probesChanged,
  readings: text.newReadings,
  staleness: text.readingsTooOld,
  soil: text.soilChanged,
  pump: text.pumpChanged,
}

/** Fetched only when opened. */
export function PrescriptionHistory({ system }: { system: SystemView }) {
  const [opened, setOpened] = useState(false)
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{text.earlierPrescriptions}</summary>
      {opened ? <Rows system={system} /> : null}
    </details>
  )
}

function Rows({ system }: { system: SystemView }) {
  const history = usePrescriptionHistory(system.name)
  const rows = history.data?.pages.flatMap((page) => page.prescriptions) ?? []
  if (history.isPending) return <LoadingText>{text.loadingEarlier}</LoadingText>
  if (history.isError && rows.length === 0)
    return (
      <Notice tone="fault" onRetry={() => void history.refetch()} retrying={history.isFetching}>
        {text.earlierNotFetched}
      </Notice>
    )
  if (rows.length === 0) return <p className={css.soft}>{text.noneSentYet}</p>
  return (
    <>
      <ol className={css.list} aria-label={text.earlierPrescriptions}>
        {rows.map((row) => (
          <Row key={row.rev} row={row} timeZone={system.time_zone} />
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          onClick={() => void history.fetchNextPage()}
          busy={history.isFetchingNextPage && text.loading}
        >
          {text.showOlder}
        </Button>
      ) : null}
    </>
  )
}

function Row({ row, timeZone }: { row: History['prescriptions'][number]; timeZone: string }) {
  const { unit } = useUnit()
  const { saving, unmet, unknown } = savingFacts(row, unit)
  return (
    <li className={css.row}>
      <p>
        <strong>
          {day(row.made_at, timeZone)}, {clock(row.made_at, timeZone)}
        </strong>{' '}
        <span className={css.soft}>{CAUSES[row.cause]}</span>
      </p>
      <dl className={css.facts}>
        <Fact term={text.water} value={volumeText(row.volume_m3, unit)} />
        {row.finishing ? null : (
          <>
            <Fact term={text.lessThanUniformPass} value={saving} />
            <Fact term={text.deficitStays} value={unmet ?? text.notKnown} />
            <Fact term={text.withoutData} value={unknown ?? text.notKnown} />
          </>
        )}
      </dl>
      {row.finishing ? <p className={css.soft}>{NO_SAVING}</p> : null}
    </li>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
