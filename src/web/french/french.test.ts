/** The French texts match the English ones: every table is used, no text is empty, and every parameter appears. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { deskTables } from './desk-tables.ts'
import { tables as customers } from './french.ts'

const tables = { ...customers, ...deskTables }

const WEB = path.join(import.meta.dirname, '..')
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(path.join(WEB, name), 'utf8'))

it('has a table for every feature with texts, and no other', () => {
  const features = sources.flatMap((text): string[] =>
    [...text.matchAll(/\binLanguage(?:<.+>)?\(\s*'(\w+)'/g)].map(([, feature = '']) => feature),
  )
  expect(Object.keys(tables).toSorted()).toEqual(features.toSorted())
})

const sentences = Object.entries(tables).flatMap(([feature, table]) =>
  Object.entries(table)
    .filter(([, sentence]) => typeof sentence !== 'object')
    .map(([key, sentence]) => ({ name: `${feature}.${key}`, sentence })),
)

it('has no empty text, and uses every parameter', () => {
  const wrong = sentences.filter(({ sentence }) => {
    if (typeof sentence !== 'function') return typeof sentence !== 'string' || sentence.trim() === ''
    const figures = Array.from({ length: sentence.length }, (_, i) => `<${i}>`)
    const sentenceText: unknown = Reflect.apply(sentence, undefined, figures)
    return typeof sentenceText !== 'string' || figures.some((figure) => !sentenceText.includes(figure))
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('uses French punctuation and quotation marks', () => {
  const wrong = sentences.filter(({ sentence }) => {
    const sentenceText =
      typeof sentence === 'function' ? String(Reflect.apply(sentence, undefined, ['1', '2'])) : sentence
    return /[^\s\u00A0:]:(\s|$)|\w [:;%»]|« |'/.test(sentenceText)
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('imports nothing that would read its texts before the French ones are set', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'))
  const imports = files.flatMap((name) => {
    const text = readFileSync(path.join(import.meta.dirname, name), 'utf8')
    return [...text.matchAll(/^import (?!type\b)[^']*'([^']+)'/gm)].map(([, from]) => `${name}: ${from}`)
  })
  expect(files.length).toBeGreaterThan(20)
  expect(imports.filter((line) => !/: (\.\/|\.\.\/language\/language\.ts$)/.test(line))).toEqual([])
})
