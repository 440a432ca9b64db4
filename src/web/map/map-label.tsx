/** Words on the map that nothing can press; always text, never markup. */
import { Marker } from '@vis.gl/react-maplibre'
import type { LatLng } from '../../agronomy/pivot-geometry.ts'
import { classNames } from '../ui/class-names.ts'
import css from './field-map.module.css'

export interface MapLabelProps {
  place: LatLng
  text: string
  size: 'large' | 'small'
}

export function MapLabel({ place, text, size }: MapLabelProps) {
  return (
    <Marker longitude={place.lng} latitude={place.lat} style={{ pointerEvents: 'none' }}>
      <div className={classNames(css.label, css[size])}>{text}</div>
    </Marker>
  )
}
