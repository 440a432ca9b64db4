/** On which side of a pin its label finds room. */

/** The corner or edge of the label that lies at the pin. */
export type LabelAnchor = 'bottom' | 'bottom-left' | 'bottom-right' | 'top' | 'top-left' | 'top-right'

interface Point {
  readonly x: number
  readonly y: number
}

/** Half of the widest label, pixels. */
const HALF_PX = 150
/** Three lines of a label, the pin below it, and the figures at the edge. */
const ABOVE_PX = 120
/** What the buttons for the zoom take at the right. */
const BUTTONS_PX = 60
const PIN_PX = 26

export interface LabelRoom {
  readonly anchor: LabelAnchor
  /** Pixels to the right and down. */
  readonly offset: [number, number]
  /** Wider it would be cut: it breaks into lines before. */
  readonly widthPx: number
}

/**
 * Beside the pin, off it, and not below the buttons of the zoom.
 *
 * @param pin pixels from the left and upper edge of the map
 */
export function roomAt(pin: Point, map: { width: number; height: number }): LabelRoom {
  const row = pin.y < ABOVE_PX ? 'top' : 'bottom'
  const down = row === 'top' ? PIN_PX : -PIN_PX
  const furthest = map.width - BUTTONS_PX
  if (pin.x > furthest - HALF_PX && pin.x > map.width / 2) {
    const back = Math.min(0, furthest - pin.x)
    return { anchor: `${row}-right`, offset: [back, down], widthPx: widthOf(pin.x + back) }
  }
  if (pin.x < HALF_PX) return { anchor: `${row}-left`, offset: [0, down], widthPx: widthOf(furthest - pin.x) }
  return { anchor: row, offset: [0, down], widthPx: 2 * HALF_PX }
}

function widthOf(roomPx: number): number {
  return Math.min(2 * HALF_PX, Math.max(HALF_PX, Math.floor(roomPx)))
}
