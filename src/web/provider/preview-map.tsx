/** The circle of a system that is about to be connected. Loaded lazily. */
import { useMemo } from 'react'
import type { LatLng, Pivot } from '../../agronomy/pivot/pivot.ts'
import { FieldMap } from '../map/field-map.tsx'
import { mapWidth, START_VIEW } from '../map/zoom.ts'
import { circleView } from '../shared/pivot/pivot-features.ts'
import { PivotShape } from '../shared/pivot/pivot-shape.tsx'
import { text } from './actions.text.ts'
import { text as desk } from './desk.text.ts'

/** Share of the map's width. */
const FILLS = 0.6

export interface PreviewMapProps {
  pivot: Pivot | null
  onPress: (place: LatLng) => void
}

export function PreviewMap({ pivot, onPress }: PreviewMapProps) {
  const shownPivot = useMemo(() => (pivot ? { pivot, armDeg: null } : null), [pivot])
  const view = useMemo(
    () => (pivot ? circleView(pivot, FILLS * mapWidth(window.innerWidth)) : START_VIEW),
    [pivot],
  )
  return (
    <FieldMap
      label={text.previewLabel}
      view={view}
      locked={false}
      loadingText={desk.loadingMap}
      field={pivot}
      placing
      onPress={onPress}
    >
      {shownPivot ? <PivotShape id="preview" system={shownPivot} /> : null}
    </FieldMap>
  )
}
