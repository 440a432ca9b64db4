/** A canvas layer on the map that also reports the place under the pointer. */
import { useMap } from '@vis.gl/react-maplibre'
import { CanvasSource } from 'maplibre-gl'
import type { Map as Library, MapMouseEvent } from 'maplibre-gl'
import type { Position } from 'geojson'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'

const PAINT = { 'raster-fade-duration': 0, 'raster-resampling': 'linear' } as const

export interface CanvasShapeProps {
  id: string
  /** The layer above it. */
  below: string
  /** North-west, north-east, south-east, south-west; a new object repositions it. */
  corners: readonly Position[]
  /** Side in pixels. */
  sidePx: number
  /** A new function repaints it. */
  paint: (canvas: HTMLCanvasElement) => void
  /** Called with the place under the pointer; null when it leaves the map. */
  onPoint: (place: LatLng | null) => void
}

export function CanvasShape({ id, below, corners, sidePx, paint, onPoint }: CanvasShapeProps) {
  const [canvas] = useState(() => makeCanvas(sidePx))
  const { current: map } = useMap()
  useCanvasLayer({ id, below, corners, canvas })
  useEffect(() => {
    paint(canvas)
    const library = map?.getMap()
    if (library) uploadOnce(library, id)
  }, [map, canvas, paint, id])
  usePointer(onPoint)
  return null
}

/** Uploads the canvas once: the library reads it only while its source plays. */
function uploadOnce(library: Library, id: string): void {
  const source = library.getSource(id)
  if (!(source instanceof CanvasSource)) return
  source.play()
  source.pause()
  library.triggerRepaint()
}

interface CanvasLayer extends Pick<CanvasShapeProps, 'id' | 'below' | 'corners'> {
  canvas: HTMLCanvasElement
}

/** Adds a canvas source below a layer; the library's React binding has none. */
function useCanvasLayer({ id, below, corners, canvas }: CanvasLayer): void {
  const { current: map } = useMap()
  useEffect(() => {
    const library = map?.getMap()
    if (!library) return undefined
    // before the layer above exists, it would end up below the base map
    const addLayer = () => {
      if (!library.getLayer(below) || library.getSource(id)) return
      const [nw, ne, se, sw] = corners.map(([lng = 0, lat = 0]): [number, number] => [lng, lat])
      if (!nw || !ne || !se || !sw) return
      library.addSource(id, { type: 'canvas', canvas, animate: false, coordinates: [nw, ne, se, sw] })
      library.addLayer({ id, type: 'raster', source: id, paint: PAINT }, below)
    }
    addLayer()
    library.on('styledata', addLayer)
    return () => {
      library.off('styledata', addLayer)
      // removing the map removes its layers and sources
      if (!library.style?.getSource(id)) return
      library.removeLayer(id)
      library.removeSource(id)
    }
  }, [map, id, below, corners, canvas])
}

function makeCanvas(sidePx: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = sidePx
  canvas.height = sidePx
  return canvas
}

function usePointer(onPoint: (place: LatLng | null) => void): void {
  const { current: map } = useMap()
  const notify = useEffectEvent(onPoint)
  useEffect(() => {
    const move = ({ lngLat }: MapMouseEvent) => notify({ lat: lngLat.lat, lng: lngLat.lng })
    const leave = () => notify(null)
    map?.on('mousemove', move)
    map?.on('mouseout', leave)
    return () => {
      map?.off('mousemove', move)
      map?.off('mouseout', leave)
    }
  }, [map])
}
