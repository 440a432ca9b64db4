/** Moisture and probes of a field as layers of a map that is about something else; below what is drawn on it. Loaded with the map. */
import { Fragment, useCallback, useMemo } from 'react'
import { CanvasShape } from '../../map/canvas-shape.tsx'
import { KeepClear } from '../../map/map-label.tsx'
import { StillMarker } from '../../map/still-marker.tsx'
import { PAINTED_PX, cornersOf, paintMoisture } from './moisture-frames.ts'
import type { PaintedMoisture } from './moisture-frames.ts'
import css from './moisture-map.module.css'
import type { FieldLayersState } from './use-field-layers.ts'

export interface FieldLayersProps {
  layers: Pick<FieldLayersState, 'painted' | 'placed'>
  /** The layer of the map that lies on the moisture. */
  below: string
}

export function FieldLayers({ layers: { painted, placed }, below }: FieldLayersProps) {
  return (
    <>
      {painted ? <MoistureLayer painted={painted} below={below} /> : null}
      {placed.map(({ number, latitude, longitude, state }) => (
        <Fragment key={number}>
          <KeepClear place={{ lat: latitude, lng: longitude }} />
          <StillMarker place={{ lat: latitude, lng: longitude }}>
            <span className={css.probe} data-state={state}>
              <span className={css.number}>{number}</span>
            </span>
          </StillMarker>
        </Fragment>
      ))}
    </>
  )
}

function MoistureLayer({ painted, below }: { painted: PaintedMoisture; below: string }) {
  const corners = useMemo(() => cornersOf(painted.pivot), [painted])
  const paint = useCallback((canvas: HTMLCanvasElement) => paintMoisture(canvas, painted), [painted])
  return (
    <CanvasShape
      id="moisture"
      below={below}
      corners={corners}
      sidePx={PAINTED_PX}
      paint={paint}
      onPoint={() => undefined}
    />
  )
}
