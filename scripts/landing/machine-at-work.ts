/** Picture three: the machine at work on a still evening, seen from the field road; one zone is closed. */
import { HEIGHT, WIDTH, area, circle, group, line, path, picture, rect } from './svg.ts'
import type { Point } from './svg.ts'

/** A camera at eye height: metres in, drawing units out. */
const EYE_M = 1.9
const HORIZON = 420
const FOCAL = 1180
const CENTRE = 1010

/** The arm: towers every SPAN metres from the nearest one, running away from the road. */
const SPAN_M = 48
const TOWERS = 8
const PIPE_M = 4.1
/** Slightly thicker than in reality, to be visible on a phone. */
const PIPE_THICK_M = 0.22
const NOZZLE_M = 1.9
const DROP_EVERY_M = 2
const ARM = { x: 9.6, z: 14, dx: -0.17, dz: 0.985 } as const
/** Metres along the arm where the valves of a zone are closed. */
const CLOSED = { from: 96, to: 144 } as const

const STEEL = '#22302e'
const SKY = ['#5f939b', '#7aa6a8', '#98b8b1', '#b8c9b6', '#d6d6b7', '#ecdcb2', '#f5e0b0']

interface Place {
  x: number
  z: number
  h: number
}

function projected({ x, z, h }: Place): Point {
  return { x: CENTRE + (FOCAL * x) / z, y: HORIZON + (FOCAL * (EYE_M - h)) / z }
}

/** A place `t` metres along the arm, `h` metres high, `aside` metres in the direction of travel. */
function onArm(t: number, h: number, aside = 0): Place {
  return { x: ARM.x + ARM.dx * t + ARM.dz * aside, z: ARM.z + ARM.dz * t - ARM.dx * aside, h }
}

/** Apparent size of a metre at a place. */
const metre = ({ z }: Place) => FOCAL / z

export function machineAtWork(): string {
  const spans = Array.from({ length: TOWERS }, (_, k) => k - 1).toReversed()
  return picture(sky(), hills(), crop(), ...spans.map((k) => water(k) + span(k) + tower((k + 1) * SPAN_M)))
}

function sky(): string {
  const band = HORIZON / SKY.length
  const bands = SKY.map((fill, i) => rect(0, Math.floor(i * band), WIDTH, Math.ceil(band) + 1, fill))
  return bands.join('') + circle({ x: 1290, y: HORIZON - 66 }, 42, { fill: '#fff6dc' })
}

function hills(): string {
  const ridge = (base: number, tall: number, pace: number, shift: number) => {
    const crest = Array.from({ length: 41 }, (_, i) => {
      const x = i * 50
      return {
        x,
        y: base - tall * (0.55 + 0.3 * Math.sin(x / pace + shift) + 0.15 * Math.sin(x / (pace / 2.7))),
      }
    })
    return area([{ x: 0, y: HORIZON + 2 }, ...crest, { x: WIDTH, y: HORIZON + 2 }])
  }
  return (
    path(ridge(HORIZON, 58, 310, 1), { fill: '#8fab9b' }) +
    path(ridge(HORIZON, 26, 190, 4), { fill: '#5f8574' })
  )
}

/** Rows run away from the road. */
function crop(): string {
  const far = projected({ x: 0, z: 900, h: 0 })
  const rows = Array.from({ length: 150 }, (_, i) => (i - 75) * 0.76 + 0.2)
  const row = (x: number) => {
    const left = projected({ x, z: 4.4, h: 0 })
    const right = projected({ x: x + 0.36, z: 4.4, h: 0 })
    return `M${Math.round(far.x)} ${Math.round(far.y)}L${Math.round(left.x)} ${Math.round(left.y)}H${Math.round(right.x)}z`
  }
  return (
    rect(0, HORIZON, WIDTH, HEIGHT - HORIZON, '#7d8f57') +
    path(rows.map(row).join(''), { fill: '#3e5c34', 'fill-opacity': 0.55 })
  )
}

