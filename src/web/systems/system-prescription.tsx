/** The prescription of a system: picture, totals, reasons by cell, table and files. */
import { useState } from 'react'
import type { PrescriptionView } from '../../contract/prescriptions.ts'
import type { SystemView } from '../../contract/systems.ts'
import { usePrescription } from '../api/prescriptions.ts'
import { ago } from '../kit/formats.ts'
import type { CellPlace } from '../shared/prescription/prescription-cells.ts'
import { PrescriptionFiles } from '../shared/prescription/prescription-files.tsx'
import { PrescriptionPanel } from '../shared/prescription/prescription-panel.tsx'
import { PrescriptionPicture } from '../shared/prescription/prescription-picture.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PrescriptionHistory } from './prescription-history.tsx'
import css from './system-prescription.module.css'
import { text } from './prescriptions.text.ts'

export interface SystemPrescriptionProps {
  system: SystemView
  now: number
}

export function SystemPrescription({ system, now }: SystemPrescriptionProps) {
  const { data, isPending, isFetching, refetch } = usePrescription(system.name, true)
  return (
    <>
      {data ? <Shown prescription={data} system={system} now={now} /> : null}
      {data ? <PrescriptionHistory system={system} /> : null}
      {isPending ? (
        <>
          <LoadingText>{text.loadingPrescription}</LoadingText>
          <div className={css.disc}>
            <Skeleton round height="100%" />
          </div>
        </>
      ) : null}
      {!data && !isPending ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          {text.prescriptionNotFetched}
        </Notice>
      ) : null}
    </>
  )
}

function Shown({ prescription, system, now }: SystemPrescriptionProps & { prescription: PrescriptionView }) {
  const [cell, setCell] = useState<CellPlace | null>(null)
  const wasSent = prescription.rev > 0
  return (
    <PrescriptionPanel
      prescription={prescription}
      cell={cell}
      onCell={setCell}
      computedText={
        wasSent ? text.computedAgo(ago(prescription.made_at, now, system.time_zone)) : text.notSent
      }
      picture={
        <PrescriptionPicture
          prescription={prescription}
          armDeg={system.telemetry?.angle_deg ?? null}
          cell={cell}
          onCell={setCell}
        />
      }
      files={wasSent ? <PrescriptionFiles prescription={prescription} /> : null}
    />
  )
}
