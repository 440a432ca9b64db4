/** Places probe labels so that none overlaps another label or a dot. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A dot with the widths of its full label and of the short one for crowded places. */
export interface Dot {
  x: number
  y: number
  full: number
  short: number
}

/** Null when no place was found. */
export type PlacedLabel = { box: Box; kind: 'full' | 'short' } | null

export const LABEL_HEIGHT = 19
const DOT_RADIUS = 6.5
const GAP = 9
/** Dots closer than this compete for places. */
const CROWD = 60
const ATTEMPTS = 5

/** Right, left, above, below, then the diagonals; nearer places first. */
const DIRECTIONS = [0, 180, 270, 90, 315, 225, 45, 135, 345, 195, 15, 165, 290, 250, 70, 110].map(
  (degrees) => {
    const radians = (degrees * Math.PI) / 180
    return [Math.cos(radians), Math.sin(radians)] as const
  },
)
const STEPS = [1, 1.6, 2.2, 3, 3.8]

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

const around = ({ x, y }: Dot): Box => ({
  x: x - DOT_RADIUS,
  y: y - DOT_RADIUS,
  width: DOT_RADIUS * 2,
  height: DOT_RADIUS * 2,
})

/**
 * The most crowded dots first, since they have the fewest places. Dots without a place come first in the next attempt.
 * O(n^2) for n dots.
 *
 * @param taken boxes that labels must not cover
 * @returns a place or null for each dot, in order
 */
export function placeLabels(dots: readonly Dot[], bounds: Box, taken: readonly Box[] = []): PlacedLabel[] {
  const crowd = dots.map((dot) => dots.filter(({ x, y }) => Math.hypot(x - dot.x, y - dot.y) < CROWD).length)
  let order = dots.map((_, i) => i).sort((a, b) => (crowd[b] ?? 0) - (crowd[a] ?? 0) || a - b)
  let best = placeInOrder(dots, order, { bounds, taken })
  const lacking = (places: readonly PlacedLabel[]) => order.filter((i) => places[i]?.kind !== 'full')
  for (let attempt = 1; attempt < ATTEMPTS && lacking(best).length > 0; attempt += 1) {
    const first = new Set(lacking(best))
    order = [...first, ...order.filter((i) => !first.has(i))]
    const places = placeInOrder(dots, order, { bounds, taken })
    if (lacking(places).length < first.size) best = places
  }
  return best
}

function placeInOrder(
  dots: readonly Dot[],
  order: readonly number[],
  { bounds, taken }: { bounds: Box; taken: readonly Box[] },
): PlacedLabel[] {
  const discs = dots.map(around)
  // labels and their lines; a line may cross a dot, but not a label
  const blocked = [...taken]
  const placed: PlacedLabel[] = dots.map(() => null)
  const clear = (box: Box, others: readonly Box[]) => others.every((other) => !overlap(box, other))
  const tryOne = (i: number, kind: 'full' | 'short') => {
    const dot = dots[i]
    if (!dot || placed[i]) return
    const free = (box: Box) =>
      within(box, bounds) && clear(box, blocked) && clear(box, discs) && clear(leaderBox(dot, box), blocked)
    const box = candidates(dot, dot[kind]).find(free)
    if (!box) return
    blocked.push(grown(box), leaderBox(dot, box))
    placed[i] = { box, kind }
  }
  for (const i of order) tryOne(i, 'full')
  for (const i of order) tryOne(i, 'short')
  return placed
}

/** Minimum gap between labels. */
function grown({ x, y, width, height }: Box): Box {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 }
}
