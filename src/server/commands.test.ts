/** Every command is found by its own words, although each loads only the code that it needs. */
import { expect, it } from 'vitest'
import { allCommands, commandOf } from './commands.ts'

it('finds each command by its name, and none by a part of it or by another word', async () => {
  const names = (await allCommands()).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(25)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect((await commandOf([...name.split(' '), 'more']))?.name).toBe(name)
  for (const words of [[], ['system'], ['constructor'], ['list', 'system']])
    expect(await commandOf(words)).toBeUndefined()
})
