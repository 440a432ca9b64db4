/** Graticule lines at round degrees, labelled along the edges; a drag only shifts existing lines. */
import { Layer, Source, useMap } from '@vis.gl/react-maplibre'
import type { MapRef } from '@vis.gl/react-maplibre'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './field-map.module.css'
import { around, degreesText, graticuleLines, graticuleOf, graticuleStep, isWithin } from './graticule.ts'
import type { Graticule, MapBounds } from './graticule.ts'
import { useFigureKeptClear } from './map-label.tsx'
import type { MapPalette } from './map-palette.ts'

interface Drawn {
  step: number
  lines: Graticule
  /** Lines extend this far beyond the view, so that a drag rarely needs new ones. */
  bounds: MapBounds
}

/** Extent of the drawn lines, in widths and heights of the view. */
const VIEWS = 3

export function GraticuleShape({ palette, strong }: { palette: MapPalette; strong: boolean }) {
  const { current: map } = useMap()
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const figures = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!map) return undefined
    let width = map.getContainer().clientWidth
    let current: Drawn | null = null
    const update = () => {
      const visible = boundsOf(map)
      const step = graticuleStep(visible, width)
      if (current?.step !== step || !isWithin(visible, current.bounds)) {
        const bounds = around(visible, VIEWS)
        current = { step, bounds, lines: graticuleOf(bounds, width * VIEWS) }
        setDrawn(current)
      }
      placeFigures(figures.current, map)
    }
    const measure = () => {
      width = map.getContainer().clientWidth
      update()
    }
    update()
    const [moves, sizes] = [map.on('move', update), map.on('resize', measure)]
    return () => {
      moves.unsubscribe()
      sizes.unsubscribe()
    }
  }, [map])
  // new figures are placed before they are painted
  useLayoutEffect(() => {
    if (map) placeFigures(figures.current, map)
  })
  if (!drawn) return null
  const { lines, bounds } = drawn
  return (
    <>
      <Source id="graticule" type="geojson" data={graticuleLines(lines, bounds)}>
        <Layer
          id="graticule"
          type="line"
          paint={{
            'line-color': strong ? palette.border : '#ffffff',
            'line-opacity': strong ? 0.7 : 0.25,
            'line-width': 0.75,
          }}
        />
      </Source>
      <div className={css.figures} aria-hidden="true" ref={figures}>
        {lines.meridians.map((lng) => (
          <span key={`lng ${lng}`} className={css.meridian} data-lng={lng}>
            {degreesText(lng, lines.digits, 'EW')}
          </span>
        ))}
        {lines.parallels.map((lat) => (
          <ParallelFigure key={`lat ${lat}`} lat={lat} text={degreesText(lat, lines.digits, 'NS')} />
        ))}
      </div>
    </>
  )
}

function ParallelFigure({ lat, text }: { lat: number; text: string }) {
  return (
    <span ref={useFigureKeptClear(lat)} className={css.parallel} data-lat={lat}>
      {text}
    </span>
  )
}

function boundsOf(map: MapRef): MapBounds {
  const bounds = map.getBounds()
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  }
}

/** Figures that would be clipped, or overlap the top row or the scale, are hidden; in pixels. */
const [HALF_FIGURE, TOP_ROW, BOTTOM_ROW] = [40, 32, 48]

/** Uses transforms only, so that moving the map causes no layout. */
function placeFigures(figures: HTMLElement | null, map: MapRef): void {
  const { lng: middle, lat: centre } = map.getCenter()
  // from the canvas, because reading the element's size would force a layout
  const canvas = map.getCanvas()
  const [width, height] = [canvas.width / map.getPixelRatio(), canvas.height / map.getPixelRatio()]
  for (const figure of figures?.querySelectorAll('span') ?? []) {
    const { lng, lat } = figure.dataset
    const at = map.project([
      lng === undefined ? middle : Number(lng),
      lat === undefined ? centre : Number(lat),
    ])
    const fits =
      lng === undefined
        ? at.y > TOP_ROW && at.y < height - BOTTOM_ROW
        : at.x > HALF_FIGURE && at.x < width - HALF_FIGURE
    figure.style.visibility = fits ? '' : 'hidden'
    figure.style.transform = lng === undefined ? `translateY(${at.y}px)` : `translateX(${at.x}px)`
  }
}
