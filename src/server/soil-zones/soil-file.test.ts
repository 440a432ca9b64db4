/** Files of soil zones: formats of surveys, receivers and people are understood, and no file can do harm. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemCode } from '../../contract/errors.ts'
import type { SoilFilePreview } from '../../contract/soil-zones.ts'
import { Problem } from '../kit/problem.ts'
import { zipOf } from '../prescriptions/zip-archive.ts'
import {
  GEOGRAPHIC_PRJ,
  geoJson,
  pointFeature,
  polygonFeature,
  squareAt,
  UTM_11N_PRJ,
  zippedShapefile,
} from '../testing/soil-files.ts'
import { pinsAt } from '../testing/drawing.ts'
import { SOAKING } from '../testing/soak.ts'
import { soilFileZones } from './soil-file-zones.ts'
import { previewSoilFile } from './soil-file.ts'
import type { ReadChoice } from './soil-columns.ts'

const pivot = {
  place: { lat: 51.06, lng: -114.15 },
  towerRadiiM: [60, 120, 180],
  wettedRadiusM: 190,
  arc: null,
  flowGpm: null,
  speed100MMin: null,
}

function read(file: Buffer, choice: ReadChoice = {}): SoilFilePreview {
  return soilFileZones(file, pivot, choice)
}

/** The code of the refusal; 'accepted' if there was none. */
function refusal(file: Buffer, choice: ReadChoice = {}): string {
  try {
    read(file, choice)
    return 'accepted'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Corners are stored to a centimetre. */
function squareMetres(expected: number): unknown {
  return expect.closeTo(expected, -1)
}

describe('GeoJSON', () => {
  it('with textures, or limits as words and figures of any unit', () => {
    const preview = read(
      geoJson(
        polygonFeature({ name: 'Ridge', texture: 'Sand' }, squareAt(0, 0, 100)),
        polygonFeature({ name: 'Hollow', texture: 'clay', fc: 36, wp: '22' }, squareAt(-100, -100, 90)),
      ),
    )
    expect(preview).toMatchObject({
      format: 'geojson',
      source: 'file',
      features: 2,
      read: { name: 'name', texture: 'texture', field_capacity: 'fc', wilting_point: 'wp', measure: null },
      notes: ['per_cent'],
      left_out: [],
    })
    expect(preview.zones).toMatchObject([
      {
        name: 'Ridge',
        texture: 'sand',
        field_capacity: null,
        wilting_point: null,
        area_m2: squareMetres(10_000),
      },
      {
        name: 'Hollow',
        texture: 'clay',
        field_capacity: 0.36,
        wilting_point: 0.22,
        inside_m2: squareMetres(8100),
      },
    ])
    expect(preview.zones[0]?.polygons).toHaveLength(1)
    expect(new Set(preview.zones[0]?.polygons[0]?.[0]?.map(String))).toEqual(
      new Set(pinsAt(...squareAt(0, 0, 100)).map(([lat, lng]) => `${round(lat)},${round(lng)}`)),
    )
  })

  it('with latitude and longitude swapped is corrected, which is reported', () => {
    const feature = polygonFeature({ name: 'Ridge', texture: 'sand' }, squareAt(0, 0, 100))
    const { coordinates } = feature.geometry
    const swapped = {
      ...feature,
      geometry: {
        type: 'Polygon',
        coordinates: coordinates.map((ring) => ring.map((pair) => pair.toReversed())),
      },
    }
    const [right, turned] = [read(geoJson(feature)), read(geoJson(swapped))]
    expect(turned.notes).toContain('swapped')
    expect(right.notes).not.toContain('swapped')
    expect(turned.zones).toEqual(right.zones)
  })

  it('is clipped to the circle; shapes elsewhere, with self-intersections or lines are skipped with the reason', () => {
    const line = {
      type: 'Feature',
      properties: { name: 'Fence' },
      geometry: { type: 'LineString', coordinates: [] },
    }
    const preview = read(
      geoJson(
        polygonFeature({ name: 'County', texture: 'loam' }, squareAt(-5000, -5000, 10_000)),
        polygonFeature({ name: 'Neighbour', texture: 'loam' }, squareAt(900, 900, 100)),
        polygonFeature({ name: 'Bow tie', texture: 'clay' }, [
          [0, 0],
          [50, 50],
          [50, 0],
          [0, 50],
        ]),
        line,
      ),
    )
    expect(preview.zones.map(({ name }) => name)).toEqual(['County'])
    // 190 m around the pivot, and up to a fifth more around it
    const circle = Math.PI * 190 ** 2
    expect(preview.zones[0]?.inside_m2).toBeGreaterThan(circle * 0.99)
    expect(preview.zones[0]?.area_m2).toBeLessThan(circle * 1.2)
    expect(preview.left_out).toEqual([
      { name: 'Neighbour', reason: 'outside' },
      { name: 'Bow tie', reason: 'crossing' },
    ])
  })

  it('keeps holes and several parts of one soil as one zone', () => {
    const preview = read(
      geoJson(
        polygonFeature({ name: 'Ring', texture: 'loam' }, squareAt(-100, -100, 120), squareAt(-70, -70, 40)),
        polygonFeature({ name: 'Ring', texture: 'loam' }, squareAt(50, 50, 30)),
      ),
    )
    expect(preview.zones).toHaveLength(1)
    expect(preview.zones[0]?.polygons.map((rings) => rings.length).sort()).toEqual([1, 2])
    expect(preview.zones[0]?.area_m2).toEqual(squareMetres(120 * 120 - 40 * 40 + 30 * 30))
  })

  it('without soil attributes is shown all the same, and asks for them', () => {
    const preview = read(geoJson(polygonFeature({ crop: 'wheat' }, squareAt(0, 0, 100))))
    expect(preview.zones).toMatchObject([{ name: 'Zone 1', texture: null, field_capacity: null }])
    expect(preview.columns).toEqual([{ name: 'crop', numbers: false }])
  })

  it('with thousands of corners is simplified, and moves by less than stated', () => {
    const ring = Array.from({ length: 9000 }, (_, i): [number, number] => {
      const angle = (i / 9000) * 2 * Math.PI
      const radius = 100 + 0.3 * Math.sin(400 * angle)
      return [radius * Math.sin(angle), radius * Math.cos(angle)]
    })
    const [zone] = read(geoJson(polygonFeature({ texture: 'loam' }, ring))).zones
    expect(zone?.polygons[0]?.[0]?.length).toBeLessThanOrEqual(500)
    expect(Math.abs((zone?.area_m2 ?? 0) - Math.PI * 100 ** 2)).toBeLessThan(2 * Math.PI * 100 * 1)
  })
})

describe('SSURGO', () => {
  // map unit polygons joined with their components' horizons, one row for each horizon
  const row = (change: Record<string, string | number | null>) => ({
    mukey: '2753112',
    musym: '5021',
    muname: 'Kranzburg silty clay loam, 2 to 6 percent slopes',
    comppct_r: 60,
    hzdept_r: 0,
    hzdepb_r: 20,
    sandtotal_r: 8,
    silttotal_r: 61,
    claytotal_r: 31,
    wthirdbar_r: 32.4,
    wfifteenbar_r: 18.2,
    ...change,
  })

  it('is read in per cent by volume, horizon by horizon over the upper metre', () => {
    const place = squareAt(-80, -80, 160)
    const preview = read(
      geoJson(
        polygonFeature(row({}), place),
        polygonFeature(row({ hzdept_r: 20, hzdepb_r: 150, wthirdbar_r: 30, wfifteenbar_r: 16 }), place),
      ),
    )
    expect(preview).toMatchObject({ source: 'ssurgo', features: 2, read: { name: 'muname' } })
    expect(preview.notes).toEqual(expect.arrayContaining(['survey', 'horizons']))
    // 20 cm of the one and 80 cm of the other
    expect(preview.zones).toMatchObject([
      {
        name: 'Kranzburg silty clay loam, 2 to 6 percent slopes',
        texture: 'silt_clay_loam',
        field_capacity: 0.3048,
        wilting_point: 0.1644,
      },
    ])
  })

  it('with stones counts the volume between them, and components are weighted by their proportion', () => {
    const place = squareAt(-80, -80, 160)
    const preview = read(
      geoJson(
        polygonFeature(row({ fragvol_r: 25, wthirdbar_r: 20, wfifteenbar_r: 10, comppct_r: 75 }), place),
        polygonFeature(row({ fragvol_r: 0, wthirdbar_r: 40, wfifteenbar_r: 20, comppct_r: 25 }), place),
      ),
    )
    // 0.75 x 0.2 x 0.75 + 0.25 x 0.4, and the same for the wilting point
    expect(preview.zones).toMatchObject([{ field_capacity: 0.2125, wilting_point: 0.1063 }])
  })

  it('as a Shapefile, whose names are truncated to ten letters, in degrees', () => {
    const columns = [
      { name: 'MUKEY', kind: 'C' as const, width: 8 },
      { name: 'MUNAME', kind: 'C' as const, width: 60 },
      { name: 'texcl', kind: 'C' as const, width: 20 },
      { name: 'wthirdbar_', kind: 'N' as const, width: 8, decimals: 1 },
      { name: 'wfifteenba', kind: 'N' as const, width: 8, decimals: 1 },
    ]
    const ring = pinsAt(...squareAt(20, 20, 100)).map(([lat, lng]): [number, number] => [lng, lat])
    const preview = read(
      zippedShapefile(columns, [{ ring, values: ['1', 'Maddock', 'LFS', 14.5, 5.1] }], GEOGRAPHIC_PRJ),
    )
    expect(preview).toMatchObject({ format: 'shapefile', source: 'ssurgo', left_out: [] })
    expect(preview.notes).not.toContain('converted')
    expect(preview.zones).toMatchObject([
      {
        name: 'Maddock',
        texture: 'loamy_sand',
        texture_said: 'LFS',
        field_capacity: 0.145,
        wilting_point: 0.051,
        area_m2: squareMetres(10_000),
      },
    ])
  })
})

describe('CanSIS', () => {
  const layer = (change: Record<string, string | number | null>) => ({
    SOIL_ID: 'ABLET~~~~~A',
    SOIL_NAME: 'LETHBRIDGE',
    UDEPTH: 0,
    LDEPTH: 100,
    TSAND: 40,
    TSILT: 40,
    TCLAY: 20,
    KP33: 26,
    KP1500: 12,
    ...change,
  })

  it('has its limits, whose unit must be given', () => {
    const preview = read(geoJson(polygonFeature(layer({}), squareAt(-80, -80, 160))))
    expect(preview).toMatchObject({ source: 'cansis', read: { field_capacity: 'KP33', name: 'SOIL_NAME' } })
    expect(preview.notes).toEqual(expect.arrayContaining(['kp_units', 'per_cent', 'survey']))
    expect(preview.zones).toMatchObject([
      { name: 'LETHBRIDGE', texture: 'loam', field_capacity: 0.26, wilting_point: 0.12 },
    ])
  })

  it('treats -9 as missing', () => {
    const preview = read(
      geoJson(
        polygonFeature(layer({ KP33: -9, KP1500: -9 }), squareAt(-80, -80, 60)),
        polygonFeature(
          layer({ KP33: -9, KP1500: -9, TSAND: -9, TSILT: -9, TCLAY: -9 }),
          squareAt(20, 20, 60),
        ),
      ),
    )
    expect(preview.zones).toMatchObject([
      { texture: 'loam', field_capacity: null, wilting_point: null },
      { texture: null, field_capacity: null, wilting_point: null },
    ])
  })
})

it.each([
  [-114.147, 2.8e301],
  [-114.147, 90.1],
  [180.1, 51.06],
])('a position that is nowhere on the earth, %f %f, refuses the whole file', (lng, lat) => {
  const far = [
    [lng, lat],
    [-114.147, 51.058],
    [-114.14, 51.058],
  ]
  const geometry = { type: 'Polygon', coordinates: [far] }
  const features = [polygonFeature({ texture: 'clay' }, squareAt(0, 0, 100))]
  const file = (more: object[]) =>
    Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [...features, ...more] }))
  expect(refusal(file([]))).toBe('accepted')
  expect(refusal(file([{ type: 'Feature', properties: {}, geometry }]))).toBe('soil_file_projection')
})

