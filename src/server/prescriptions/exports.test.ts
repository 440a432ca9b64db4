/** Exported files parsed by independent libraries, compared with the prescription. */
import { parse as parseCsv } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import shp from 'shpjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { zoneAreas } from '../../agronomy/pivot/pivot-zones.ts'
import { type ExportFormat, prescriptionPaths } from '../../contract/prescriptions.ts'
import { systemPath } from '../../contract/systems.ts'
import type { Built } from '../testing/build.ts'
import { slice } from '../testing/drawing.ts'
import { connectedSystem, farmIn, signedUpUser, validInput, sharedServer } from '../testing/factories.ts'
import { MALICIOUS_NAMES } from '../testing/malicious-names.ts'

const server = sharedServer()
const farm = () => farmIn(server())

const PIVOT = [-114.15, 51.06] as const
const position = z.tuple([z.number(), z.number()])
const feature = z.object({
  geometry: z.object({ type: z.literal('Polygon'), coordinates: z.tuple([z.array(position)]) }),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
type Feature = z.infer<typeof feature>
const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) })

async function download({ url }: Built, headers: Record<string, string>, format: ExportFormat, name: string) {
  const address = `${url}${prescriptionPaths.export}?system=${encodeURIComponent(name)}&format=${format}`
  const answer = await fetch(address, { headers })
  expect(answer.status).toBe(200)
  const disposition = answer.headers.get('content-disposition')
  return { answer, disposition, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** A part circle of three towers at 0.8 in with one wet corner in sectors 45 to 49, tower 2. */
async function wetCornerFarm(name = 'East Quarter', fence = 'Wet corner', arc: [number, number] = [0, 200]) {
  const setup = await farm()
  const owner = await signedUpUser(setup.built)
  await connectedSystem(setup.built, owner, { name, arc, flowGpm: 800, speed100MMin: 3 })
  const system = encodeURIComponent(name)
  const json = { name: fence, prescription: 40, polygon: slice(90, 100, 60, 120) }
  await setup.built.call(`/api/geofences/?system=${system}`, { headers: owner.headers, json })
  await setup.send(validInput({ system_name: name }), {}, owner)
  return {
    ...setup,
    file: (format: ExportFormat) => download(setup.built, owner.headers, format, name),
  }
}

/** Signed area in the plane of the pivot, m2; positive anticlockwise. */
function areaOf(ring: readonly (readonly [number, number])[]): number {
  const metre = (6_378_137 * Math.PI) / 180
  const flat = ring.map(([lng, lat]) => ({
    x: (lng - PIVOT[0]) * metre * Math.cos((PIVOT[1] * Math.PI) / 180),
    y: (lat - PIVOT[1]) * metre,
  }))
  return (
    flat.reduce((sum, { x, y }, at) => {
      const next = flat[(at + 1) % flat.length] ?? { x, y }
      return sum + x * next.y - next.x * y
    }, 0) / 2
  )
}

function checkCells(features: Feature[], key: (name: string) => string): void {
  // the arc is 0 to 200 degrees
  expect(features).toHaveLength(100 * 3)
  const at = (sector: number, tower: number) => features[sector * 3 + tower - 1]?.properties
  expect(at(47, 2)).toMatchObject({
    [key('sector')]: 47,
    [key('tower')]: 2,
    [key('from_deg')]: 94,
    [key('to_deg')]: 96,
    [key('percent')]: 40,
    [key('depth_in')]: 0.32,
    [key('depth_mm')]: 8.13,
    [key('reason')]: 'GEOFENCE',
    [key('geofence')]: 'Wet corner',
  })
  expect(at(44, 2)).toMatchObject({
    [key('percent')]: 100,
    [key('depth_in')]: 0.8,
    [key('reason')]: 'NO_DATA',
  })
  const forced = features.filter(({ properties }) => properties[key('percent')] === 40)
  expect(forced.map(({ properties }) => properties[key('sector')])).toEqual([45, 46, 47, 48, 49])
}

describe('GeoJSON', () => {
  it('has a polygon for every cell within the arc, anticlockwise, with the area of the cell', async () => {
    const { file } = await wetCornerFarm()
    const { answer, disposition, bytes } = await file('geojson')
    expect(answer.headers.get('content-type')).toContain('application/geo+json')
    expect(disposition).toBe('attachment; filename="prescription-East-Quarter-rev-1.geojson"')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const { features } = collection.parse(JSON.parse(bytes.toString()))
    checkCells(features, (name) => name)
    const areas = zoneAreas([60, 120, 190])
    features.forEach(({ geometry, properties }) => {
      const [ring] = geometry.coordinates
      expect(ring.at(0)).toEqual(ring.at(-1))
      const area = (areas[Number(properties['tower']) - 1] ?? 0) / 180
      expect(areaOf(ring) / area).toBeCloseTo(1, 3)
    })
    // the first cell begins at north
    expect(features[0]?.geometry.coordinates[0]).toContainEqual([...PIVOT])
  })
})

describe('Shapefile', () => {
  it('opens with its projection and character set, and has the same content', async () => {
    const { file } = await wetCornerFarm()
    const { answer, disposition, bytes } = await file('shapefile')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(disposition).toBe('attachment; filename="prescription-East-Quarter-rev-1.zip"')
    const [read] = [await shp(bytes)].flat()
    const { features } = collection.parse(read)
    checkCells(features, (name) => name.toUpperCase())
    const total = features.reduce((sum, { geometry }) => sum + Math.abs(areaOf(geometry.coordinates[0])), 0)
    expect(total / ((Math.PI * 190 ** 2 * 200) / 360)).toBeCloseTo(1, 3)
  })

  it('keeps letters of every script, cut to the column width', async () => {
    const name = 'Zażółć 畑 🌾'
    const { file } = await wetCornerFarm('Field', name)
    const [read] = [await shp((await file('shapefile')).bytes)].flat()
    const { features } = collection.parse(read)
    expect(features[47 * 3 + 1]?.properties['GEOFENCE']).toBe(name)
  })
})

describe('a sector that reaches beyond the arc', () => {
  it('is clipped at the arc, in every format, so that the areas add up to what the arm covers', async () => {
    const { file } = await wetCornerFarm('Cut', 'Wet corner', [40.5, 99])
    const swept = (Math.PI * 190 ** 2 * 58.5) / 360
    const geojson = collection.parse(JSON.parse((await file('geojson')).bytes.toString()))
    const [first] = geojson.features
    expect(first?.properties).toMatchObject({ sector: 20, from_deg: 40.5, to_deg: 42 })
    expect(geojson.features.at(-1)?.properties).toMatchObject({ sector: 49, from_deg: 98, to_deg: 99 })
    const sum = (features: Feature[]) =>
      features.reduce((total, { geometry }) => total + Math.abs(areaOf(geometry.coordinates[0])), 0)
    expect(sum(geojson.features) / swept).toBeCloseTo(1, 3)
    const [shapes] = [await shp((await file('shapefile')).bytes)].flat()
    const { features } = collection.parse(shapes)
    expect(sum(features) / swept).toBeCloseTo(1, 3)
    expect(features[0]?.properties).toMatchObject({ SECTOR: 20, FROM_DEG: 40.5, TO_DEG: 42 })
    const rows: Record<string, string>[] = parseCsv((await file('csv')).bytes, { columns: true })
    expect(rows[0]).toMatchObject({ sector: '20', from_deg: '40.5', to_deg: '42' })
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false })
    const { operations } = workOrder.parse(parser.parse((await file('pail')).bytes.toString()))
    const { irrSetup } = operations.irrSetupData
    expect(irrSetup.sectionSetup).toHaveLength(3)
    const scopes = operations.irrDocs.irrWorkOrder.irrColl.irrItem.map(({ spatialScope }) =>
      Object.values(spatialScope.radialScope),
    )
    expect(scopes).toEqual([
      [40.5, 90],
      [90, 99],
    ])
  })

  it('has two parts where the arc ends in the sector in which it begins', async () => {
    const { file } = await wetCornerFarm('Nearly round', 'Wet corner', [1.5, 0.5])
    const { features } = collection.parse(JSON.parse((await file('geojson')).bytes.toString()))
    expect(features).toHaveLength(181 * 3)
    const inFirst = features.filter(({ properties }) => properties['sector'] === 0)
    expect(inFirst.map(({ properties }) => [properties['from_deg'], properties['to_deg']])).toEqual([
      ...Array.from({ length: 3 }, () => [0, 0.5]),
      ...Array.from({ length: 3 }, () => [1.5, 2]),
    ])
  })
})

