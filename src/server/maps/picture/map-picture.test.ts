/** The picture itself: indexed, small, transparent outside the circle, its colours those of the surface. */
import { loadImage, createCanvas } from '@napi-rs/canvas'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { moistureRamp, rampIndex } from '#agronomy/colour/colour-ramp.ts'
import { classColours, MOISTURE_RAMPS } from '#agronomy/colour/map-ramps.ts'
import { availableShare } from '#agronomy/soil/available-water.ts'
import { MOISTURE_CLASSES } from '#agronomy/soil/moisture-class.ts'
import { solveMoisture } from '#agronomy/surface/moisture-field.ts'
import { predictMoisture } from '#agronomy/surface/solved-field.ts'
import { seededRandom } from '#agronomy/seeded-random.ts'
import { textureLimits } from '#agronomy/soil/soil-texture.ts'
import { MAP_RADIUS as RADIUS, MAP_TIME, mapInputs, mapProbe } from '../../testing/map-inputs.ts'
import { mapContent } from '../inputs/map-content.ts'
import { type MapView, USUAL_VIEW } from '../inputs/map-view.ts'
import type { MapInputs } from '../inputs/map-inputs.ts'
import { RAMP_COLOURS } from './map-palette.ts'
import { coverNote, notesOf, shortCover } from './map-notes.ts'
import { valueText } from './map-type.ts'
import { mapPicture, SURFACE_CELLS } from './map-picture.ts'
import { createSurfaces } from '../surfaces/surfaces.ts'
import { createPainter } from './painter.ts'

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
    const { content, png } = await drawn(mapInputs(probes), { ...USUAL_VIEW, layer: 'share' })
    const { at } = await pixelsOf(png)
    const ramp = moistureRamp(RAMP_COLOURS)
    expect(content.limits).toEqual({ low: 0, high: 1 })
    const loam = textureLimits('loam')
    // in one soil the surface of shares is that of water by volume
    const field = solveMoisture(
      probes.map(({ x, y, value }) => ({ x, y, value: value ?? Number.NaN })),
      RADIUS,
    )
    if ('reason' in field) throw new Error(field.reason)
    // between the rings, away from dots and labels
    for (const [x, y] of [
      [-150, 150],
      [0, 270],
      [140, 160],
      [-140, -150],
      [210, -210],
    ] as const) {
      const [left, top] = [380 + (x / RADIUS) * 348, TOP + 348 - (y / RADIUS) * 348]
      const share = availableShare(predictMoisture(field, x, y), loam) ?? Number.NaN
      const step = rampIndex(share, content.limits, RAMP_COLOURS)
      const near = [step - 1, step, step + 1].map((index) => [...(ramp[index] ?? []), 255])
      expect(near).toContainEqual(at(Math.round(left), Math.round(top)))
    }
  })

  it('stays small with many probes and long names, whatever it shows', async () => {
    const random = seededRandom(7)
    const probes = Array.from({ length: 42 }, (_, i) => {
      const [r, a] = [RADIUS * Math.sqrt(random.next()), 2 * Math.PI * random.next()]
      return mapProbe(i + 1, [r * Math.cos(a), r * Math.sin(a), 0.1 + 0.18 * random.next()])
    })
    const inputs = mapInputs(probes, { name: 'M'.repeat(64) })
    for (const layer of ['classes', 'share', 'volume', 'uncertainty'] as const) {
      const { png } = await drawn(inputs, { ramp: 'target', layer, paper: 'dark' })
      expect(png.length).toBeLessThanOrEqual(120 * 1024)
    }
  })

  it('shows the uncertainty: smallest beside the probes, in separate colours', async () => {
    const { content, png } = await drawn(
      mapInputs([mapProbe(1, [-250, 0, 0.1]), mapProbe(2, [-200, 40, 0.2])]),
      {
        ...USUAL_VIEW,
        layer: 'uncertainty',
      },
    )
    const { at } = await pixelsOf(png)
    const light = (x: number, y: number) =>
      at(380 + x, TOP + 348 - y).reduce((sum, channel) => sum + channel, 0)
    expect(light(-200, 60)).toBeGreaterThan(light(200, -90))
    expect(content.limits.low).toBe(0)
    const most = Math.max(
      ...(content.surface?.deviation ?? []).filter((deviation) => !Number.isNaN(deviation)),
    )
    // printed as a whole per cent of the 90 % range, and never below what is drawn
    expect(content.limits.high).toBeGreaterThanOrEqual(most)
    expect(content.limits.high * 1.645 * 100).toBeCloseTo(Math.ceil(most * 164.5), 9)
  })

  it('is drawn in the chosen colours', async () => {
    const inputs = mapInputs([mapProbe(1, [0, 100, 0.2])])
    const colours = await Promise.all(
      (['viridis', 'cividis', 'target'] as const).map(async (ramp) => {
        const { png } = await drawn(inputs, { ...USUAL_VIEW, ramp })
        return (await pixelsOf(png)).at(250, TOP + 150)
      }),
    )
    expect(new Set(colours.map(String)).size).toBe(3)
  })
})