it('SoilGrids is read in per mille', () => {
  const preview = read(geoJson(polygonFeature({ wv0033: 312, wv1500: 147 }, squareAt(0, 0, 90))))
  expect(preview.source).toBe('soilgrids')
  expect(preview.zones).toMatchObject([{ field_capacity: 0.312, wilting_point: 0.147 }])
})

describe('a projected Shapefile', () => {
  const columns = [
    { name: 'ZONE', kind: 'C' as const, width: 10 },
    { name: 'TEXTURE', kind: 'C' as const, width: 20 },
  ]
  // UTM 11 N of the square from 20 to 120 m east and north of the pivot, by Krueger's series, not by the library
  const ring: [number, number][] = [
    [699_727.334, 5_660_382.631],
    [699_723.467, 5_660_482.502],
    [699_823.602, 5_660_486.381],
    [699_827.471, 5_660_386.509],
  ]
  // counter-clockwise, as the test's file writer expects them
  const rows = [{ ring: ring.toReversed(), values: ['A', 'sandy clay loam'] }]

  it('is converted by its .prj to within a decimetre', () => {
    const preview = read(zippedShapefile(columns, rows, UTM_11N_PRJ))
    expect(preview.notes).toEqual(expect.arrayContaining(['converted', 'texture_nearest']))
    expect(preview.zones).toMatchObject([{ name: 'A', texture: 'loam', texture_said: 'sandy clay loam' }])
    const corners = preview.zones[0]?.polygons[0]?.[0] ?? []
    for (const [lat, lng] of pinsAt(...squareAt(20, 20, 100))) {
      const apart = corners.map((pin) =>
        Math.hypot((pin[0] - lat) * 111_320, (pin[1] - lng) * 111_320 * Math.cos((51.06 * Math.PI) / 180)),
      )
      expect(Math.min(...apart)).toBeLessThan(0.15)
    }
  })

  it('without one is refused with the reason', () => {
    expect(refusal(zippedShapefile(columns, rows, null))).toBe('soil_file_projection')
    expect(refusal(zippedShapefile(columns, rows, 'PROJCS["nobody knows"]'))).toBe('soil_file_projection')
  })
})

