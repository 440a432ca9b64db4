/** A numbered pin: a button, dragged with mouse or finger or moved with the arrow keys. */
import { Marker } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toLatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'
import { ReservedArea } from './map-label.tsx'

/** Metres by which an arrow key moves a pin, and with Shift. */
const NUDGE_M = 1
const BIG_NUDGE_M = 10

const MARK = 'data-map-pin'
const ARROWS = new Map([
  ['ArrowUp', { x: 0, y: 1 }],
  ['ArrowDown', { x: 0, y: -1 }],
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
])

/** A click on a pin must not reach the map below it. */
export function isOnPin(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${MARK}]`) !== null
}

export interface MapPinProps {
  /** The text on the pin. */
  text: string
  place: LatLng
  /** Full name, for screen readers. */
  label: string
  /** `move`: can be dragged; `remove`: a click removes it; `still`: only shown. */
  mode: 'move' | 'remove' | 'still'
  /** The selected pin: drawn with a ring, in front of the others. */
  chosen?: boolean
  /** Needs attention; the label says why. */
  flagged?: boolean
  /** A move begins: by the pointer or by a key. */
  onMoveStart?: () => void
  onMove?: (place: LatLng) => void
  onPress?: () => void
  onRemove?: () => void
}

const IN_FRONT = { zIndex: '1' } as const
const AMONG_OTHERS = {} as const

export function MapPin({ text, place, label, mode, chosen, flagged, ...on }: MapPinProps) {
  const button = useRef<HTMLButtonElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The map below handles the same keys natively, and must not move too.
    event.stopPropagation()
    const arrow = ARROWS.get(event.key)
    if (arrow && mode === 'move') {
      event.preventDefault()
      const metres = event.shiftKey ? BIG_NUDGE_M : NUDGE_M
      on.onMoveStart?.()
      on.onMove?.(toLatLng(place, { x: arrow.x * metres, y: arrow.y * metres }))
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && mode !== 'still') on.onRemove?.()
  })
  useEffect(() => {
    const buttonElement = button.current
    const listen = (event: KeyboardEvent) => onKey(event)
    buttonElement?.addEventListener('keydown', listen)
    return () => buttonElement?.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <ReservedArea place={place} />
      <Marker
        longitude={place.lng}
        latitude={place.lat}
        draggable={mode === 'move'}
        style={chosen ? IN_FRONT : AMONG_OTHERS}
        onDragStart={() => on.onMoveStart?.()}
        onDrag={({ lngLat }) => on.onMove?.({ lat: lngLat.lat, lng: lngLat.lng })}
      >
        <button
          ref={button}
          type="button"
          {...{ [MARK]: '' }}
          className={classNames(
            css.hold,
            chosen && css.chosen,
            flagged && css.flagged,
            mode === 'remove' && css.removing,
            mode === 'still' && css.still,
          )}
          aria-label={label}
          onClick={() => on.onPress?.()}
        >
          <span className={css.pin} aria-hidden="true">
            {text}
          </span>
        </button>
      </Marker>
    </>
  )
}
