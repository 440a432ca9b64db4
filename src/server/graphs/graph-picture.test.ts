/** The graph picture, pixel by pixel: lines at their values, gaps where data is missing, the band, the ticks. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { GraphContent } from './graph-content.ts'
import { bandFill, ink, INKS, paper, refillInk, water } from './graph-ink.ts'
import { graphPicture } from './graph-picture.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-07-06T06:00:00Z')
const DAYS = 7
const TO = FROM + DAYS * 24 * HOUR

/** Position of the frame, pixels of the picture: layout coordinates times two and a half. */
const FRAME = { left: 115, right: 1515, top: 230, bottom: 645 }

function content(points: [hours: number, value: number][], more: Partial<GraphContent> = {}): GraphContent {
  return {
    system: 'North Quarter',
    probe: 3,
    timeZone: 'America/Edmonton',
    days: { start: '2026-07-06', end: '2026-07-12' },
    from: FROM,
    to: TO,
    lines: [
      {
        depthCm: 20,
        times: Float64Array.from(points, ([hours]) => FROM + hours * HOUR),
        values: Float64Array.from(points, ([, value]) => value),
      },
    ],
    // 20 to 30 %: with these alone the axis goes from 18 to 32
    band: { full: 0.3, refill: 0.2, wiltingPoint: 0.1 },
    passes: [],
    ...more,
  }
}

async function pixels(png: Buffer) {
  const image = await loadImage(png)
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  const { data } = brush.getImageData(0, 0, image.width, image.height)
  const at = (x: number, y: number) =>
    `#${[0, 1, 2].map((part) => (data[(Math.round(y) * image.width + Math.round(x)) * 4 + part] ?? 0).toString(16).padStart(2, '0')).join('')}`
  const column = (x: number) => Array.from({ length: image.height }, (_, y) => at(x, y))
  return { at, column, size: [image.width, image.height] }
}

const x = (hours: number) => FRAME.left + (hours / (DAYS * 24)) * (FRAME.right - FRAME.left)
const y = (value: number) => FRAME.bottom - ((value - 0.18) / 0.14) * (FRAME.bottom - FRAME.top)
const hourly = (from: number, to: number, value: number) =>
  Array.from({ length: to - from }, (_, i): [number, number] => [from + i, value])

describe('the picture of a graph', () => {
  it('shows the line at the values, and nothing where data is missing', async () => {
    const { at, column, size } = await pixels(
      graphPicture(content([...hourly(0, 60, 0.27), ...hourly(100, 168, 0.23)])),
    )
    expect(size).toEqual([1800, 800])
    for (const hours of [5, 30, 55]) expect(at(x(hours), y(0.27))).toBe(ink)
    for (const hours of [105, 130, 160]) expect(at(x(hours), y(0.23))).toBe(ink)
    for (const hours of [63, 82, 97])
      expect(column(x(hours)).slice(FRAME.top, FRAME.bottom)).not.toContain(ink)
  })

  it('shows full and refill point with the band between them', async () => {
    const { at } = await pixels(graphPicture(content(hourly(0, 3, 0.25))))
    expect(at(x(80), y(0.3))).toBe(water)
    // dashed: somewhere within two dashes
    expect(Array.from({ length: 50 }, (_, i) => at(x(80) + i, y(0.2)))).toContain(refillInk)
    for (const value of [0.21, 0.25, 0.29]) expect(at(x(82), y(value))).toBe(bandFill)
    for (const value of [0.19, 0.31]) expect(at(x(82), y(value))).toBe(paper)
  })

  it('keeps an extreme of a single reading, however many there are', async () => {
    const many = Array.from({ length: 7 * 24 * 12 }, (_, i): [number, number] => [i / 12, 0.25])
    many[1000] = [1000 / 12, 0.215]
    const { column } = await pixels(graphPicture(content(many)))
    const near = [-2, -1, 0, 1, 2].flatMap((step) =>
      column(x(1000 / 12) + step).slice(Math.round(y(0.222)), Math.round(y(0.218))),
    )
    expect(near).toContain(ink)
  })

  it('shows a reading between two gaps as a dot', async () => {
    const { at } = await pixels(
      graphPicture(content([...hourly(0, 10, 0.25), [84, 0.23], ...hourly(150, 160, 0.25)])),
    )
    expect(at(x(84), y(0.23))).toBe(ink)
  })

  it('marks passes of the machine from top to bottom', async () => {
    const passes = [{ from: FROM + 83 * HOUR, to: FROM + 85 * HOUR, depthIn: 0.75 }]
    const { column } = await pixels(graphPicture(content(hourly(0, 3, 0.25), { passes })))
    const marked = column(x(84)).filter((colour) => colour === water || colour === '#3c7d84')
    expect(marked.length).toBeGreaterThan(20)
    const without = await pixels(graphPicture(content(hourly(0, 3, 0.25))))
    expect(without.column(x(84)).filter((colour) => colour === water).length).toBeLessThan(8)
  })

  it('has all its inks with any number of shades, and is small', async () => {
    const four = content([])
    const lines = [20, 40, 60, 80].map((depthCm, k) => {
      const times = Float64Array.from({ length: 7 * 96 }, (_, i) => FROM + (i * HOUR) / 4)
      return { depthCm, times, values: times.map((_, i) => 0.2 + 0.02 * k + 0.01 * Math.sin(i / (9 + k))) }
    })
    const png = graphPicture({ ...four, lines })
    expect(png.length).toBeLessThan(120 * 1024)
    const { column } = await pixels(png)
    const inks = new Set(Array.from({ length: 1800 }, (_, i) => column(i)).flat())
    for (const colour of INKS.slice(0, -1)) expect([colour, inks.has(colour)]).toEqual([colour, true])
    expect(inks.size).toBeLessThanOrEqual(256)
  })

  it('is the same for the same content, whatever the length of the name', () => {
    const draw = () => graphPicture(content(hourly(0, 3, 0.25), { system: 'M'.repeat(64) }))
    expect(draw().equals(draw())).toBe(true)
  })
})
