/** Where words on a map stand so that none lies over another, over what must stay clear, or over the edge. */

interface Point {
  readonly x: number
  readonly y: number
}

/** In pixels from the left and upper edge of the map. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface WantedLabel {
  /** What it names. */
  readonly at: Point
  readonly width: number
  readonly height: number
}

const GAP_PX = 4

function boxAround({ x, y }: Point, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 }
}

function meets(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

function liesIn(one: Box, other: Box): boolean {
  return (
    one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom
  )
}

/** On the place itself, beside it, then further away; in the order in which they are tried. */
function* tries({ at, width, height }: WantedLabel): Generator<Point> {
  yield at
  for (const times of [0.5, 1, 1.5]) {
    const [x, y] = [times * width + GAP_PX, times * height + GAP_PX]
    for (const [east, south] of [
      [0, -1],
      [0, 1],
      [1, 0],
      [-1, 0],
      [1, -1],
      [-1, -1],
      [1, 1],
      [-1, 1],
    ] as const)
      yield { x: at.x + east * x, y: at.y + south * y }
  }
}

/**
 * Middles of the labels, in their order; null for one that finds no room, or whose place lies outside. The first of them
 * chooses first.
 *
 * @param room within which they must stand
 * @param clear what they must leave free
 */
export function placeLabels(
  labels: readonly WantedLabel[],
  room: Box,
  clear: readonly Box[],
): (Point | null)[] {
  const taken = [...clear]
  return labels.map((label) => {
    const { at, width, height } = label
    if (!liesIn(boxAround(at, 0, 0), room)) return null
    for (const middle of tries(label)) {
      const box = boxAround(middle, width, height)
      if (!liesIn(box, room) || taken.some((one) => meets(one, box))) continue
      taken.push(box)
      return middle
    }
    return null
  })
}
