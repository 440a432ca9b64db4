/** Pages know the message of every code that a schema of the contract may produce. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isProblemCode } from './errors.ts'
import { isPageProblem } from './page-problems.ts'

/** Switches, choices and links of the pages, and values that the browser makes: none of them is typed. */
const CHOSEN = new Set([
  'cell_unknown',
  'export_format_unknown',
  'geofence_enabled_invalid',
  'push_invalid',
  'rain_source_unknown',
  'soil_zone_confirmed_invalid',
  'volume_unit_unknown',
])

it('include every code of a schema', () => {
  const schemas = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.includes('.test.') &&
      !/^(errors|page-problems)\.ts$|(desk-acts|desk-people)\.ts$/.test(name),
  )
  // what a provider types is validated by the server alone
  const words = schemas.flatMap((name) =>
    [...readFileSync(path.join(import.meta.dirname, name), 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(
      ([, word = '']) => word,
    ),
  )
  const codes = new Set(words.filter(isProblemCode))
  expect(codes.size).toBeGreaterThan(40)
  const typed = [...codes].filter((code) => !/^(map|support)_/.test(code) && !CHOSEN.has(code))
  expect(typed.filter((code) => !isPageProblem(code))).toEqual([])
})