describe('CSV', () => {
  it('has a row for every cell within the arc', async () => {
    const { file } = await wetCornerFarm()
    const { answer, bytes } = await file('csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows: Record<string, string>[] = parseCsv(bytes, { columns: true })
    expect(rows).toHaveLength(300)
    expect(rows[47 * 3 + 1]).toEqual({
      system: 'East Quarter',
      rev: '1',
      sector: '47',
      tower: '2',
      from_deg: '94',
      to_deg: '96',
      inner_m: '60',
      outer_m: '120',
      percent: '40',
      depth_in: '0.32',
      depth_mm: '8.13',
      reason: 'GEOFENCE',
      geofence: 'Wet corner',
    })
  })

  it('shows every name as text, never as a formula', async () => {
    const { built, owner, send } = await farm()
    await connectedSystem(built, owner, { name: '-2' })
    for (const [at, name] of MALICIOUS_NAMES.entries()) {
      const json = { name, prescription: 40, polygon: slice(20 * at, 20 * at + 10, 60, 120) }
      await built.call('/api/geofences/?system=-2', { headers: owner.headers, json })
    }
    await send(validInput({ system_name: '-2' }))
    const { bytes, disposition } = await download(built, owner.headers, 'csv', '-2')
    expect(disposition).toBe('attachment; filename="prescription-2-rev-1.csv"')
    const rows: Record<string, string>[] = parseCsv(bytes, { columns: true })
    for (const [at, name] of MALICIOUS_NAMES.entries())
      expect(rows[(10 * at + 2) * 3 + 1]).toMatchObject({
        system: "'-2",
        geofence: /^[=+\-@]/.test(name) ? `'${name}` : name,
      })
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@]/)
  })
})

