/** Runs every example written in a comment of this folder, so that none can drift from the code. */
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const modules = import.meta.glob<object>(['./*/*.ts', './*.ts', '!./**/*.test.ts'], { eager: true })

/** Every number within 1e-4 relative or absolute; examples are written rounded for their readers. */
function agrees(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= 1e-4 * Math.max(1, Math.abs(expected))
  }
  if (isObject(actual) && isObject(expected)) {
    const keys = Object.keys(expected)
    const sameKeys = keys.length === Object.keys(actual).length
    return sameKeys && keys.every((key) => agrees(Reflect.get(actual, key), Reflect.get(expected, key)))
  }
  return Object.is(actual, expected)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** An example may call what the other files give. */
const everything: object = Object.assign({}, ...Object.values(modules))

describe.each(Object.keys(modules))('%s', (file) => {
  const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
  const examples = [...source.matchAll(/@example (.+) \/\/ (.+)$/gm)]

  it('shows an example for every exported function', () => {
    expect(examples.length).toBeGreaterThanOrEqual([...source.matchAll(/^export function /gm)].length)
  })

  it.each(examples.map(([, call, result]) => [call ?? '', result ?? '']))('%s // %s', (call, result) => {
    const actual: unknown = runInNewContext(`(${call})`, { ...everything })
    const expected: unknown = runInNewContext(`(${result})`)
    expect(agrees(actual, expected), `gives ${JSON.stringify(actual)}`).toBe(true)
  })
})
