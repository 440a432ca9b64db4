/** Download buttons for a prescription, one per file format. */
import { Download } from 'lucide-react'
import type { ExportFormat, PrescriptionView } from '#contract/prescriptions.ts'
import { useDownloadPrescription } from '../../api/prescriptions.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './prescription-files.module.css'
import { text } from './water.text.ts'

const FORMATS = [
  { format: 'geojson', name: 'GeoJSON' },
  { format: 'csv', name: 'CSV' },
  { format: 'shapefile', name: 'Shapefile' },
  { format: 'pail', name: text.isoWorkOrder },
] as const satisfies { format: ExportFormat; name: string }[]

export function PrescriptionFiles({ prescription: { system, rev } }: { prescription: PrescriptionView }) {
  const download = useDownloadPrescription()
  const fetching = download.isPending ? download.variables.format : null
  return (
    <fieldset className={css.files}>
      <legend>{text.downloadAs}</legend>
      {FORMATS.map(({ format, name }) => (
        <Button
          key={format}
          icon={<Download size={18} aria-hidden="true" />}
          busy={fetching === format && text.fetching}
          onClick={() => download.mutate({ system, format, rev: rev === 0 ? null : rev })}
        >
          {name}
        </Button>
      ))}
      {download.isError ? (
        <Notice tone="attention">{text.fileNotFetched(errorMessage(download.error))}</Notice>
      ) : null}
    </fieldset>
  )
}
