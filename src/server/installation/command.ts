/** Defines a `headgate` command, and parses its words and options. */
import { parseArgs } from 'node:util'
import type { Kit } from './kit.ts'

interface CommandOption {
  type: 'string' | 'boolean'
  /** The value's name in the usage line; none for a switch. */
  value?: string
  required?: boolean
}

export interface CommandInput {
  positionals: string[]
  values: Record<string, string | boolean | undefined>
  /** Opens the installation, next to a running server if there is one; closed when the command ends. */
  open(): Promise<Kit>
  print(line: string): void
  /** To the standard error, for what is no result. */
  warn(line: string): void
}

export interface Command {
  /** For example `system connect`. */
  name: string
  /** Names of the required words, for example `EMAIL`. */
  words: string[]
  options: Record<string, CommandOption>
  /** Stops by itself on a signal; other commands are ended, and their database is closed. */
  hearsSignals?: boolean
  /** @returns the exit code */
  run(input: CommandInput): Promise<number>
}

/** A usage error of the person; printed with the usage line. */
export class UsageError extends Error {}

export function usageOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, required }]) => {
    const text = value ? `--${name} ${value}` : `--${name}`
    return required ? text : `[${text}]`
  })
  return ['headgate', command.name, ...command.words, ...options].join(' ')
}

/** @throws UsageError naming what is missing or unknown */
export function readCommandLine(
  command: Command,
  args: string[],
): Pick<CommandInput, 'positionals' | 'values'> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  )
  const { positionals, values } = parsed(args, options)
  if (positionals.length < command.words.length)
    throw new UsageError(`${command.words[positionals.length]} is missing`)
  if (positionals.length > command.words.length)
    throw new UsageError(`not understood: ${positionals[command.words.length]}`)
  const missingOption = Object.entries(command.options).find(
    ([name, { required }]) => required && values[name] === undefined,
  )
  if (missingOption) throw new UsageError(`--${missingOption[0]} is missing`)
  return { positionals, values }
}

function parsed(
  args: string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
): Pick<CommandInput, 'positionals' | 'values'> {
  try {
    // negative numbers are values, not options: longitudes are often below zero
    const joinedArgs = args.flatMap((arg, at) =>
      isNegativeValue(args, at) ? [] : [withNegativeValue(args, at, arg)],
    )
    const parsedArgs = parseArgs({ args: joinedArgs, options, allowPositionals: true, strict: true })
    const values = Object.entries(parsedArgs.values).map(([name, value]) => [
      name,
      Array.isArray(value) ? undefined : value,
    ])
    return { positionals: parsedArgs.positionals, values: Object.fromEntries(values) }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error))
  }
}

const NEGATIVE = /^-\d/
function isNegativeValue(args: string[], at: number): boolean {
  return NEGATIVE.test(args[at] ?? '') && (args[at - 1]?.startsWith('--') ?? false)
}
function withNegativeValue(args: string[], at: number, arg: string): string {
  return arg.startsWith('--') && isNegativeValue(args, at + 1) ? `${arg}=${args[at + 1]}` : arg
}
