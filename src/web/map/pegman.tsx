/** Me on the map: a figure that walks to where I am, and never stands in the way of a press. */
import { Marker } from '@vis.gl/react-maplibre'
import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot-geometry.ts'
import css from './field-map.module.css'
import { WALK_STEPS, knownAfter, walkPlace, walkStep } from './pegman-walk.ts'

const PRESSED_THROUGH = { pointerEvents: 'none', zIndex: '1' } as const

export interface PegmanProps {
  /** Where I was measured last. */
  fix: LatLng
}

export function Pegman({ fix }: PegmanProps) {
  const { lat, lng } = useWalk(fix)
  return (
    <Marker longitude={lng} latitude={lat} style={PRESSED_THROUGH}>
      <svg className={css.pegman} viewBox="0 0 44 44" role="img" aria-label="You are here">
        <circle cx="22" cy="22" r="20" />
        <path d="M22 7a4.4 4.4 0 1 1 0 8.8A4.4 4.4 0 0 1 22 7Zm-4 10h8a3.4 3.4 0 0 1 3.4 3.4v6a1.7 1.7 0 0 1-3.3.4v9a1.9 1.9 0 0 1-3.7.4L22 30l-.4 6.2a1.9 1.9 0 0 1-3.7-.4v-9a1.7 1.7 0 0 1-3.3-.4v-6A3.4 3.4 0 0 1 18 17Z" />
      </svg>
    </Marker>
  )
}

/** Where the figure is shown now. */
function useWalk(fix: LatLng): LatLng {
  const [known, setKnown] = useState(fix)
  const [shown, setShown] = useState(fix)
  const at = useRef(fix)
  const next = knownAfter(known, fix)
  if (next !== known) setKnown(next)
  useEffect(() => {
    const from = at.current
    let frame = 0
    let step = -1
    const stand = (due: number) => {
      if (due === step) return
      step = due
      at.current = walkPlace(from, known, due)
      setShown(at.current)
    }
    const start = performance.now()
    const walk = (now: number) => {
      stand(walkStep(now - start))
      if (step < WALK_STEPS) frame = requestAnimationFrame(walk)
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) stand(WALK_STEPS)
    else if (from !== known) frame = requestAnimationFrame(walk)
    return () => cancelAnimationFrame(frame)
  }, [known])
  return shown
}
