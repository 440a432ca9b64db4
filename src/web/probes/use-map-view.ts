/** Where the map of the page is, and when it goes to me by itself. */
import { useEffect, useRef, useState } from 'react'
import { bearingAndDistance } from '../../agronomy/pivot/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot/pivot-geometry.ts'
import { PROBES_VIEW } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'

/** Metres by which the map must have been moved so that it no longer goes to me by itself. */
const MOVED_M = 5

/**
 * Taken to me once, at my first place, unless it was taken or moved elsewhere before.
 *
 * @param start null: the specified default
 */
export function useMapView(start: MapView | null, own: LatLng | null) {
  const [view, setView] = useState(start ?? PROBES_VIEW)
  const centre = useRef(view.centre)
  const settled = useRef(start !== null)
  const goTo = (wanted: MapView | null) => {
    if (!wanted) return
    settled.current = true
    centre.current = wanted.centre
    setView(wanted)
  }
  useEffect(() => {
    if (!own || settled.current) return
    settled.current = true
    if (bearingAndDistance(PROBES_VIEW.centre, centre.current).distance > MOVED_M) return
    const place = { lat: own.lat, lng: own.lng }
    centre.current = place
    setView({ centre: place, zoom: PROBES_VIEW.zoom })
  }, [own])
  const setCentre = (place: LatLng) => {
    centre.current = place
  }
  return { view, goTo, centre: () => centre.current, setCentre }
}
