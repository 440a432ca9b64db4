/** The interactive graph on the page, with its keys and buttons, and the values under the cursor. */
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { clock, day, quantity } from '../kit/formats.ts'
import { Button } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import './uplot.css'
import type { CursorRow } from './plot-cursor.ts'
import { lineStyle, usePlotPalette } from './plot-palette.ts'
import type { PlotPalette } from './plot-palette.ts'
import type { PlotModel } from './plot-model.ts'
import type { TimeWindow } from './plot-window.ts'
import { within } from './plot-window.ts'
import { createWaterPlot } from './water-plot.ts'
import type { WaterPlot } from './water-plot.ts'
import css from './water-plot-view.module.css'
import { text } from './graph.text.ts'

export interface WaterPlotViewProps {
  label: string
  /** Id of the element that describes the graph in words. */
  describedBy: string
  model: PlotModel
  whole: TimeWindow
  /** Called with the shown window once it has stopped moving. */
  onSettled: (shown: TimeWindow) => void
}

const ZOOM_STEP = 1.6
const FAR_STEP = 10
const SETTLED_MS = 300

export function WaterPlotView({ label, describedBy, model, whole, onSettled }: WaterPlotViewProps) {
  const hint = useId()
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const palette = usePlotPalette(host)
  const readout = useRef<HTMLDivElement>(null)
  const liveRegion = useRef<HTMLSpanElement>(null)
  const { plot, press } = useWaterPlot({ host, palette, model, whole, readout, liveRegion, onSettled })
  const zoom = (factor: number) => plot.current?.zoom(factor)
  return (
    <div className={css.view}>
      <Readout
        readout={readout}
        model={model}
        colours={useMemo(() => coloursOf(model, palette), [model, palette])}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        ref={setHost}
        className={css.host}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the cursor and zoom
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={`${hint} ${describedBy}`}
        onKeyDown={press}
      />
      <VisuallyHidden>
        <span ref={liveRegion} aria-live="polite" />
      </VisuallyHidden>
      <div className={css.buttons}>
        <Button icon={<ZoomIn size={20} aria-hidden="true" />} onClick={() => zoom(ZOOM_STEP)}>
          {text.zoomIn}
        </Button>
        <Button icon={<ZoomOut size={20} aria-hidden="true" />} onClick={() => zoom(1 / ZOOM_STEP)}>
          {text.zoomOut}
        </Button>
        <Button onClick={() => plot.current?.showAll()}>{text.showAll}</Button>
      </div>
      <p id={hint} className={css.hint}>
        {text.navigationHint}
      </p>
    </div>
  )
}

/** What a key does; far with Shift. */
function actionOf(key: string, far: boolean): ((plot: WaterPlot) => void) | undefined {
  const step = far ? FAR_STEP : 1
  const actions: Record<string, (plot: WaterPlot) => void> = {
    ArrowLeft: (plot) => plot.step(-step),
    ArrowRight: (plot) => plot.step(step),
    Home: (plot) => plot.stepTo('first'),
    End: (plot) => plot.stepTo('last'),
    '+': (plot) => plot.zoom(ZOOM_STEP),
    '=': (plot) => plot.zoom(ZOOM_STEP),
    '-': (plot) => plot.zoom(1 / ZOOM_STEP),
    '0': (plot) => plot.showAll(),
  }
  return actions[key]
}

interface PlotParts extends Pick<WaterPlotViewProps, 'model' | 'whole' | 'onSettled'> {
  host: HTMLElement | null
  palette: PlotPalette | null
  readout: RefObject<HTMLElement | null>
  /** Announces the row that the keys have reached. */
  liveRegion: RefObject<HTMLElement | null>
}

/** Creates the plot again for other lines, colours or days; window and cursor are kept. */
function useWaterPlot({ host, palette, model, whole, readout, liveRegion, onSettled }: PlotParts) {
  const plot = useRef<WaterPlot>(null)
  const shownWindow = useRef(whole)
  const cursorRow = useRef<CursorRow>(null)
  const byKey = useRef(false)
  const latestOnSettled = useRef(onSettled)
  useEffect(() => {
    latestOnSettled.current = onSettled
  })
  useEffect(() => {
    if (!host || !palette) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onShown = (window: TimeWindow) => {
      shownWindow.current = window
      clearTimeout(timer)
      timer = setTimeout(() => latestOnSettled.current(window), SETTLED_MS)
    }
    const onCursor = (row: CursorRow | null) => {
      cursorRow.current = row
      showReadout(readout.current, model, row)
      if (row && byKey.current && liveRegion.current) liveRegion.current.textContent = rowText(model, row)
      byKey.current = false
    }
    const restored = { shown: within(shownWindow.current, whole), previous: cursorRow.current }
    plot.current = createWaterPlot({ host, model, palette, whole, ...restored, onCursor, onShown })
    return () => {
      clearTimeout(timer)
      plot.current?.destroy()
      plot.current = null
    }
  }, [host, palette, model, whole, readout, liveRegion])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = actionOf(event.key, event.shiftKey)
    if (!action || !plot.current) return
    event.preventDefault()
    byKey.current = true
    action(plot.current)
  }
  return { plot, press }
}

function coloursOf(model: PlotModel, palette: PlotPalette | null): string[] {
  return model.lines.map((_, line) => (palette ? lineStyle(palette, line).colour : 'currentColor'))
}

interface ReadoutProps {
  readout: RefObject<HTMLDivElement | null>
  model: PlotModel
  colours: readonly string[]
}

const NO_CURSOR = text.readHint

/** The plot writes its text directly, so that a cursor move does not render. */
function Readout({ readout, model, colours }: ReadoutProps) {
  return (
    <div ref={readout} className={css.readout}>
      <span data-at="" className={css.at}>
        {NO_CURSOR}
      </span>
      {model.lines.map(({ label }, line) => (
        <span key={label} className={css.value}>
          <span className={css.swatch} style={{ background: colours[line] }} />
          {label} <b data-line={line}>–</b>
        </span>
      ))}
    </div>
  )
}

function valueText({ scale }: PlotModel, value: number | null): string {
  return value === null ? '–' : quantity(value, scale.symbol, scale.digits)
}

function timeText(time: number, timeZone: string): string {
  return `${day(time * 1000, timeZone)}, ${clock(time * 1000, timeZone)}`
}

function rowText(model: PlotModel, { time, values }: CursorRow): string {
  const parts = model.lines.map(({ label }, line) => `${label} ${valueText(model, values[line] ?? null)}`)
  return `${timeText(time, model.timeZone)}: ${parts.join(', ')}`
}

function showReadout(readout: HTMLElement | null, model: PlotModel, row: CursorRow | null): void {
  const at = readout?.querySelector('[data-at]')
  if (at) at.textContent = row ? timeText(row.time, model.timeZone) : NO_CURSOR
  for (const value of readout?.querySelectorAll<HTMLElement>('[data-line]') ?? [])
    value.textContent = valueText(model, row?.values[Number(value.dataset['line'])] ?? null)
}
