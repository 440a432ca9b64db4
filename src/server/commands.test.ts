/** Every command is found by its own words, although each loads only the code that it needs, and docs/provider.md describes it. */
import { readFileSync } from 'node:fs'
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

/** The commands of a code span of docs/provider.md: `account enable|disable EMAIL` are two. */
function commandsIn(span: string): { name: string; span: string }[] {
  const [first = '', second = ''] = span.split(' ')
  // a word of one command, or the first argument
  const names = /^[a-z|-]+$/.test(second) ? second.split('|').map((word) => `${first} ${word}`) : [first]
  return names.map((name) => ({ name, span }))
}

it('is described in docs/provider.md with all its options, and no other is', async () => {
  const text = readFileSync(new URL('../../docs/provider.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('| command | |\n|---|---|\n')
  const rows = (table.split('\n\n')[0] ?? '').replaceAll('\\|', '|')
  const described = [...rows.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => commandsIn(span))
  const commands = await allCommands()
  expect(described.map(({ name }) => name).toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  for (const { name, options } of commands) {
    const span = described.find((each) => each.name === name)?.span ?? ''
    // another page describes the options of these
    if (span.includes('…')) continue
    const told = [...span.matchAll(/--([a-z0-9-]+)/g)].map(([, option = '']) => option)
    // of many commands: the text above the table
    const own = Object.keys(options).filter((option) => option !== 'json' && option !== 'reason')
    expect({ name, options: told.toSorted() }).toEqual({ name, options: own.toSorted() })
  }
})
