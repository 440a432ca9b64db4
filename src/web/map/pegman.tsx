/** The user's position on the map: a figure that walks to each new position and ignores clicks. */
import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import css from './field-map.module.css'
import { ReservedArea } from './map-label.tsx'
import { StaticMarker } from './static-marker.tsx'
import { bearingAndDistance } from '../../agronomy/pivot/pivot-geometry.ts'
import { text } from './map.text.ts'

export interface PegmanProps {
  /** The last position fix. */
  fix: LatLng
}

export function Pegman({ fix }: PegmanProps) {
  const place = useWalk(fix)
  return (
    <>
      <ReservedArea place={fix} />
      <StaticMarker place={place} anchoredAtBottom>
        <svg className={css.pegman} viewBox="0 0 32 48" role="img" aria-label={text.youAreHere}>
          <ellipse cx="16" cy="45" rx="9" ry="3" />
          <path d="M16 2a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 16 2Zm-5 13h10a4.5 4.5 0 0 1 4.5 4.5v7a2.2 2.2 0 0 1-4.2.8L20.8 42.5a2.2 2.2 0 0 1-4.3.4L16 34l-.5 8.9a2.2 2.2 0 0 1-4.3-.4l-.5-15.2a2.2 2.2 0 0 1-4.2-.8v-7A4.5 4.5 0 0 1 11 15Z" />
        </svg>
      </StaticMarker>
    </>
  )
}

/** Where the figure is shown. */
function useWalk(fix: LatLng): LatLng {
  const [known, setKnown] = useState(fix)
  const [shown, setShown] = useState(fix)
  const at = useRef(fix)
  const next = positionAfterFix(known, fix)
  if (next !== known) setKnown(next)
  useEffect(() => {
    const from = at.current
    let frame = 0
    let step = -1
    const showAt = (due: number) => {
      if (due === step) return
      step = due
      at.current = walkPlace(from, known, due)
      setShown(at.current)
    }
    const start = performance.now()
    const walk = (now: number) => {
      showAt(walkStep(now - start))
      if (step < WALK_STEPS) frame = requestAnimationFrame(walk)
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) showAt(WALK_STEPS)
    else if (from !== known) frame = requestAnimationFrame(walk)
    return () => cancelAnimationFrame(frame)
  }, [known])
  return shown
}

/** Metres that a move must exceed before the pegman follows. */
const WALK_ABOVE_M = 10
const WALK_STEPS = 30
const WALK_MS = 1000

/** The known point after a new fix: the fix itself if it is further away than the threshold. */
export function positionAfterFix(place: LatLng | null, fix: LatLng): LatLng {
  if (!place) return fix
  return bearingAndDistance(place, fix).distance > WALK_ABOVE_M ? fix : place
}

/** The step shown after so much time, 0 to 30; by elapsed time, not by frames. */
export function walkStep(passedMs: number): number {
  return Math.min(WALK_STEPS, Math.max(0, Math.floor((passedMs / WALK_MS) * WALK_STEPS)))
}

/** The pegman's place at a step between two points. */
export function walkPlace(from: LatLng, to: LatLng, step: number): LatLng {
  if (step >= WALK_STEPS) return to
  const share = step / WALK_STEPS
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share }
}
