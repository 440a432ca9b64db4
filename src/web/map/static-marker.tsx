/** A marker that ignores pointer events. */
import { Marker } from '@vis.gl/react-maplibre'
import type { ReactNode } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'

const PRESSED_THROUGH = { pointerEvents: 'none' } as const
const IN_FRONT = { pointerEvents: 'none', zIndex: '1' } as const
const BEFORE_ALL = { pointerEvents: 'none', zIndex: '2' } as const

export interface StillMarkerProps {
  place: LatLng
  /** Anchored by its bottom and in front of other markers; otherwise centred on the place. */
  standing?: boolean
  /** In front of all pins, the selected one too. */
  before?: boolean
  children: ReactNode
}

export function StillMarker({ place: { lat, lng }, standing, before, children }: StillMarkerProps) {
  return (
    <Marker
      longitude={lng}
      latitude={lat}
      anchor={standing ? 'bottom' : 'center'}
      style={before ? BEFORE_ALL : standing ? IN_FRONT : PRESSED_THROUGH}
    >
      {children}
    </Marker>
  )
}
