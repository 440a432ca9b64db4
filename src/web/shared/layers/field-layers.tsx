/** Background layers of a field on another map: moisture, prescription, geofences and probes. Loaded lazily with the map. */
import { Fragment, useCallback, useMemo } from 'react'
import { labelPointOf } from '#agronomy/pivot/outline.ts'
import { toFieldPoint, toLatLng } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import type { Geofence } from '#contract/geofences.ts'
import { CanvasShape } from '../../map/canvas-shape.tsx'
import { ReservedArea, MapLabel } from '../../map/map-label.tsx'
import { StaticMarker } from '../../map/static-marker.tsx'
import { PAINTED_PX, cornersOf, paintMoisture } from '../moisture/moisture-frames.ts'
import type { PaintedMoisture } from '../moisture/moisture-frames.ts'
import css from '../moisture/moisture-map.module.css'
import { pinsOf } from '../pins/outline-draft.ts'
import type { WettedArea } from '../pins/outline-features.ts'
import { OutlineShapes } from '../pins/outline-shapes.tsx'
import { PRESCRIPTION_SHAPE, PrescriptionShape } from '../prescription/prescription-shape.tsx'
import { geofenceText } from './fence.text.ts'
import type { FieldLayersState } from './use-field-layers.ts'

/** Always mounted, even if empty: map layers keep the order in which they were added. */
export function FieldLayers({ layers }: { layers: FieldLayersState }) {
  const { painted, placed, percents, grid, fences, pivot } = layers
  return (
    <>
      <PrescriptionShape percents={percents} grid={grid} />
      {painted ? <MoistureLayer painted={painted} /> : null}
      <SavedFences id="layer" fences={fences} wettedArea={pivot} outlineOnly={percents !== null} />
      {placed.map(({ number, latitude, longitude, state }) => (
        <Fragment key={number}>
          <ReservedArea place={{ lat: latitude, lng: longitude }} />
          <StaticMarker place={{ lat: latitude, lng: longitude }}>
            <span className={css.probe} data-state={state}>
              <span className={css.number}>{number}</span>
            </span>
          </StaticMarker>
        </Fragment>
      ))}
    </>
  )
}

function MoistureLayer({ painted }: { painted: PaintedMoisture }) {
  const corners = useMemo(() => cornersOf(painted.pivot), [painted])
  const paint = useCallback((canvas: HTMLCanvasElement) => paintMoisture(canvas, painted), [painted])
  return (
    <CanvasShape
      id="moisture"
      below={PRESCRIPTION_SHAPE}
      corners={corners}
      sidePx={PAINTED_PX}
      paint={paint}
      onPoint={() => undefined}
    />
  )
}

export interface SavedFencesProps {
  /** Unique per set of geofences on the map. */
  id: string
  fences: readonly Geofence[]
  wettedArea: WettedArea | null
  /** Outlines only, because the prescription is shown below. */
  outlineOnly: boolean
}

/** Geofences with their names and percentages. */
export function SavedFences({ id, fences, wettedArea, outlineOnly }: SavedFencesProps) {
  const outlines = useMemo(
    () => fences.map((fence) => ({ pins: pinsOf(fence), enabled: fence.enabled, chosen: false })),
    [fences],
  )
  return (
    <>
      <OutlineShapes id={id} outlines={outlines} wettedArea={wettedArea} outlineOnly={outlineOnly} />
      {fences.map((fence) => {
        const place = labelPlace(pinsOf(fence))
        return place ? (
          <MapLabel key={fence.id} place={place} text={geofenceText(fence)} size="small" />
        ) : null
      })}
    </>
  )
}

/** Where the label of an outline is placed. */
export function labelPlace(pins: readonly LatLng[]): LatLng | null {
  const [origin] = pins
  return origin ? toLatLng(origin, labelPointOf(pins.map((pin) => toFieldPoint(origin, pin)))) : null
}
