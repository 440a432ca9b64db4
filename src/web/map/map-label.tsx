/** Words on the map that nothing can press, where they find room; always text, never markup. */
import { Marker, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'
import { StillMarker } from './still-marker.tsx'

const IN_FRONT = { pointerEvents: 'none', zIndex: '2' } as const

export interface MapLabelProps {
  place: LatLng
  text: string
  size: 'large' | 'small'
}

export function MapLabel({ place, text, size }: MapLabelProps) {
  return (
    <StillMarker place={place}>
      <div className={classNames(css.label, css[size])}>{text}</div>
    </StillMarker>
  )
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