describe('soil conductivity', () => {
  // three soils side by side, points every 12 m
  const points = Array.from({ length: 900 }, (_, i): [number, number] => [
    -174 + (i % 30) * 12,
    -174 + Math.floor(i / 30) * 12,
  ])
  const ecOf = ([x, y]: [number, number]) => (x < -60 ? 12 : x < 60 ? 35 : 80) + ((x * 7 + y * 3) % 5) / 5
  const file = geoJson(...points.map((at) => pointFeature({ EC_SH: ecOf(at), Elev: 900 }, at)))

  it('is classified into zones without water limits until they are given', () => {
    const preview = read(file)
    expect(preview).toMatchObject({ source: 'conductivity', read: { measure: 'EC_SH' }, notes: ['ranking'] })
    expect(preview.zones).toHaveLength(3)
    const low = preview.zones.find(({ measure }) => (measure?.high ?? 99) < 20)
    expect(low).toMatchObject({ texture: null, field_capacity: null, wilting_point: null })
    // the part of the circle west of -60 m: r^2 acos(d/r) - d sqrt(r^2 - d^2)
    const segment = 190 ** 2 * Math.acos(60 / 190) - 60 * Math.sqrt(190 ** 2 - 60 ** 2)
    expect(Math.abs((low?.inside_m2 ?? 0) - segment) / segment).toBeLessThan(0.08)
  })

  it('uses the requested number of classes and the requested column', () => {
    expect(read(file, { measure: 'EC_SH', zones: '2' }).zones).toHaveLength(2)
    expect(refusal(file, { measure: 'nothing' })).toBe('soil_file_column_unknown')
    // one value everywhere is one zone
    expect(read(file, { measure: 'Elev' }).zones).toHaveLength(1)
  })

  it('covers the circle without a gap or an overlap', () => {
    const { zones } = read(file)
    const covered = zones.reduce((sum, { inside_m2 }) => sum + inside_m2, 0)
    expect(covered / (Math.PI * 190 ** 2)).toBeGreaterThan(0.995)
    expect(covered / (Math.PI * 190 ** 2)).toBeLessThan(1.001)
  })

  it('of polygons is grouped by value', () => {
    const strips = [10, 11, 50, 52].map((ec, i) =>
      polygonFeature({ eca: ec }, squareAt(-80 + 40 * i, -20, 40)),
    )
    const { zones } = read(geoJson(...strips), { zones: '2' })
    expect(zones.map(({ measure, area_m2 }) => [measure?.low, measure?.high, area_m2])).toEqual([
      [10, 11, squareMetres(3200)],
      [50, 52, squareMetres(3200)],
    ])
  })
})

