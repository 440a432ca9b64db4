/** The picture itself: indexed, small, transparent outside the circle, its colours those of the surface. */
import { loadImage, createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { moistureColourLimits, moistureRamp, rampIndex } from '../../agronomy/colour-ramp.ts'
import { predictKriging } from '../../agronomy/kriging.ts'
import { seededRandom } from '../../agronomy/seeded-random.ts'
import { textureLimits } from '../../agronomy/soil-texture.ts'
import { liveMapContent, type LiveMapInputs, type MappedProbe } from './live-map-content.ts'
import { liveMapImage, SURFACE_CELLS } from './live-map-image.ts'
import { RAMP_COLOURS } from './map-palette.ts'

const AT = new Date('2026-07-12T20:32:00Z')
const RADIUS = 400

function inputs(probes: MappedProbe[], more: Partial<LiveMapInputs> = {}): LiveMapInputs {
  return {
    name: 'Homestead Quarter',
    timeZone: 'America/Edmonton',
    towerRadiiM: [60, 120, 180, 240, 300, 360],
    wettedRadiusM: RADIUS,
    arc: null,
    texture: 'loam',
    rootDepthIn: null,
    targetPercent: null,
    probes,
    ...more,
  }
}

function probe(number: number, [x, y, value]: [number, number, number]): MappedProbe {
  return { number, x, y, sensors: [{ depthCm: 30, at: AT, value }] }
}

async function pixelsOf(png: Buffer) {
  const image = await loadImage(png)
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  const { data } = brush.getImageData(0, 0, image.width, image.height)
  const at = (x: number, y: number) => [
    ...data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 4),
  ]
  return { width: image.width, height: image.height, at }
}

describe('the picture of a live map', () => {
  it('is an indexed PNG of 760 pixels, transparent in the corners of the field', async () => {
    const content = liveMapContent(inputs([probe(1, [0, 100, 0.2])]), SURFACE_CELLS)
    const png = liveMapImage(content)
    // IHDR: bit depth 8, colour type 3
    expect([png[24], png[25]]).toEqual([8, 3])
    const { width, height, at } = await pixelsOf(png)
    expect(width).toBe(760)
    // fits a phone of 375 x 667 at 95 %
    expect(height / 2).toBeLessThanOrEqual(633)
    expect(at(36, 216)[3]).toBe(0)
    expect(at(20, 20)).toEqual([255, 253, 249, 255])
  })

  it('shows the colour of the kriged value in every part of the circle', async () => {
    const probes = [probe(1, [-250, 0, 0.1]), probe(2, [250, 0, 0.28]), probe(3, [0, -200, 0.2])]
    const content = liveMapContent(inputs(probes), SURFACE_CELLS)
    const { at } = await pixelsOf(liveMapImage(content))
    const ramp = moistureRamp(RAMP_COLOURS)
    const limits = moistureColourLimits(textureLimits('loam'))
    if (!content.surface) throw new Error('no surface')
    // between the rings, away from dots and labels
    for (const [x, y] of [
      [-150, 150],
      [0, 270],
      [140, 160],
      [-140, -150],
      [210, -210],
    ] as const) {
      const [left, top] = [380 + (x / RADIUS) * 348, TOP + 348 - (y / RADIUS) * 348]
      const step = rampIndex(predictKriging(content.surface.system, x, y), limits, RAMP_COLOURS)
      const near = [step - 1, step, step + 1].map((each) => [...(ramp[each] ?? []), 255])
      expect(near).toContainEqual(at(Math.round(left), Math.round(top)))
    }
  })

  it('stays small with many probes and long names', () => {
    const random = seededRandom(7)
    const probes = Array.from({ length: 42 }, (_, i) => {
      const [r, a] = [RADIUS * Math.sqrt(random.next()), 2 * Math.PI * random.next()]
      return probe(i + 1, [r * Math.cos(a), r * Math.sin(a), 0.1 + 0.18 * random.next()])
    })
    const png = liveMapImage(liveMapContent(inputs(probes, { name: 'M'.repeat(64) }), SURFACE_CELLS))
    expect(png.length).toBeLessThanOrEqual(120 * 1024)
  })
})

/** Heading of one line of name, root zone and time, its margins, and the space above the field, device pixels. */
const TOP = 2 * (26 + 20 + 20 + 20 + 8)
