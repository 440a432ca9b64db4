/** A marker that ignores pointer events. */
import { Marker } from '@vis.gl/react-maplibre'
import type { ReactNode } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'

const CLICK_THROUGH = { pointerEvents: 'none' } as const
const IN_FRONT = { pointerEvents: 'none', zIndex: '1' } as const
const ON_TOP = { pointerEvents: 'none', zIndex: '2' } as const

export interface StaticMarkerProps {
  place: LatLng
  /** Anchored by its bottom and in front of other markers; otherwise centred on the place. */
  anchoredAtBottom?: boolean
  /** In front of all pins, the selected one too. */
  inFront?: boolean
  children: ReactNode
}

export function StaticMarker({
  place: { lat, lng },
  anchoredAtBottom,
  inFront,
  children,
}: StaticMarkerProps) {
  return (
    <Marker
      longitude={lng}
      latitude={lat}
      anchor={anchoredAtBottom ? 'bottom' : 'center'}
      style={inFront ? ON_TOP : anchoredAtBottom ? IN_FRONT : CLICK_THROUGH}
    >
      {children}
    </Marker>
  )
}