describe('a field whose probes lie within 20 to 25 % by volume', () => {
  /** Three probes per class, in rows from west to east: soils differ more than readings. */
  const SOILS = [
    { value: 0.2, limits: { fieldCapacity: 0.36, wiltingPoint: 0.18 }, name: 'very dry' },
    { value: 0.21, limits: { fieldCapacity: 0.29, wiltingPoint: 0.13 }, name: 'dry' },
    { value: 0.23, limits: { fieldCapacity: 0.28, wiltingPoint: 0.1 }, name: 'on target' },
    { value: 0.24, limits: { fieldCapacity: 0.25, wiltingPoint: 0.1 }, name: 'wet' },
    { value: 0.25, limits: { fieldCapacity: 0.21, wiltingPoint: 0.08 }, name: 'very wet' },
  ] as const
  const places = [-320, -160, 0, 160, 320]
  const field = mapInputs(
    [-120, 0, 120].flatMap((y, row) =>
      SOILS.map(({ value, limits }, i) => mapProbe(5 * row + i + 1, [places[i] ?? 0, y, value], { limits })),
    ),
    { targetPercent: 70 },
  )

  it.each(
    MOISTURE_RAMPS.flatMap((ramp) => (['light', 'dark'] as const).map((paper) => [ramp, paper] as const)),
  )(
    'shows all five classes in %s on %s paper, each where its probe stands and in the legend',
    async (ramp, paper) => {
      const { content, png } = await drawn(field, { ramp, layer: 'classes', paper })
      expect(content.classes.map(({ name }) => name)).toEqual([...MOISTURE_CLASSES])
      const { at, height } = await pixelsOf(png)
      const painted = classColours(ramp).map((colour) => String([...colour, 255]))
      SOILS.forEach(({ name }, i) => {
        // around the dot in the middle row, away from labels
        const around = Array.from({ length: 24 }, (_, k) => {
          const [x, y] = [17 * Math.cos((k * Math.PI) / 12), 17 * Math.sin((k * Math.PI) / 12)]
          return String(
            at(Math.round(380 + ((places[i] ?? 0) / RADIUS) * 348 + x), Math.round(TOP + 348 + y)),
          )
        })
        // blended edges of letters may come close to any colour
        const seen = Map.groupBy(
          around.filter((pixel) => painted.includes(pixel)),
          (pixel) => pixel,
        )
        const [most] = [...seen].toSorted(([, one], [, other]) => other.length - one.length)
        expect([name, most?.[0]]).toEqual([name, painted[i]])
      })
      const inLegend = new Set(
        Array.from({ length: Math.floor((height - TOP - 712) / 4) }, (_, k) => TOP + 712 + 4 * k).flatMap(
          (y) => Array.from({ length: 180 }, (_, k) => String(at(40 + 4 * k, y))),
        ),
      )
      for (const colour of painted) expect(inLegend).toContain(colour)
    },
  )

  it('has no class wet where the target is field capacity', async () => {
    const { content } = await drawn({ ...field, targetPercent: 100 })
    expect(content.classes.map(({ name }) => name)).toEqual(['very dry', 'dry', 'on target', 'very wet'])
  })

  it('shows volumes by the soil of each place, on request', async () => {
    const { content } = await drawn(field, { ...USUAL_VIEW, layer: 'volume' })
    // 0.05 beyond the driest wilting point and the wettest field capacity
    expect(content.limits).toEqual({ low: 0.03, high: 0.41 })
    const size = SURFACE_CELLS
    const beside = (x: number) =>
      content.cells?.[Math.floor(size / 2) * size + Math.floor(((x / RADIUS + 1) / 2) * size)]
    SOILS.forEach(({ value }, i) => expect(beside(places[i] ?? 0)).toBeCloseTo(value, 1))
  })
})

