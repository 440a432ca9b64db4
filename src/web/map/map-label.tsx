/** Words on the map that nothing can press, where they find room; always text, never markup. */
import { Marker, useMap } from '@vis.gl/react-maplibre'
import type { MapRef } from '@vis.gl/react-maplibre'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'
import { placeLabels } from './label-places.ts'
import type { Box } from './label-places.ts'
import { StillMarker } from './still-marker.tsx'

const IN_FRONT = { pointerEvents: 'none', zIndex: '2' } as const

export interface MapLabelProps {
  place: LatLng
  text: string
  /** `ground`: of what lies below everything else. */
  size: 'large' | 'small' | 'ground'
  /** Further out it would say nothing; zoom as the library counts it. */
  fromZoom?: number
}

/** Words at a place, moved aside where they would lie over others; large ones choose first, those of the ground last. */
export function MapLabel({ place, text, size, fromZoom = 0 }: MapLabelProps) {
  const words = useRef<HTMLDivElement>(null)
  const layout = useContext(LabelLayout)
  const { lat, lng } = place
  useEffect(() => {
    const element = words.current
    return element ? layout?.add({ place: { lat, lng }, element, turn: TURNS[size], fromZoom }) : undefined
  }, [layout, lat, lng, size, fromZoom])
  return (
    <StillMarker place={place}>
      <div ref={words} className={classNames(css.label, css[size])}>
        {text}
      </div>
    </StillMarker>
  )
}

/** A place that no label covers, such as the pivot point or a pin. */
export function KeepClear({ place: { lat, lng } }: { place: LatLng }) {
  const layout = useContext(LabelLayout)
  useEffect(
    () => layout?.add({ place: { lat, lng }, element: null, turn: 0, fromZoom: 0 }),
    [layout, lat, lng],
  )
  return null
}

const TURNS = { large: 0, small: 1, ground: 2 } as const

interface LabelEntry {
  place: LatLng
  /** Null for a place that stays clear. */
  element: HTMLElement | null
  /** The lower chooses first. */
  turn: number
  fromZoom: number
}

interface Labels {
  /** @returns takes it away again */
  add: (entry: LabelEntry) => () => void
}

const LabelLayout = createContext<Labels | null>(null)

/** Half of what stays clear around a place. */
const CLEAR_PX = 17
/** Figures at the upper edge, the scale and the words about the ground at the lower one, the buttons at the right. */
const [EDGE_PX, TOP_PX, BOTTOM_PX, RIGHT_PX] = [4, 30, 36, 60]

/** Lays out the labels of a map again whenever one comes or goes and while the map moves; nothing is rendered anew for that. */
export function LabelLayer({ children }: { children: ReactNode }) {
  const { current: map } = useMap()
  const [labels] = useState(() => createLabels())
  useEffect(() => {
    if (!map) return undefined
    const look = () => labels.lay(map)
    look()
    const heard = [map.on('move', look), map.on('resize', look)]
    const unwatch = labels.watch(look)
    return () => {
      for (const one of heard) one.unsubscribe()
      unwatch()
    }
  }, [map, labels])
  return <LabelLayout value={labels}>{children}</LabelLayout>
}

function createLabels() {
  const entries = new Set<LabelEntry>()
  let look: (() => void) | null = null
  let asked = false
  // hundreds of pins come at once
  const changed = () => {
    if (asked) return
    asked = true
    queueMicrotask(() => {
      asked = false
      look?.()
    })
  }
  // other words, or the letters of a font that came late
  const sizes = new ResizeObserver(changed)
  return {
    add(entry: LabelEntry) {
      entries.add(entry)
      if (entry.element) sizes.observe(entry.element)
      changed()
      return () => {
        entries.delete(entry)
        if (entry.element) sizes.unobserve(entry.element)
        changed()
      }
    },
    watch(act: () => void) {
      look = act
      return () => {
        look = null
      }
    },
    lay(map: MapRef) {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      const at = ({ lat, lng }: LatLng) => map.project([lng, lat])
      const clear = [
        ...figuresOf(map),
        ...[...entries]
          .filter(({ element }) => element === null)
          .map(({ place }) => around(at(place), CLEAR_PX)),
      ]
      const zoom = map.getZoom()
      const worded = [...entries].flatMap(({ place, element, turn, fromZoom }) => {
        if (element && zoom < fromZoom) element.style.visibility = 'hidden'
        return element && zoom >= fromZoom ? [{ at: at(place), element, turn }] : []
      })
      const inOrder = worded.toSorted((one, other) => one.turn - other.turn)
      const room = { left: EDGE_PX, top: TOP_PX, right: width - RIGHT_PX, bottom: height - BOTTOM_PX }
      const wanted = inOrder.map((one) => ({
        at: one.at,
        width: one.element.offsetWidth,
        height: one.element.offsetHeight,
      }))
      for (const [i, middle] of placeLabels(wanted, room, clear).entries()) {
        const { element, at: from } = inOrder[i] ?? {}
        if (!element || !from) continue
        element.style.visibility = middle ? '' : 'hidden'
        element.style.translate = middle ? `${middle.x - from.x}px ${middle.y - from.y}px` : ''
      }
    },
  }
}

