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

/** @param pin pixels from the left and upper edge of the map */
export function anchorAt(pin: Point, map: { width: number; height: number }): LabelAnchor {
  const row = pin.y < ABOVE_PX ? 'top' : 'bottom'
  if (pin.x < HALF_PX && pin.x <= map.width / 2) return `${row}-left`
  if (pin.x > map.width - HALF_PX - BUTTONS_PX) return `${row}-right`
  return row
}

/** Keeps the label off the pin. */
export function offsetOf(anchor: LabelAnchor): [number, number] {
  return [0, anchor.startsWith('top') ? PIN_PX : -PIN_PX]
}