/** Height of the pipe, bowed up between its towers, and of the rods below it. */
const bow = (share: number) => PIPE_M + 0.55 * Math.sin(Math.PI * share)
const sag = (share: number) => bow(share) - 1.35 * Math.sin(Math.PI * share)

const isClosed = (t: number) => t >= CLOSED.from && t < CLOSED.to

function drops(k: number): { t: number; share: number }[] {
  const count = SPAN_M / DROP_EVERY_M
  const positions = Array.from({ length: count }, (_, i) => ({
    t: k * SPAN_M + (i + 0.5) * DROP_EVERY_M,
    share: (i + 0.5) / count,
  }))
  return positions.filter(({ t }) => onArm(t, 0).z > 5.2)
}

function span(k: number): string {
  const shares = Array.from({ length: 17 }, (_, i) => i / 16).filter(
    (share) => onArm((k + share) * SPAN_M, 0).z > 5.2,
  )
  const at = (share: number, h: number) => projected(onArm((k + share) * SPAN_M, h))
  const size = metre(onArm((k + 0.4) * SPAN_M, 0))
  const side = (by: number) => shares.map((share) => at(share, bow(share) + by))
  const pipe = area([...side(PIPE_THICK_M), ...side(0).toReversed()], 10)
  const rods = line(
    shares.map((share) => at(share, sag(share))),
    10,
  )
  const struts = shares
    .filter((_, i) => i % 2 === 0)
    .map((share) => line([at(share, bow(share)), at(share, sag(share))], 10))
  const hoses = drops(k).map(({ t, share }) =>
    line([projected(onArm(t, bow(share))), projected(onArm(t, NOZZLE_M))], 10),
  )
  const thin = Math.max(0.5, size * 0.035)
  return group(
    { fill: 'none', stroke: STEEL },
    path(hoses.join(''), { 'stroke-width': thin, 'stroke-opacity': 0.75 }),
    path(rods + struts.join(''), { 'stroke-width': thin }),
    path(pipe, { fill: '#f1eee2', 'stroke-width': 1 }),
  )
}

/** Each open nozzle makes a cone of drops; a closed zone makes none. */
function water(k: number): string {
  const cones = drops(k)
    .filter(({ t }) => !isClosed(t))
    .map(({ t }) => {
      const reach = 2.1
      const foot = [onArm(t - reach, 0.1), onArm(t + reach, 0.1), onArm(t, 0.1, 1.4)].map(projected)
      return area(
        [projected(onArm(t, NOZZLE_M)), ...foot.slice(0, 1), ...foot.slice(2), ...foot.slice(1, 2)],
        10,
      )
    })
  const near = drops(k).filter(({ t }) => !isClosed(t) && onArm(t, 0).z < 40)
  const streaks = near.flatMap(({ t }) =>
    [-1.6, -0.8, 0.8, 1.6].map((off) =>
      line([projected(onArm(t, NOZZLE_M)), projected(onArm(t + off, 0.5))], 10),
    ),
  )
  return (
    cones.map((d) => path(d, { fill: '#fffaf0', 'fill-opacity': 0.2 })).join('') +
    path(streaks.join('') || 'M0 0', { stroke: '#fff', 'stroke-opacity': 0.55, 'stroke-width': 1.2 })
  )
}

function tower(t: number): string {
  const top = onArm(t, PIPE_M)
  const size = metre(top)
  const wheels = [-2.1, 2.1].map((aside) => onArm(t, 0.62, aside))
  const legs = wheels.map((wheel) => line([projected(top), projected(wheel)], 10)).join('')
  const beam = line(wheels.map(projected), 10)
  const brace = line([projected(onArm(t, 1.9, -1.3)), projected(onArm(t, 1.9, 1.3))], 10)
  return (
    path(legs + beam + brace, { fill: 'none', stroke: STEEL, 'stroke-width': Math.max(0.8, size * 0.1) }) +
    wheels.map((wheel) => circle(projected(wheel), metre(wheel) * 0.62, { fill: '#171f1e' })).join('') +
    wheels.map((wheel) => circle(projected(wheel), metre(wheel) * 0.26, { fill: '#8a9186' })).join('')
  )
}
