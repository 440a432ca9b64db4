/** Parsing of a command line into words, options and negative numbers, or a refusal with the reason. */
import { describe, expect, it } from 'vitest'
import { type Command, readCommandLine, UsageError, usageOf } from './command.ts'

const connect: Command = {
  name: 'system connect',
  words: ['NAME'],
  options: {
    lng: { type: 'string', value: 'N', required: true },
    texture: { type: 'string', value: 'loam' },
    json: { type: 'boolean' },
  },
  run: () => Promise.resolve(0),
}

describe('command line', () => {
  it('shows how a command is used', () => {
    expect(usageOf(connect)).toBe('headgate system connect NAME --lng N [--texture loam] [--json]')
  })

  it('parses words, options, switches, and a western longitude', () => {
    expect(readCommandLine(connect, ['North Pivot', '--lng', '-114.15', '--json'])).toEqual({
      positionals: ['North Pivot'],
      values: { lng: '-114.15', json: true },
    })
  })

  it.each([
    [[], 'NAME is missing'],
    [['a', '--texture', 'clay'], '--lng is missing'],
    [['a', 'b', '--lng', '1'], 'not understood: b'],
    [['a', '--lng', '1', '--colour', 'red'], "Unknown option '--colour'"],
  ])('refuses %j', (args, message) => {
    expect(() => readCommandLine(connect, args)).toThrow(UsageError)
    expect(() => readCommandLine(connect, args)).toThrow(message)
  })
})
