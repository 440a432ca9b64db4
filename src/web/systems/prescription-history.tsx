/** What a system's prescriptions were: when and why each was made, its water, and its saving with what that may hide beside it. */
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
import { say } from './prescriptions.text.ts'

const CAUSES: Record<PrescriptionCause, string> = {
  settings: say.newSettings,
  geofences: say.geofencesChanged,
  probes: say.probesChanged,
  readings: say.newReadings,
  staleness: say.readingsTooOld,
  soil: say.soilChanged,
  pump: say.pumpChanged,
}

/** Asked for only by whoever looks. */
export function PrescriptionHistory({ system }: { system: SystemView }) {
  const [looks, setLooks] = useState(false)
  return (
    <details onToggle={(event) => setLooks(event.currentTarget.open)}>
      <summary>{say.earlierPrescriptions}</summary>
      {looks ? <Rows system={system} /> : null}
    </details>
  )
}

function Rows({ system }: { system: SystemView }) {
  const history = usePrescriptionHistory(system.name)
  const rows = history.data?.pages.flatMap((page) => page.prescriptions) ?? []
  if (history.isPending) return <LoadingText>{say.loadingEarlier}</LoadingText>
  if (history.isError && rows.length === 0)
    return (
      <Notice tone="fault" onRetry={() => void history.refetch()} retrying={history.isFetching}>
        {say.earlierNotFetched}
      </Notice>
    )
  if (rows.length === 0) return <p className={css.soft}>{say.noneSentYet}</p>
  return (
    <>
      <ol className={css.list} aria-label={say.earlierPrescriptions}>
        {rows.map((row) => (
          <Row key={row.rev} row={row} timeZone={system.time_zone} />
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage && say.loading}>
          {say.showOlder}
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
        <Fact term={say.water} value={volumeText(row.volume_m3, unit)} />
        {row.finishing ? null : (
          <>
            <Fact term={say.lessThanUniformPass} value={saving} />
            <Fact term={say.deficitStays} value={unmet ?? say.notKnown} />
            <Fact term={say.withoutData} value={unknown ?? say.notKnown} />
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
