/** The scale bar in the corner of a map: a round distance, updated when the map has moved. */
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import css from './field-map.module.css'
import { EARTH_RADIUS_M } from '../../agronomy/pivot/pivot-geometry.ts'

const MAX_PX = 100

export function ScaleBar() {
  const { current: map } = useMap()
  const [scale, setScale] = useState<MapScale | null>(null)
  useEffect(() => {
    if (!map) return undefined
    const update = () => setScale(mapScale(map.getCenter().lat, map.getZoom(), MAX_PX))
    update()
    const [zooms, moves] = [map.on('zoom', update), map.on('moveend', update)]
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

/** Width of the world at zoom 0 in the library's zoom levels, pixels. */
const WORLD_PX = 512

interface MapScale {
  /** 1, 2, 3 or 5 times a power of ten. */
  metres: number
  px: number
}

/** @param maxPx no longer than this */
export function mapScale(lat: number, zoom: number, maxPx: number): MapScale {
  const circle = 2 * Math.PI * EARTH_RADIUS_M * Math.cos((lat * Math.PI) / 180)
  const metresPerPx = circle / (WORLD_PX * 2 ** zoom)
  const maxMetres = maxPx * metresPerPx
  const power = 10 ** Math.floor(Math.log10(maxMetres))
  const metres = ([5, 3, 2, 1].find((times) => times * power <= maxMetres) ?? 1) * power
  return { metres, px: metres / metresPerPx }
}

/** @example distanceText(2000) // '2 km' */
export function distanceText(metres: number): string {
  return metres >= 1000 ? `${metres / 1000}\u00A0km` : `${metres}\u00A0m`
}