const depthFlow = z.object({ sectionRef: z.string(), depth: z.coerce.number() })
const workOrder = z.object({
  operations: z.object({
    '@_xmlns': z.literal('http://aggateway.org/PAIL/0.1'),
    irrSetupData: z.object({
      irrSetup: z.object({
        id: z.object({ referenceId: z.string() }),
        systemLocation: z.object({ lat: z.coerce.number(), lon: z.coerce.number() }),
        sectionSetup: z.array(
          z.object({
            sectionId: z.object({ referenceId: z.string() }),
            sectionCategory: z.literal('SPAN'),
            innerDistance: z.coerce.number(),
            outerDistance: z.coerce.number(),
          }),
        ),
        lengthUoM: z.literal('MTR'),
        areaTotalUoM: z.literal('HAR'),
        nominalEfficiency: z.coerce.number(),
        flowUoM: z.literal('G2'),
        depthUoM: z.literal('INH'),
        waterTotalUoM: z.literal('MTQ'),
        nominalFullCircleTime: z.string().regex(/^PT\d+H\d+M$/),
      }),
    }),
    irrDocs: z.object({
      irrWorkOrder: z.object({
        setupRef: z.string(),
        timeScope: z.object({ contextCategory: z.literal('CREATION'), stamp1: z.iso.datetime() }),
        totalArea: z.coerce.number(),
        totalWater: z.coerce.number(),
        irrColl: z.object({
          irrItem: z.array(
            z.object({
              spatialScope: z.object({
                radialScope: z.object({ startDeg: z.coerce.number(), endDeg: z.coerce.number() }),
              }),
              sectionFlow: z.array(depthFlow),
            }),
          ),
        }),
      }),
    }),
    unitOfMeasureAuthority: z.literal('UNREC20'),
  }),
})

