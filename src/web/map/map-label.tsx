/** Words on the map that nothing can press; always text, never markup. */
import { Marker, useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'
import { roomAt } from './label-anchor.ts'
import type { LabelRoom } from './label-anchor.ts'
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
