/** The picture itself: indexed, small, transparent outside the circle, its colours those of the surface. */
import { loadImage, createCanvas } from '@napi-rs/canvas'
import { afterAll, describe, expect, it } from 'vitest'
import { moistureColourLimits, moistureRamp, rampIndex } from '../../../agronomy/colour/colour-ramp.ts'
import { predictMoisture } from '../../../agronomy/surface/solved-field.ts'
import { seededRandom } from '../../../agronomy/seeded-random.ts'
import { textureLimits } from '../../../agronomy/soil/soil-texture.ts'
import { MAP_RADIUS as RADIUS, mapInputs, mapProbe } from '../../testing/map-inputs.ts'
import { mapContent, type MapView } from '../inputs/map-content.ts'
import type { MapInputs } from '../inputs/map-inputs.ts'
import { RAMP_COLOURS } from './map-palette.ts'
import { mapPicture, SURFACE_CELLS } from './map-picture.ts'
import { createSurfaces } from '../surfaces/surfaces.ts'

const surfaces = createSurfaces()
afterAll(() => surfaces.close())

async function drawn(inputs: MapInputs, view?: MapView) {
  const content = await mapContent(surfaces, inputs, SURFACE_CELLS, view)
  return { content, png: mapPicture(content) }
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
    const { png } = await drawn(mapInputs([mapProbe(1, [0, 100, 0.2])]))
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
    const probes = [mapProbe(1, [-250, 0, 0.1]), mapProbe(2, [250, 0, 0.28]), mapProbe(3, [0, -200, 0.2])]
    const { content, png } = await drawn(mapInputs(probes))
    const { at } = await pixelsOf(png)
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
      const step = rampIndex(predictMoisture(content.surface.field, x, y), limits, RAMP_COLOURS)
      const near = [step - 1, step, step + 1].map((each) => [...(ramp[each] ?? []), 255])
      expect(near).toContainEqual(at(Math.round(left), Math.round(top)))
    }
  })

  it('stays small with many probes and long names, also the second picture', async () => {
    const random = seededRandom(7)
    const probes = Array.from({ length: 42 }, (_, i) => {
      const [r, a] = [RADIUS * Math.sqrt(random.next()), 2 * Math.PI * random.next()]
      return mapProbe(i + 1, [r * Math.cos(a), r * Math.sin(a), 0.1 + 0.18 * random.next()])
    })
    const inputs = mapInputs(probes, { name: 'M'.repeat(64) })
    for (const layer of ['moisture', 'uncertainty'] as const) {
      const { png } = await drawn(inputs, { ramp: 'target', layer })
      expect(png.length).toBeLessThanOrEqual(120 * 1024)
    }
  })

  it('shows how sure it is: surest beside the probes, in colours of its own', async () => {
    const { content, png } = await drawn(
      mapInputs([mapProbe(1, [-250, 0, 0.1]), mapProbe(2, [-200, 40, 0.2])]),
      {
        ramp: 'viridis',
        layer: 'uncertainty',
      },
    )
    const { at } = await pixelsOf(png)
    const light = (x: number, y: number) => at(380 + x, TOP + 348 - y).reduce((sum, each) => sum + each, 0)
    expect(light(-200, 60)).toBeGreaterThan(light(200, -90))
    expect(content.limits.low).toBe(0)
    const most = Math.max(...(content.surface?.deviation ?? []).filter((each) => !Number.isNaN(each)))
    // printed as a whole per cent of nine times out of ten, and never below what is drawn
    expect(content.limits.high).toBeGreaterThanOrEqual(most)
    expect(content.limits.high * 1.645 * 100).toBeCloseTo(Math.ceil(most * 164.5), 9)
  })

  it('is drawn in the colours that were chosen', async () => {
    const one = mapInputs([mapProbe(1, [0, 100, 0.2])])
    const colours = await Promise.all(
      (['viridis', 'cividis', 'target'] as const).map(async (ramp) => {
        const { png } = await drawn(one, { ramp, layer: 'moisture' })
        return (await pixelsOf(png)).at(250, TOP + 150)
      }),
    )
    expect(new Set(colours.map(String)).size).toBe(3)
  })
})

/** Heading of one line of name, root zone and time, its margins, and the space above the field, device pixels. */
const TOP = 2 * (26 + 20 + 20 + 20 + 8)
