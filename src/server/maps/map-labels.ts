/** Finds a place for the label of each probe, so that no label hides another or a dot. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A dot with the widths of its full label and of the short one that is tried when there is no room. */
export interface Dot {
  x: number
  y: number
  full: number
  short: number
}

/** Null when no place was found. */
export type PlacedLabel = { box: Box; kind: 'full' | 'short' } | null

export const LABEL_HEIGHT = 20
const DOT_RADIUS = 7
const GAP = 9

/** Right, left, above, below, then the corners; the same again further away. */
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0.75, -0.9],
  [-0.75, -0.9],
  [0.75, 0.9],
  [-0.75, 0.9],
] as const
const STEPS = [1, 2.2, 3.6]

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function within(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

function candidates({ x, y }: Dot, width: number): Box[] {
  return STEPS.flatMap((step) =>
    DIRECTIONS.map(([east, south]) => ({
      x: x + east * (GAP * step + width / 2) - width / 2,
      y: y + south * (GAP * step + LABEL_HEIGHT / 2) - LABEL_HEIGHT / 2,
      width,
      height: LABEL_HEIGHT,
    })),
  )
}

/** Around the line from a dot to the nearest point of its label. */
function leaderBox(dot: { x: number; y: number }, box: Box): Box {
  const x = Math.max(box.x, Math.min(dot.x, box.x + box.width))
  const y = Math.max(box.y, Math.min(dot.y, box.y + box.height))
  return {
    x: Math.min(x, dot.x) - 1,
    y: Math.min(y, dot.y) - 1,
    width: Math.abs(x - dot.x) + 2,
    height: Math.abs(y - dot.y) + 2,
  }
}

/**
 * Greedy, the most crowded dots first: they have the fewest places left. O(n^2) for n dots.
 *
 * @param taken boxes that no label may cover
 * @returns a place or null for each dot, in their order
 */
export function placeLabels(dots: readonly Dot[], bounds: Box, taken: readonly Box[] = []): PlacedLabel[] {
  const around = dots.map(({ x, y }) => ({
    x: x - DOT_RADIUS,
    y: y - DOT_RADIUS,
    width: DOT_RADIUS * 2,
    height: DOT_RADIUS * 2,
  }))
  // labels and the lines that lead to them; a line may pass a dot, but not a label
  const blocked = [...taken]
  const placed: PlacedLabel[] = dots.map(() => null)
  const crowd = dots.map(
    (dot) => dots.filter((other) => Math.hypot(other.x - dot.x, other.y - dot.y) < 60).length,
  )
  const order = dots.map((_, i) => i).sort((a, b) => (crowd[b] ?? 0) - (crowd[a] ?? 0) || a - b)
  const tryOne = (i: number, kind: 'full' | 'short') => {
    const dot = dots[i]
    if (!dot || placed[i]) return
    const clear = (box: Box, others: readonly Box[]) => others.every((other) => !overlap(box, other))
    const free = (box: Box) =>
      within(box, bounds) && clear(box, blocked) && clear(box, around) && clear(leaderBox(dot, box), blocked)
    const box = candidates(dot, dot[kind]).find(free)
    if (!box) return
    blocked.push(box, leaderBox(dot, box))
    placed[i] = { box, kind }
  }
  for (const i of order) tryOne(i, 'full')
  for (const i of order) tryOne(i, 'short')
  return placed
}
