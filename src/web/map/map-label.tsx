/** A label on the map, placed where it fits; ignores pointer events; always text, never markup. */
import { useMap } from '@vis.gl/react-maplibre'
import type { MapRef } from '@vis.gl/react-maplibre'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'
import { placeLabels } from './label-placement.ts'
import type { Box } from './label-placement.ts'
import { StaticMarker } from './static-marker.tsx'

export interface MapLabelProps {
  place: LatLng
  text: string
  /** `ground`: for features of the base map. */
  size: 'large' | 'small' | 'ground'
  /** Hidden below this zoom, in the library's zoom levels. */
  fromZoom?: number
}

/** A label at a place, moved to avoid others; large ones choose first, those of the base map last. */
export function MapLabel({ place, text, size, fromZoom = 0 }: MapLabelProps) {
  const elementRef = useRef<HTMLDivElement>(null)
  const layout = useContext(LabelLayout)
  const { lat, lng } = place
  useEffect(() => {
    const element = elementRef.current
    return element
      ? layout?.add({ place: { lat, lng }, element, priority: PRIORITY[size], fromZoom, markerHalfPx: 0 })
      : undefined
  }, [layout, lat, lng, size, fromZoom])
  return (
    <StaticMarker place={place}>
      <div ref={elementRef} className={classNames(css.label, css[size])}>
        {text}
      </div>
    </StaticMarker>
  )
}

interface PinLabelProps extends Pick<MapLabelProps, 'place' | 'text'> {
  /** Omitted at text sizes for which a phone has no room; the list shows it too. */
  more: string
}

/** The full label of the selected pin: next to it, off all others if there is room, and always shown. */
export function PinLabel({ place: { lat, lng }, text, more }: PinLabelProps) {
  const elementRef = useRef<HTMLDivElement>(null)
  const layout = useContext(LabelLayout)
  useEffect(() => {
    const element = elementRef.current
    return element
      ? layout?.add({ place: { lat, lng }, element, priority: -1, fromZoom: 0, markerHalfPx: PIN_PX })
      : undefined
  }, [layout, lat, lng])
  return (
    <StaticMarker place={{ lat, lng }} inFront>
      <div ref={elementRef} className={classNames(css.label, css.full)}>
        {text}
        <span> {more}</span>
      </div>
    </StaticMarker>
  )
}

/** A place that no label covers, such as the pivot point or a pin. */
export function ReservedArea({ place: { lat, lng } }: { place: LatLng }) {
  const layout = useContext(LabelLayout)
  useEffect(
    () => layout?.add({ place: { lat, lng }, element: null, priority: 0, fromZoom: 0, markerHalfPx: 0 }),
    [layout, lat, lng],
  )
  return null
}

/** For the element of a parallel's figure at the left edge, which no label covers. */
export function useFigureKeptClear(lat: number): RefObject<HTMLSpanElement | null> {
  const elementRef = useRef<HTMLSpanElement>(null)
  const layout = useContext(LabelLayout)
  useEffect(() => {
    const element = elementRef.current
    return element ? layout?.addFigure({ lat, element }) : undefined
  }, [layout, lat])
  return elementRef
}

const PRIORITY = { large: 0, small: 1, ground: 2 } as const

interface LabelEntry {
  place: LatLng
  /** Null for a place that must stay clear. */
  element: HTMLElement | null
  /** The lower chooses first. */
  priority: number
  fromZoom: number
  /** Half the size of a marker whose label is required; 0 for a label that may cover its place, or be omitted. */
  markerHalfPx: number
}

interface Figure {
  lat: number
  element: HTMLElement
}

interface Labels {
  /** @returns removes it again */
  add: (entry: LabelEntry) => () => void
  /** @returns removes it again */
  addFigure: (figure: Figure) => () => void
}

const LabelLayout = createContext<Labels | null>(null)

/** Half the size of the area kept clear around a place. */
const CLEAR_PX = 17
/** Half the size of a selected pin with its rings. */
const PIN_PX = 22
/** Figures at the top, the scale and the attribution at the bottom, buttons at the right. */
const [EDGE_PX, TOP_PX, BOTTOM_PX, RIGHT_PX] = [4, 30, 36, 60]

