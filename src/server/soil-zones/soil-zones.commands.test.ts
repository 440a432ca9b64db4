/** `headgate soil-zones import` as typed by a provider, beside a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { soilZoneList, soilZonesPath } from '../../contract/soil-zones.ts'
import { farm } from '../testing/factories.ts'
import { geoJson, polygonFeature, squareAt } from '../testing/soil-files.ts'

const CLI = new URL('../cli.ts', import.meta.url).pathname

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
  const headgate = async (...words: string[]) => {
    const env = { ...process.env, DATABASE_URL: built.databaseUrl, DATA_DIR: built.dataDir, NODE_ENV: 'test' }
    const args = [CLI, 'soil-zones', 'import', 'North Quarter', ...words]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { lines: out.trim().split('\n'), err, code: Number(code) }
  }
  const list = async () =>
    soilZoneList.parse((await built.call(soilZonesPath('North Quarter'), { headers: owner.headers })).body)

  expect(await headgate(file, '--dry-run')).toEqual({
    code: 0,
    err: '',
    lines: [
      'geojson, file, 2 features; columns: name name, texture texture',
      '  Ridge: sand, 1.00 ha inside the circle',
      '  Hollow: soil not known, 0.81 ha inside the circle',
      'dry run: nothing was stored',
    ],
  })
  const asked = await headgate(file)
  expect([asked.code, asked.lines.at(-1)]).toEqual([
    1,
    'nothing was stored: say the soil of "Hollow" with --soil',
  ])
  expect(await list()).toEqual([])

  const given = await headgate(file, '--soil', 'Hollow=0.36/0.22', '--confirmed', '--json')
  expect(JSON.parse(given.lines[0] ?? '')).toMatchObject({ system: 'North Quarter', stored: 2, notes: [] })
  expect(await list()).toMatchObject([
    { name: 'Ridge', texture: 'sand', confirmed: true, source: 'file' },
    { name: 'Hollow', limits: { field_capacity: 0.36, wilting_point: 0.22 }, confirmed: true },
  ])

  const wrong = await headgate(file, '--soil', 'Hollow=mud')
  expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([
    2,
    '--soil: "Hollow=mud" is not ZONE=texture or ZONE=0.36/0.22',
  ])
  expect((await headgate('/nowhere.json')).code).toBe(2)
})
