/** Legend of the background layers, or why there are none. */
import { Notice } from '../../ui/notice.tsx'
import { noSurfaceText } from '../moisture/moisture-sentences.text.ts'
import { MoistureLegend } from '../moisture/moisture-legend.tsx'
import { PrescriptionLegend } from '../prescription/prescription-legend.tsx'
import { basisText } from '../prescription/water.text.ts'
import type { FieldLayersState } from './use-field-layers.ts'
import { text } from './layers.text.ts'

export interface LayerNotesProps {
  layers: FieldLayersState
  /** The page itself explains the prescription. */
  withoutPrescription?: boolean
}

export function LayerNotes({ layers, withoutPrescription }: LayerNotesProps) {
  return (
    <>
      {withoutPrescription ? null : <PrescriptionNote layers={layers} />}
      {layers.shows('geofences') ? <FencesNote layers={layers} /> : null}
      <MoistureNote layers={layers} />
    </>
  )
}

function PrescriptionNote({ layers: { shows, prescription } }: { layers: FieldLayersState }) {
  const { data, isError } = prescription
  if (!shows('prescription')) return null
  if (isError && !data) return <LayerFailed of={text.thePrescription} {...prescription} />
  if (!data) return null
  const basis = basisText(data.inputs.basis)
  return (
    <>
      {basis ? <Notice>{basis}</Notice> : null}
      {data.percent_b64 === '' ? null : <PrescriptionLegend full={false} />}
    </>
  )
}

function FencesNote({ layers: { geofences } }: { layers: FieldLayersState }) {
  const { data, isError } = geofences
  if (isError && !data) return <LayerFailed of={text.theGeofences} {...geofences} />
  return data?.length === 0 ? <Notice>{text.noGeofences}</Notice> : null
}

function MoistureNote({ layers: { shows, surface, painted } }: { layers: FieldLayersState }) {
  const { data, isError } = surface
  if (isError && !data) return <LayerFailed of={text.theMoisture} {...surface} />
  if (!data || !shows('moisture')) return null
  return painted ? (
    <MoistureLegend data={data} layer="classes" shown={painted} />
  ) : (
    <Notice>{noSurfaceText(data.probes)}</Notice>
  )
}

interface LayerFailedProps {
  of: string
  refetch: () => unknown
  isFetching: boolean
}

function LayerFailed({ of, refetch, isFetching }: LayerFailedProps) {
  return (
    <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
      {text.layerNotFetched(of)}
    </Notice>
  )
}
