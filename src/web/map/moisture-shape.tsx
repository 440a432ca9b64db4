/** A moisture map on the map: painted on a canvas that lies on the ground, with the place under the pointer told. */
import { useMap } from '@vis.gl/react-maplibre'
import { CanvasSource } from 'maplibre-gl'
import type { Map as Library, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { cornersOf } from './moisture-frames.ts'
import type { MapField } from './moisture-frames.ts'
import { PAINTED_PX, paintMoisture } from './moisture-painting.ts'
import type { PaintedMoisture } from './moisture-painting.ts'

const SOURCE = 'moisture'
/** Layer of the machine's lines, which lie on it. */
export const MACHINE = 'moisture-machine'
const PAINT = { 'raster-opacity': 0.88, 'raster-fade-duration': 0, 'raster-resampling': 'linear' } as const

export interface MoistureShapeProps {
  field: MapField
  /** Null shows nothing. */
  painted: PaintedMoisture | null
  /** The place under the pointer; null when it leaves the map. */
  onPoint: (place: LatLng | null) => void
}

export function MoistureShape({ field, painted, onPoint }: MoistureShapeProps) {
  const [canvas] = useState(makeCanvas)
  useCanvasOnGround(canvas, field)
  const { current: map } = useMap()
  useEffect(() => {
    paintMoisture(canvas, painted)
    const library = map?.getMap()
    if (library) takeOver(library)
  }, [map, canvas, painted])
  usePointer(onPoint)
  return null
}

/** Shows what is on the canvas now. The library looks at it while it plays: once is enough for a picture that stands. */
function takeOver(library: Library): void {
  const source = library.getSource(SOURCE)
  if (!(source instanceof CanvasSource)) return
  source.play()
  source.pause()
  library.triggerRepaint()
}

/** Lays a canvas on the ground, below the rings; the binding of the library knows no canvas. */
function useCanvasOnGround(canvas: HTMLCanvasElement, field: MapField): void {
  const { current: map } = useMap()
  useEffect(() => {
    const library = map?.getMap()
    if (!library) return undefined
    // before the machine's lines are there, it would come to lie below the ground
    const lay = () => {
      if (!library.getLayer(MACHINE) || library.getSource(SOURCE)) return
      const [nw = [0, 0], ne = [0, 0], se = [0, 0], sw = [0, 0]] = cornersOf(field)
      library.addSource(SOURCE, { type: 'canvas', canvas, animate: false, coordinates: [nw, ne, se, sw] })
      library.addLayer({ id: SOURCE, type: 'raster', source: SOURCE, paint: PAINT }, MACHINE)
    }
    lay()
    library.on('styledata', lay)
    return () => {
      library.off('styledata', lay)
      // a map that is taken away takes all of it along
      if (!library.style?.getSource(SOURCE)) return
      library.removeLayer(SOURCE)
      library.removeSource(SOURCE)
    }
  }, [map, canvas, field])
}

function makeCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = PAINTED_PX
  canvas.height = PAINTED_PX
  return canvas
}

function usePointer(onPoint: (place: LatLng | null) => void): void {
  const { current: map } = useMap()
  const told = useEffectEvent(onPoint)
  useEffect(() => {
    const move = ({ lngLat }: MapMouseEvent) => told({ lat: lngLat.lat, lng: lngLat.lng })
    const leave = () => told(null)
    map?.on('mousemove', move)
    map?.on('mouseout', leave)
    return () => {
      map?.off('mousemove', move)
      map?.off('mouseout', leave)
    }
  }, [map])
}