describe('ISO 7673-3 work order', () => {
  it('has the sections of the machine and pie slices with their depths, clockwise from north', async () => {
    const { file } = await wetCornerFarm()
    const { answer, disposition, bytes } = await file('pail')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    expect(disposition).toBe('attachment; filename="prescription-East-Quarter-rev-1.xml"')
    const text = bytes.toString()
    expect(XMLValidator.validate(text)).toBe(true)
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false })
    const { operations } = workOrder.parse(parser.parse(text))
    const { irrSetup } = operations.irrSetupData
    const { irrWorkOrder } = operations.irrDocs
    expect(irrWorkOrder.setupRef).toBe(irrSetup.id.referenceId)
    // per cent, as in the examples of the standard; 0.85 until an owner changes it
    expect(irrSetup.nominalEfficiency).toBe(85)
    expect(irrSetup.systemLocation).toEqual({ lat: 51.06, lon: -114.15 })
    expect(irrSetup.sectionSetup.map((section) => [section.innerDistance, section.outerDistance])).toEqual([
      [0, 60],
      [60, 120],
      [120, 190],
    ])
    // the arc is 0 to 200 degrees: pi 190^2 x 200 / 360 m2
    expect(irrWorkOrder.totalArea).toBeCloseTo(6.301, 3)
    const { irrItem } = irrWorkOrder.irrColl
    expect(irrItem.map((item) => Object.values(item.spatialScope.radialScope))).toEqual([
      [0, 90],
      [90, 100],
      [100, 200],
    ])
    const sectionIds = irrSetup.sectionSetup.map(({ sectionId }) => sectionId.referenceId)
    for (const { sectionFlow } of irrItem)
      expect(sectionFlow.map(({ sectionRef }) => sectionRef)).toEqual(sectionIds)
    expect(irrItem.map(({ sectionFlow }) => sectionFlow.map(({ depth }) => depth))).toEqual([
      [0.8, 0.8, 0.8],
      [0.8, 0.32, 0.8],
      [0.8, 0.8, 0.8],
    ])
    // the schema is a sequence: elements out of order are not valid
    const children = [...text.matchAll(/^ {6}<(\w+)/gm)].map(([, name]) => name)
    expect([...new Set(children)]).toEqual([
      'id',
      'systemLocation',
      'sectionSetup',
      'systemLength',
      'lengthUoM',
      'areaTotalUoM',
      'nominalEfficiency',
      'nominalFlow',
      'flowUoM',
      'depthUoM',
      'waterTotalUoM',
      'nominalFullCircleTime',
      'description',
      'version',
      'setupRef',
      'timeScope',
      'totalArea',
      'totalWater',
      'irrColl',
    ])
    // identifiers are unique per document
    const ids = [...text.matchAll(/<referenceId>(.*?)</g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('writes the efficiency that an owner entered, after the area and before the flow as the schema requires', async () => {
  const { built, owner, send } = await farm()
  await connectedSystem(built, owner, { name: 'Drops', flowGpm: 800 })
  const json = { application_efficiency: 0.925 }
  const changed = await built.call(systemPath('Drops'), { method: 'PATCH', headers: owner.headers, json })
  expect(changed.status).toBe(200)
  await send(validInput({ system_name: 'Drops' }))
  const text = (await download(built, owner.headers, 'pail', 'Drops')).bytes.toString()
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).toMatch(
    /<areaTotalUoM>HAR<\/areaTotalUoM>\s*<nominalEfficiency>92\.5<\/nominalEfficiency>\s*<nominalFlow>800<\/nominalFlow>/,
  )
})

it('names files safely', async () => {
  const { built, owner, send } = await farm()
  for (const [name, file] of [
    ['a..b c', 'a-b-c'],
    ['-.-', 'system'],
    ['_x.', '_x'],
  ] as const) {
    await connectedSystem(built, owner, { name })
    await send(validInput({ system_name: name }))
    const { disposition } = await download(built, owner.headers, 'csv', name)
    expect(disposition).toBe(`attachment; filename="prescription-${file}-rev-1.csv"`)
  }
})
