/** `headgate soil-zones import` beside a running server. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { soilZoneList, soilZonesPath } from '../../contract/soil-zones.ts'
import { farm } from '../testing/factories.ts'
import { headgate } from '../testing/headgate-command.ts'
import { geoJson, polygonFeature, squareAt } from '../testing/soil-files.ts'

it('shows how a file is interpreted, stores it when told to, and asks for a soil that is not known', async () => {
  const { built, owner } = await farm()
  const file = path.join(built.dataDir, 'soils.json')
  await writeFile(
    file,
    geoJson(
      polygonFeature({ name: 'Ridge', texture: 'sand' }, squareAt(0, 0, 100)),
      polygonFeature({ name: 'Hollow' }, squareAt(-100, -100, 90)),
    ),
  )
  const importZones = async (...words: string[]) => {
    const { out, err, code } = await headgate(built, 'soil-zones', 'import', 'North Quarter', ...words)
    return { lines: out.trim().split('\n'), err, code }
  }
  const list = async () =>
    soilZoneList.parse((await built.call(soilZonesPath('North Quarter'), { headers: owner.headers })).body)

  expect(await importZones(file, '--dry-run')).toEqual({
    code: 0,
    err: '',
    lines: [
      'geojson, file, 2 features; columns: name name, texture texture',
      '  Ridge: sand, 1.00 ha inside the circle',
      '  Hollow: soil not known, 0.81 ha inside the circle',
      'dry run: nothing was stored',
    ],
  })
  const lacking = await importZones(file)
  expect([lacking.code, lacking.lines.at(-1)]).toEqual([
    1,
    'nothing was stored: say the soil of "Hollow" with --soil',
  ])
  expect(await list()).toEqual([])

  const answered = await importZones(file, '--soil', 'Hollow=0.36/0.22', '--confirmed', '--json')
  expect(JSON.parse(answered.lines[0] ?? '')).toMatchObject({ system: 'North Quarter', stored: 2, notes: [] })
  expect(await list()).toMatchObject([
    { name: 'Ridge', texture: 'sand', confirmed: true, source: 'file' },
    { name: 'Hollow', limits: { field_capacity: 0.36, wilting_point: 0.22 }, confirmed: true },
  ])

  const wrong = await importZones(file, '--soil', 'Hollow=mud')
  expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([
    2,
    '--soil: "Hollow=mud" is not ZONE=texture or ZONE=0.36/0.22',
  ])
  expect((await importZones('/nowhere.json')).code).toBe(2)
})