/** Places the labels of a map again whenever a label or figure is added or removed and while the map moves, without rendering. */
export function LabelLayer({ crosshair, children }: { crosshair: boolean; children: ReactNode }) {
  const { current: map } = useMap()
  const [labels] = useState(() => createLabels())
  useEffect(() => {
    if (!map) return undefined
    const placeAgain = () => labels.place(map, crosshair)
    placeAgain()
    const subscriptions = [map.on('move', placeAgain), map.on('resize', placeAgain)]
    const unwatch = labels.watch(placeAgain)
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      unwatch()
    }
  }, [map, labels, crosshair])
  return <LabelLayout value={labels}>{children}</LabelLayout>
}

function createLabels() {
  const entries = new Set<LabelEntry>()
  const figures = new Set<Figure>()
  let placeAgain: (() => void) | null = null
  let scheduled = false
  // hundreds of pins are added at once
  const schedulePlacing = () => {
    if (scheduled) return
    scheduled = true
    queueMicrotask(() => {
      scheduled = false
      placeAgain?.()
    })
  }
  // changed text, or a font that loaded late
  const sizes = new ResizeObserver(schedulePlacing)
  return {
    add(entry: LabelEntry) {
      entries.add(entry)
      if (entry.element) sizes.observe(entry.element)
      schedulePlacing()
      return () => {
        entries.delete(entry)
        if (entry.element) sizes.unobserve(entry.element)
        schedulePlacing()
      }
    },
    addFigure(figure: Figure) {
      figures.add(figure)
      schedulePlacing()
      return () => {
        figures.delete(figure)
        schedulePlacing()
      }
    },
    watch(act: () => void) {
      placeAgain = act
      return () => {
        placeAgain = null
      }
    },
    /** @param crosshair whether the centre is marked */
    place(map: MapRef, crosshair: boolean) {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      const at = ({ lat, lng }: LatLng) => map.project([lng, lat])
      const clear = [
        ...[...figures].map((figure) => boxOf(figure, map)),
        ...(crosshair ? [around({ x: width / 2, y: height / 2 }, CLEAR_PX)] : []),
        ...[...entries]
          .filter(({ element }) => element === null)
          .map(({ place }) => around(at(place), CLEAR_PX)),
      ]
      const zoom = map.getZoom()
      const measured = [...entries].flatMap(({ place, element, priority, fromZoom, markerHalfPx }) => {
        if (element && zoom < fromZoom) element.style.visibility = 'hidden'
        return element && zoom >= fromZoom ? [{ at: at(place), element, priority, markerHalfPx }] : []
      })
      const inOrder = measured.toSorted((a, b) => a.priority - b.priority)
      const room = { left: EDGE_PX, top: TOP_PX, right: width - RIGHT_PX, bottom: height - BOTTOM_PX }
      const viewport = { left: 0, top: 0, right: width, bottom: height }
      const requests = inOrder.map((label) => ({
        at: label.at,
        markerHalfPx: label.markerHalfPx,
        width: label.element.offsetWidth,
        height: label.element.offsetHeight,
      }))
      for (const [i, middle] of placeLabels(requests, room, clear, viewport).entries()) {
        const { element, at: from } = inOrder[i] ?? {}
        if (!element || !from) continue
        element.style.visibility = middle ? '' : 'hidden'
        // a hidden one keeps its translation: to gain or lose one costs a layout
        if (middle) element.style.translate = `${middle.x - from.x}px ${middle.y - from.y}px`
      }
    },
  }
}

/** Half the height of a figure of the graticule. */
const HALF_FIGURE_PX = 10

/** Figures of parallels are at the left edge; those of meridians are above all labels. */
function boxOf({ lat, element }: Figure, map: MapRef): Box {
  const { y } = map.project([0, lat])
  return {
    left: 0,
    top: y - HALF_FIGURE_PX,
    right: element.offsetWidth + EDGE_PX,
    bottom: y + HALF_FIGURE_PX,
  }
}

function around({ x, y }: { x: number; y: number }, half: number): Box {
  return { left: x - half, top: y - half, right: x + half, bottom: y + half }
}
