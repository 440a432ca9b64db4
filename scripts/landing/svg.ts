/** Shapes as SVG text: whole numbers and relative steps, because these files travel to phones. */

/** Size of every landing picture, in drawing units. */
export const WIDTH = 2000
export const HEIGHT = 780

export interface Point {
  x: number
  y: number
}

type Attributes = Record<string, string | number>

const attribute = (value: string | number) => (typeof value === 'number' ? String(tenth(value)) : value)

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** One element; children make it a container. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`)
  const open = `<${name}${words.join('')}`
  return children.length > 0 ? `${open}>${children.join('')}</${name}>` : `${open}/>`
}

export const group = (attributes: Attributes, ...children: string[]) => element('g', attributes, ...children)
export const path = (d: string, attributes: Attributes = {}) => element('path', { ...attributes, d })
export const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  element('rect', { x, y, width, height, fill })
export const circle = (at: Point, r: number, attributes: Attributes = {}) =>
  element('circle', { cx: at.x, cy: at.y, r, ...attributes })

/** A whole picture. */
export function picture(...children: string[]): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`
  return `${open}${children.join('')}</svg>\n`
}

/** Numbers of a path, joined without a blank where a sign separates them. */
function steps(values: readonly number[]): string {
  return values.map((value, i) => (i > 0 && value >= 0 ? ` ${value}` : String(value))).join('')
}

/** Straight lines through points; rounded so that errors do not add up. */
export function line(points: readonly Point[], scale = 1): string {
  const grid = points.map(({ x, y }) => ({
    x: Math.round(x * scale) / scale,
    y: Math.round(y * scale) / scale,
  }))
  const at = (i: number) => grid[i] ?? { x: 0, y: 0 }
  const moves = grid.slice(1).flatMap(({ x, y }, i) => [tenth(x - at(i).x), tenth(y - at(i).y)])
  return `M${steps([tenth(at(0).x), tenth(at(0).y)])}l${steps(moves)}`
}

export const area = (points: readonly Point[], scale = 1) => `${line(points, scale)}z`

/** A smooth closed path through points (uniform Catmull-Rom as cubic Bezier curves), on whole units. */
export function closedCurve(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] ?? { x: 0, y: 0 }
  const roundedAt = (i: number) => ({ x: Math.round(at(i).x), y: Math.round(at(i).y) })
  const moves = points.flatMap((_, i) => {
    const current = roundedAt(i)
    const next = roundedAt(i + 1)
    const first = { x: (at(i + 1).x - at(i - 1).x) / 6, y: (at(i + 1).y - at(i - 1).y) / 6 }
    const second = { x: (at(i + 2).x - at(i).x) / 6, y: (at(i + 2).y - at(i).y) / 6 }
    const [dx, dy] = [next.x - current.x, next.y - current.y]
    return [first.x, first.y, dx - second.x, dy - second.y, dx, dy].map(Math.round)
  })
  return `M${steps([roundedAt(0).x, roundedAt(0).y])}c${steps(moves)}z`
}

/** Point at a distance and a bearing, clockwise from up. */
export function along(from: Point, bearingDeg: number, distance: number): Point {
  const angle = (bearingDeg * Math.PI) / 180
  return { x: from.x + distance * Math.sin(angle), y: from.y - distance * Math.cos(angle) }
}

/** A ring's sector from one bearing clockwise to another, as a closed path. */
export function sector(at: Point, inner: number, outer: number, fromDeg: number, toDeg: number): string {
  const large = toDeg - fromDeg > 180 ? 1 : 0
  const corner = (bearing: number, r: number) => {
    const { x, y } = along(at, bearing, r)
    return `${tenth(x)} ${tenth(y)}`
  }
  const out = `M${corner(fromDeg, outer)}A${outer} ${outer} 0 ${large} 1 ${corner(toDeg, outer)}`
  return `${out}L${corner(toDeg, inner)}A${inner} ${inner} 0 ${large} 0 ${corner(fromDeg, inner)}z`
}
