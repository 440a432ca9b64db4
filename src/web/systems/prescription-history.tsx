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

const CAUSES: Record<PrescriptionCause, string> = {
  settings: 'New settings',
  geofences: 'Geofences changed',
  probes: 'Probes changed',
  readings: 'New readings',
  staleness: 'Readings too old',
  soil: 'Soil changed',
  pump: 'Pump changed',
}

/** Asked for only by whoever looks. */
export function PrescriptionHistory({ system }: { system: SystemView }) {
  const [looks, setLooks] = useState(false)
  return (
    <details onToggle={(event) => setLooks(event.currentTarget.open)}>
      <summary className={css.summary}>Earlier prescriptions</summary>
      {looks ? <Rows system={system} /> : null}
    </details>
  )
}

function Rows({ system }: { system: SystemView }) {
  const history = usePrescriptionHistory(system.name)
  const rows = history.data?.pages.flatMap((page) => page.prescriptions) ?? []
  if (history.isPending) return <LoadingText>Loading earlier prescriptions…</LoadingText>
  if (history.isError && rows.length === 0)
    return (
      <Notice tone="fault" onRetry={() => void history.refetch()} retrying={history.isFetching}>
        Earlier prescriptions could not be fetched.
      </Notice>
    )
  if (rows.length === 0) return <p className={css.soft}>None was sent yet.</p>
  return (
    <>
      <ol className={css.list} aria-label="Earlier prescriptions">
        {rows.map((row) => (
          <Row key={row.rev} row={row} timeZone={system.time_zone} />
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage && 'Loading…'}>
          Show older
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
        <Fact term="Water" value={volumeText(row.volume_m3, unit)} />
        {row.finishing ? null : (
          <>
            <Fact term="Less than a uniform pass" value={saving} />
            <Fact term="Deficit that stays" value={unmet ?? 'not known'} />
            <Fact term="Without data" value={unknown ?? 'not known'} />
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
