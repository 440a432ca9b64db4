/** Below a map with layers: what the colours of the moisture mean, or why there are none. */
import { Notice } from '../../ui/notice.tsx'
import { MoistureLegend } from './moisture-legend.tsx'
import type { FieldLayersState } from './use-field-layers.ts'

export function LayerNotes({ layers }: { layers: FieldLayersState }) {
  const { moisture, data, painted } = layers
  if (layers.failed)
    return (
      <Notice tone="attention" onRetry={layers.retry} retrying={layers.retrying}>
        The moisture of this field could not be fetched.
      </Notice>
    )
  if (!data || !moisture) return null
  return painted ? (
    <MoistureLegend data={data} layer="classes" shown={painted} />
  ) : (
    <Notice>{data.words}</Notice>
  )
}