describe('an invalid file of soil zones', () => {
  const shapefile = zippedShapefile([{ name: 'A', kind: 'C', width: 4 }], [], GEOGRAPHIC_PRJ)

  it.each([
    ['nothing', Buffer.alloc(0), 'soil_file_unreadable'],
    ['prose', Buffer.from('hello'), 'soil_file_unreadable'],
    ['other JSON', Buffer.from('[1,2]'), 'soil_file_unreadable'],
    ['an empty collection', geoJson(), 'soil_file_empty'],
    ['a Shapefile without shapes', shapefile, 'soil_file_empty'],
    ['a torn archive', shapefile.subarray(0, 60), 'soil_file_unreadable'],
    [
      'an archive of something else',
      zipOf([{ name: 'a.txt', content: Buffer.from('a') }], new Date(0)),
      'soil_file_not_shapefile',
    ],
    [
      'two layers',
      zipOf(
        ['a.shp', 'b.shp'].map((name) => ({ name, content: Buffer.alloc(100) })),
        new Date(0),
      ),
      'soil_file_several_layers',
    ],
    [
      'another field',
      geoJson(polygonFeature({ texture: 'clay' }, squareAt(5000, 5000, 50))),
      'soil_file_elsewhere',
    ],
    [
      'another continent',
      geoJson(polygonFeature({ texture: 'clay' }, squareAt(4_000_000, -4_000_000, 50))),
      'soil_file_elsewhere',
    ],
  ])('%s is refused with its sentence', (_, file, code) => {
    expect(refusal(file)).toBe(code)
  })

  it('an archive that unpacks to more than 64 MB is refused before that is done', () => {
    const bomb = zipOf([{ name: 'a.shp', content: Buffer.alloc(80 * 1024 ** 2) }], new Date(0))
    expect(bomb.length).toBeLessThan(200_000)
    expect(refusal(bomb)).toBe('soil_file_too_large')
  })

  it('a table that claims four billion rows is refused', () => {
    const dbf = Buffer.alloc(66)
    dbf.writeUInt32LE(0xffffffff, 4)
    dbf.writeUInt16LE(65, 8)
    dbf.writeUInt16LE(1, 10)
    const shp = Buffer.alloc(100)
    const file = zipOf(
      [
        { name: 'a.shp', content: shp },
        { name: 'a.dbf', content: dbf },
      ],
      new Date(0),
    )
    expect(refusal(file)).toBe('soil_file_unreadable')
  })
})

