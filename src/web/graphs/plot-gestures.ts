/** Moving and zooming by pointer: a drag moves, two fingers or the wheel with Ctrl zoom, a double press shows all. */
import type { TimeWindow } from './plot-window.ts'
import { moved, zoomed } from './plot-window.ts'

export interface GestureTarget {
  /** Receives the pointers. */
  area: HTMLElement
  shown: () => TimeWindow
  whole: () => TimeWindow
  show: (wanted: TimeWindow) => void
}

const WHEEL_STEP = 0.0025

/** @returns takes the listeners away */
export function listenToGestures({ area, shown, whole, show }: GestureTarget): () => void {
  const pointers = new Map<number, number>()
  const ending = new AbortController()
  const options = { signal: ending.signal }
  const instantAt = (clientX: number, { from, to }: TimeWindow) => {
    const { left, width } = area.getBoundingClientRect()
    return from + ((clientX - left) / width) * (to - from)
  }
  const drag = (id: number, x: number) => {
    const before = pointers.get(id)
    if (before === undefined) return
    const now = shown()
    const [other] = [...pointers].filter(([one]) => one !== id).map(([, at]) => at)
    pointers.set(id, x)
    if (other === undefined) {
      show(moved(now, whole(), instantAt(before, now) - instantAt(x, now)))
    } else {
      // fingers on one spot have no distance to compare with
      const apart = Math.max(1, Math.abs(x - other)) / Math.max(1, Math.abs(before - other))
      show(zoomed(now, whole(), apart, instantAt((x + other) / 2, now)))
    }
  }
  area.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      pointers.set(event.pointerId, event.clientX)
      area.setPointerCapture(event.pointerId)
    },
    options,
  )
  area.addEventListener('pointermove', (event) => drag(event.pointerId, event.clientX), options)
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    area.addEventListener(end, (event) => pointers.delete(event.pointerId), options)
  area.addEventListener('dblclick', () => show(whole()), options)
  const wheel = (event: WheelEvent) => {
    const now = shown()
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    // the plain wheel belongs to the page
    if (!event.ctrlKey && !sideways) return
    event.preventDefault()
    if (event.ctrlKey)
      show(zoomed(now, whole(), Math.exp(-WHEEL_STEP * event.deltaY), instantAt(event.clientX, now)))
    else show(moved(now, whole(), (event.deltaX / area.clientWidth) * (now.to - now.from)))
  }
  area.addEventListener('wheel', wheel, { ...options, passive: false })
  return () => ending.abort()
}
