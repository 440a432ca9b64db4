/** The scale in the corner of a map; a drag does not touch it. */
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import css from './field-map.module.css'
import { distanceText, type MapScale, mapScale } from './map-scale.ts'

const MOST_PX = 100

export function ScaleBar() {
  const { current: map } = useMap()
  const [scale, setScale] = useState<MapScale | null>(null)
  useEffect(() => {
    if (!map) return undefined
    const look = () => setScale(mapScale(map.getCenter().lat, map.getZoom(), MOST_PX))
    look()
    const [zooms, moves] = [map.on('zoom', look), map.on('moveend', look)]
    return () => {
      zooms.unsubscribe()
      moves.unsubscribe()
    }
  }, [map])
  if (!scale) return null
  return (
    <div className={css.scale} style={{ width: scale.px }}>
      {distanceText(scale.metres)}
    </div>
  )
}
