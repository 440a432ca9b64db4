/** Names of systems in URLs: a name that looks like a number or a JSON literal stays a name. */
import { expect, it } from 'vitest'
import { readSearch, writeSearch } from './chosen-system.ts'

it.each(['North Quarter', '007', '12', '1e3', 'true', 'null', '"quoted"', 'A+B & C=D', 'Ä-1_2.x'])(
  '%s survives a round trip through a URL',
  (system) => {
    const address = new URL(`https://farm.example/systems${writeSearch({ system })}`)
    expect(readSearch(address.search)).toEqual({ system })
    expect(address.searchParams.get('system')).toBe(system)
  },
)

it('a URL without a choice has no query', () => {
  expect(writeSearch({})).toBe('')
  expect(writeSearch({ system: undefined })).toBe('')
  expect(readSearch('')).toEqual({})
})