/** Half the height of a figure of the graticule. */
const HALF_FIGURE_PX = 10

/** Where figures of parallels stand at the left edge; those of meridians are above all labels. */
function figuresOf(map: MapRef): Box[] {
  const figures = map.getContainer().querySelectorAll<HTMLElement>('[data-lat]')
  return [...figures].map(({ dataset, offsetWidth }) => {
    const { y } = map.project([0, Number(dataset['lat'])])
    return { left: 0, top: y - HALF_FIGURE_PX, right: offsetWidth + EDGE_PX, bottom: y + HALF_FIGURE_PX }
  })
}

function around({ x, y }: { x: number; y: number }, half: number): Box {
  return { left: x - half, top: y - half, right: x + half, bottom: y + half }
}

/** The whole label of one pin, on the side where the map has room; a marker keeps the anchor with which it was made. */
export function PinLabel({ place, text }: Omit<MapLabelProps, 'size'>) {
  const { anchor, offset, widthPx } = useRoom(place)
  return (
    <Marker
      key={anchor}
      longitude={place.lng}
      latitude={place.lat}
      anchor={anchor}
      offset={offset}
      style={IN_FRONT}
    >
      <div className={classNames(css.label, css.full)} style={{ maxWidth: widthPx }}>
        {text}
      </div>
    </Marker>
  )
}

const OVER: LabelRoom = { anchor: 'bottom', offset: [0, 0], widthPx: 300 }

function useRoom({ lat, lng }: LatLng): LabelRoom {
  const { current: map } = useMap()
  const [room, setRoom] = useState<LabelRoom>(OVER)
  useEffect(() => {
    const look = () => {
      if (!map) return
      const { clientWidth, clientHeight } = map.getContainer()
      setRoom(roomAt(map.project([lng, lat]), { width: clientWidth, height: clientHeight }))
    }
    look()
    map?.on('moveend', look)
    return () => void map?.off('moveend', look)
  }, [map, lat, lng])
  return room
}

/** The corner or edge of the label that lies at the pin. */
type LabelAnchor = 'bottom' | 'bottom-left' | 'bottom-right' | 'top' | 'top-left' | 'top-right'

interface Point {
  readonly x: number
  readonly y: number
}

/** Half of the widest label, pixels. */
const HALF_PX = 150
/** Three lines of a label, the pin below it, and the figures at the edge. */
const ABOVE_PX = 120
/** What the buttons for the zoom take at the right. */
const BUTTONS_PX = 60
const PIN_PX = 26

interface LabelRoom {
  readonly anchor: LabelAnchor
  /** Pixels to the right and down. */
  readonly offset: [number, number]
  /** Wider it would be cut: it breaks into lines before. */
  readonly widthPx: number
}

/**
 * Beside the pin, off it, and not below the buttons of the zoom.
 *
 * @param pin pixels from the left and upper edge of the map
 */
export function roomAt(pin: Point, map: { width: number; height: number }): LabelRoom {
  const row = pin.y < ABOVE_PX ? 'top' : 'bottom'
  const down = row === 'top' ? PIN_PX : -PIN_PX
  const furthest = map.width - BUTTONS_PX
  if (pin.x > furthest - HALF_PX && pin.x > map.width / 2) {
    const back = Math.min(0, furthest - pin.x)
    return { anchor: `${row}-right`, offset: [back, down], widthPx: widthOf(pin.x + back) }
  }
  if (pin.x < HALF_PX) return { anchor: `${row}-left`, offset: [0, down], widthPx: widthOf(furthest - pin.x) }
  return { anchor: row, offset: [0, down], widthPx: 2 * HALF_PX }
}

function widthOf(roomPx: number): number {
  return Math.min(2 * HALF_PX, Math.max(HALF_PX, Math.floor(roomPx)))
}
