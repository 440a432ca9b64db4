/** Words on the map that nothing can press; always text, never markup. */
import { Marker } from '@vis.gl/react-maplibre'
import type { LatLng } from '../../agronomy/pivot-geometry.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'

const PRESSED_THROUGH = { pointerEvents: 'none' } as const
const IN_FRONT = { pointerEvents: 'none', zIndex: '2' } as const

export interface MapLabelProps {
  place: LatLng
  text: string
  /** `full`: breaks into lines, for a single one. */
  size: 'large' | 'small' | 'full'
  /** Stands over a pin at the same place. */
  overPin?: boolean
}

const OVER_PIN: [number, number] = [0, -24]

export function MapLabel({ place, text, size, overPin }: MapLabelProps) {
  return (
    <Marker
      longitude={place.lng}
      latitude={place.lat}
      style={overPin ? IN_FRONT : PRESSED_THROUGH}
      {...(overPin ? { anchor: 'bottom', offset: OVER_PIN } : {})}
    >
      <div className={classNames(css.label, css[size])}>{text}</div>
    </Marker>
  )
}