describe('the arm', () => {
  const machine = { armDegrees: 91, seenAt: MAP_TIME, stale: false }
  const probes = [mapProbe(1, [-200, 100, 0.2])]

  it('is drawn with the ranges its last pass watered on the rim, and described in the notes', async () => {
    const pass = { since: MAP_TIME, arcs: [[356, 6]] as [number, number][] }
    const inputs = mapInputs(probes, { machine: { ...machine, pass } })
    const [{ png }, bare] = [await drawn(inputs), await drawn(mapInputs(probes))]
    const [with_, without] = [await pixelsOf(png), await pixelsOf(bare.png)]
    // north on the rim, and east along the arm between two towers
    const [rim, along] = [
      [380, TOP - 8],
      [380 + Math.round((330 / RADIUS) * 348), TOP + 348 + 6],
    ] as const
    expect(with_.at(...rim)).toEqual([11, 93, 102, 255])
    expect(without.at(...rim)[3]).toBe(0)
    expect(with_.at(...along)).not.toEqual(without.at(...along))
    expect(notesOf(inputs)).toContain(
      'Line: the arm at 91°. Rim: 10° watered in its last pass, since 12 Jul 2026, 14:32 MDT.',
    )
  })

  it('is described as outdated without recent telemetry', () => {
    const notes = notesOf(mapInputs(probes, { machine: { ...machine, stale: true, pass: null } }))
    expect(notes).toContain('Dashed line: the arm at 91°, seen 12 Jul 2026, 14:32 MDT.')
  })
})

describe('a probe in a geofence of 0 %', () => {
  const [fenced, free] = [mapProbe(4, [100, 0, 0.2], { fenced: true }), mapProbe(5, [-100, 0, 0.2])]

  it('is drawn and marked, and described in the notes', async () => {
    expect(notesOf(mapInputs([fenced, free]))).toContain(
      '* Probe 4 stands in a geofence of 0%: prescriptions do not go by it elsewhere.',
    )
    expect(notesOf(mapInputs([free])).join(' ')).not.toContain('geofence')
    const plain = mapProbe(4, [100, 0, 0.2])
    expect((await drawn(mapInputs([fenced, free]))).png).not.toEqual(
      (await drawn(mapInputs([plain, free]))).png,
    )
  })

  it.each([
    [fenced, '62%*'],
    [mapProbe(4, [0, 0, 0.2], { fenced: true, state: 'suspect' }), '62%?*'],
    [mapProbe(4, [0, 0, 0.2], { fenced: true, state: 'filled' }), '~62%*'],
    [free, '62%'],
  ])('has a mark beside its value: %#', (probe, text) => {
    // (0.2 - 0.12) / 0.13
    expect(valueText(probe, 'classes')).toBe(text)
  })
})

describe('sensors that reach little of the root zone', () => {
  it.each([
    [[1, 0.6], null],
    [[0, 0], null],
    [[0, 0.4], 'The sensors reach 40% of the root zone of 24\u00A0in: the rest is not measured.'],
    [[0.28, 0.4], 'The sensors reach at most 40% of the root zone of 24\u00A0in: the rest is not measured.'],
    [
      [1, 0.599],
      'The sensors of probe 2 reach 60% of the root zone of 24\u00A0in: the rest is not measured.',
    ],
  ] as const)('of %j are said: %s', (covers, words) => {
    const probes = covers.map((cover, i) => mapProbe(i + 1, [10 * i, 0, 0.2], { cover }))
    expect(coverNote(shortCover(probes), 24)).toBe(words)
  })
})

/** Heading of one line of name, root zone and time, its margins, and the space above the field, device pixels. */
const TOP = 2 * (26 + 20 + 20 + 20 + 8)

describe('a painting thread', () => {
  it('returns the bytes of the picture, each request its own', async () => {
    const painter = createPainter()
    onTestFinished(() => painter.close())
    const seen = [
      await drawn(mapInputs([mapProbe(1, [0, 100, 0.2])])),
      await drawn(mapInputs([mapProbe(1, [0, 100, 0.1]), mapProbe(2, [120, 0, 0.3])])),
      await drawn(mapInputs([])),
    ]
    const painted = await Promise.all(seen.map(({ content }) => painter.paint(content)))
    expect(painted.map((png, i) => png.equals(seen[i]?.png ?? Buffer.alloc(0)))).toEqual([true, true, true])
  })
})
