/** A prescription as rings and sectors; select a cell by pointer or arrow keys; more opaque means more water. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { SECTOR_DEGREES, toFieldPoint } from '#agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { pivotOf } from '#contract/pivot.ts'
import type { PrescriptionView } from '#contract/prescriptions.ts'
import { SECTORS, ZONES } from '#agronomy/prescription/prescription.ts'
import { useMapPalette } from '../../map/map-palette.ts'
import { bytesOf, gridOf } from './prescription-cells.ts'
import type { CellGrid, CellPlace } from './prescription-cells.ts'
import { cellByKey, cellUnder, isSwept } from './prescription-drawing.ts'
import { MARGIN, paintPrescription } from './prescription-painting.ts'
import type { PaintedPrescription } from './prescription-painting.ts'
import css from './prescription-picture.module.css'
import { text } from './water.text.ts'

type PicturedPrescription = Pick<
  PrescriptionView,
  'system' | 'percent_b64' | 'reason_b64' | 'reasons' | 'inputs'
>

export interface PrescriptionPictureProps {
  prescription: PicturedPrescription
  /** Bearing of the arm; null if unknown. */
  armDeg: number | null
  /** The selected cell. */
  cell?: CellPlace | null
  /** Without it the picture is not interactive. */
  onCell?: (cell: CellPlace) => void
  /** Previous percentages: cells that differ are outlined. */
  previous?: string
}

export function PrescriptionPicture(props: PrescriptionPictureProps) {
  const { prescription, armDeg, cell = null, onCell, previous } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const side = useDeviceSide(canvas)
  const palette = useMapPalette()
  const field = useMemo(() => fieldOf(prescription, previous), [prescription, previous])
  useEffect(() => {
    if (canvas.current) {
      paintPrescription(canvas.current, side, { ...field, armDeg, chosen: cell }, palette)
    }
  }, [field, armDeg, cell, side, palette])

  const press = ({ nativeEvent, currentTarget }: MouseEvent<HTMLCanvasElement>) => {
    const half = currentTarget.clientWidth / 2
    const at = (offset: number) => ((offset - half) / half) * (1 + MARGIN)
    const cellPlace = cellUnder({ x: at(nativeEvent.offsetX), y: at(nativeEvent.offsetY) }, field.grid)
    if (cellPlace) onCell?.(cellPlace)
  }
  const label = text.prescriptionOf(prescription.system, rangeWords(field))
  if (!onCell) {
    return (
      <canvas ref={canvas} className={css.picture}>
        {label}
      </canvas>
    )
  }
  return (
    <div className={css.frame}>
      <canvas ref={canvas} className={css.picture} onClick={press} aria-hidden="true" />
      <CellSlider label={label} grid={field.grid} cell={cell} onCell={onCell} />
    </div>
  )
}

interface CellSliderProps {
  label: string
  grid: CellGrid
  cell: CellPlace | null
  onCell: (cell: CellPlace) => void
}

/** Keyboard access to the picture: a slider around the field, with up and down for outwards and inwards. */
function CellSlider({ label, grid, cell, onCell }: CellSliderProps) {
  const go = (next: CellPlace | null) => {
    if (next && isSwept(next.sector, grid)) onCell(next)
  }
  const onKey = (event: KeyboardEvent) => {
    const next = cellByKey(event.key, cell, grid)
    if (!next) return
    event.preventDefault()
    go(next)
  }
  const degrees = (cell?.sector ?? 0) * SECTOR_DEGREES
  return (
    <input
      type="range"
      className={css.walk}
      min={0}
      max={SECTORS - 1}
      value={cell?.sector ?? 0}
      aria-label={text.chooseCellHint(label)}
      aria-valuetext={cell ? text.cellName(degrees, degrees + SECTOR_DEGREES, cell.tower) : text.noCellChosen}
      onChange={(event) => go({ sector: Number(event.currentTarget.value), tower: cell?.tower ?? 1 })}
      onKeyDown={onKey}
    />
  )
}

/** Size of the canvas in device pixels, so that lines are sharp on every screen. */
function useDeviceSide(canvas: RefObject<HTMLCanvasElement | null>): number {
  const [side, setSide] = useState(0)
  useEffect(() => {
    if (!canvas.current) return undefined
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) setSide(Math.round(entry.contentRect.width * window.devicePixelRatio))
    })
    sizes.observe(canvas.current)
    return () => sizes.disconnect()
  }, [canvas])
  return side
}

type PaintedField = Omit<PaintedPrescription, 'armDeg' | 'chosen'>

function fieldOf({ inputs, reasons, ...sheets }: PicturedPrescription, previous?: string): PaintedField {
  const pivot = pivotOf(inputs)
  const grid = gridOf(pivot)
  const percents = bytesOf(sheets.percent_b64)
  const reasonBytes = bytesOf(sheets.reason_b64)
  const noData = reasons.indexOf('NO_DATA')
  const before = previous === undefined ? null : bytesOf(previous)
  const toPoint = (place: LatLng) => {
    const { x, y } = toFieldPoint(pivot.place, place)
    return { x: x / pivot.wettedRadiusM, y: -y / pivot.wettedRadiusM }
  }
  const suspended = inputs.basis === 'off' || inputs.basis === 'test_pattern'
  return {
    grid,
    percents,
    unknown: (cell) => reasonBytes[cell] === noData,
    marked: before && ((cell) => before[cell] !== percents[cell]),
    fences: suspended
      ? []
      : inputs.geofences.map(({ polygon }) => polygon.map(([lat, lng]) => toPoint({ lat, lng }))),
    probes: inputs.probes.map(({ latitude, longitude }) => toPoint({ lat: latitude, lng: longitude })),
  }
}

function rangeWords({ percents, grid }: PaintedField): string {
  const towers = grid.outerRadii.length
  const real = percents.filter((_, cell) => cell % ZONES < towers)
  const [min, max] = [Math.min(...real), Math.max(...real)]
  return min === max ? text.everyCellGets(min) : text.cellsGet(min, max)
}
