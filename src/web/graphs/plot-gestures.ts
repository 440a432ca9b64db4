/** Pan, zoom and read gestures of the interactive graph. */
import type { TimeWindow } from './plot-window.ts'
import { moved, zoomed } from './plot-window.ts'

export interface GestureTarget {
  /** Receives the pointers. */
  area: HTMLElement
  shown: () => TimeWindow
  whole: TimeWindow
  show: (window: TimeWindow) => void
  /** A finger or pen has tapped at a time. */
  read: (time: number) => void
  /** A mouse or pen hovers at this distance from the left, pixels. */
  point: (left: number, pointerId: number) => void
  /** A mouse has left. */
  leave: (pointerId: number) => void
}

const WHEEL_STEP = 0.0025
/** Movement beyond this is not a tap, pixels. */
const TAP_PX = 8

function instantAt({ area, shown }: GestureTarget, clientX: number): number {
  const { left, width } = area.getBoundingClientRect()
  const { from, to } = shown()
  return from + ((clientX - left) / width) * (to - from)
}

/** Tracks the pointers on the graph and interprets their movements. */
function trackPointers(target: GestureTarget) {
  const { area, shown, whole, show, read } = target
  const places = new Map<number, number>()
  /** How far the finger has moved since it was put down. */
  let path = 0
  return {
    down: ({ button, pointerId, clientX }: PointerEvent) => {
      if (button !== 0) return
      path = places.size === 0 ? 0 : TAP_PX
      places.set(pointerId, clientX)
      area.setPointerCapture(pointerId)
    },
    move: ({ pointerId, clientX: x }: PointerEvent) => {
      const before = places.get(pointerId)
      if (before === undefined) return
      const [otherX] = [...places].filter(([id]) => id !== pointerId).map(([, at]) => at)
      places.set(pointerId, x)
      path += Math.abs(x - before)
      if (otherX === undefined)
        return show(moved(shown(), whole, instantAt(target, before) - instantAt(target, x)))
      // two fingers on one spot have no distance to compare
      const scale = Math.max(1, Math.abs(x - otherX)) / Math.max(1, Math.abs(before - otherX))
      show(zoomed(shown(), whole, scale, instantAt(target, (x + otherX) / 2)))
    },
    up: ({ pointerId, pointerType, clientX }: PointerEvent) => {
      if (pointerType !== 'mouse' && path < TAP_PX && places.has(pointerId)) read(instantAt(target, clientX))
    },
    lost: ({ pointerId }: PointerEvent) => void places.delete(pointerId),
  }
}

/**
 * A finger or pen that leaves was lifted, and its cursor stays. Uses pointer events, because the mouse events that browsers send after a tap look like a mouse that enters, or leaves.
 */
function hoverHandlers({ area, point, leave }: GestureTarget) {
  return {
    hover: ({ pointerId, pointerType, clientX }: PointerEvent) => {
      // the edge lies between two pixels
      if (pointerType !== 'touch') point(Math.max(0, clientX - area.getBoundingClientRect().left), pointerId)
    },
    away: ({ pointerId, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') leave(pointerId)
    },
  }
}

function handleWheel(target: GestureTarget, event: WheelEvent): void {
  const { area, shown, whole, show } = target
  const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
  // without a modifier the wheel scrolls the page
  if (!event.ctrlKey && !sideways) return
  event.preventDefault()
  const now = shown()
  const factor = Math.exp(-WHEEL_STEP * event.deltaY)
  if (event.ctrlKey) show(zoomed(now, whole, factor, instantAt(target, event.clientX)))
  else show(moved(now, whole, (event.deltaX / area.clientWidth) * (now.to - now.from)))
}

/** @returns removes the listeners */
export function listenToGestures(target: GestureTarget): () => void {
  const { area, whole, show } = target
  const abort = new AbortController()
  const options = { signal: abort.signal }
  const { down, move, up, lost } = trackPointers(target)
  const { hover, away } = hoverHandlers(target)
  area.addEventListener('pointerdown', down, options)
  area.addEventListener('pointermove', move, options)
  area.addEventListener('pointermove', hover, options)
  area.addEventListener('pointerleave', away, options)
  area.addEventListener('pointerup', up, options)
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    area.addEventListener(end, lost, options)
  area.addEventListener('dblclick', () => show(whole), options)
  area.addEventListener('wheel', (event) => handleWheel(target, event), { ...options, passive: false })
  return () => abort.abort()
}