describe('arbitrary files', () => {
  const isDocumented = (file: Buffer) => {
    const answer = refusal(file)
    return answer === 'accepted' || isProblemCode(answer)
  }

  it('random bytes, with and without the signature of an archive, have a documented answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, zip) => {
        const file = Buffer.concat([Buffer.from(zip ? 'PK\u0003\u0004' : ''), Buffer.from(bytes)])
        expect(isDocumented(file)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('a Shapefile with any of its bytes changed has one', () => {
    const ring = pinsAt(...squareAt(20, 20, 100)).map(([lat, lng]): [number, number] => [lng, lat])
    const columns = [{ name: 'TEXTURE', kind: 'C' as const, width: 8 }]
    const archive = zippedShapefile(columns, [{ ring, values: ['clay'] }], GEOGRAPHIC_PRJ)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const file = Buffer.from(archive)
          for (const [at, byte] of changes) file[at] = byte
          expect(isDocumented(file)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('GeoJSON of any shape has one', () => {
    const coordinate = fc.oneof(
      fc.double(),
      fc.constant(null),
      fc.double({ min: 51.058, max: 51.062 }),
      fc.double({ min: -114.153, max: -114.147 }),
    )
    const position = fc.oneof(
      fc.tuple(fc.double({ min: -114.153, max: -114.147 }), fc.double({ min: 51.058, max: 51.062 })),
      fc.array(coordinate, { maxLength: 3 }),
    )
    const nested = fc.oneof(
      fc.array(fc.array(position, { maxLength: 12 }), { maxLength: 3 }),
      fc.array(position, { maxLength: 4 }),
      fc.anything(),
    )
    const type = fc.constantFrom('Polygon', 'MultiPolygon', 'Point', 'MultiPoint', 'GeometryCollection', 'x')
    const properties = fc.oneof(
      fc.dictionary(
        fc.constantFrom('name', 'texture', 'fc', 'wp', 'ec', '__proto__', 'tsand'),
        fc.jsonValue(),
      ),
      fc.anything(),
    )
    const feature = fc.record({
      type: fc.constant('Feature'),
      geometry: fc.record({ type, coordinates: nested }),
      properties,
    })
    fc.assert(
      fc.property(fc.array(feature, { maxLength: 4 }), (features) => {
        expect(isDocumented(Buffer.from(json({ type: 'FeatureCollection', features })))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

/** Without what JSON cannot represent. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? null : item)) ?? ''
}

it('a file is read in a separate thread, whose refusals are passed on unchanged', async () => {
  const file = geoJson(polygonFeature({ name: 'Ridge', texture: 'sand' }, squareAt(0, 0, 100)))
  expect(await previewSoilFile(file, pivot, {})).toEqual(read(file))
  await expect(previewSoilFile(Buffer.from('hello'), pivot, {})).rejects.toMatchObject({
    code: 'soil_file_unreadable',
  })
  await expect(previewSoilFile(Buffer.alloc(9 * 1024 ** 2), pivot, {})).rejects.toMatchObject({
    code: 'soil_file_too_large',
  })
})

it('a process that has read a file ends by itself', async () => {
  const module = new URL('./soil-file.ts', import.meta.url)
  const program = `
    const { previewSoilFile } = await import(${JSON.stringify(module.href)})
    await previewSoilFile(Buffer.from('hello'), ${JSON.stringify(pivot)}, {}).catch(({ code }) => console.log(code))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(stdout.trim()).toBe('soil_file_unreadable')
})

it.runIf(SOAKING)('a file that takes too long is refused, and the next one is read', async () => {
  const side = 300
  const corners = Array.from(
    { length: 60_000 },
    (_, at) => squareAt(0, 0, side * Math.abs(Math.sin(at * at)))[at % 4],
  )
  const endless = geoJson(
    polygonFeature(
      { name: 'Knot' },
      corners.filter((corner) => corner !== undefined),
    ),
  )
  await expect(previewSoilFile(endless, pivot, {})).rejects.toMatchObject({ code: 'soil_file_too_complex' })
  const file = geoJson(polygonFeature({ name: 'Ridge', texture: 'sand' }, squareAt(0, 0, 100)))
  expect(await previewSoilFile(file, pivot, {})).toEqual(read(file))
})

it('files beyond the queue limit are refused, and those in the queue are read', async () => {
  const file = geoJson(polygonFeature({ name: 'Ridge', texture: 'sand' }, squareAt(0, 0, 100)))
  const read = await Promise.allSettled(Array.from({ length: 12 }, () => previewSoilFile(file, pivot, {})))
  const refused = read.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'throttled' })))
  expect(read.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(8)
})

function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
