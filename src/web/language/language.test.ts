/** The choice of the page's language. */
import { expect, it } from 'vitest'
import { languageFor } from './language.ts'

it.each([
  [null, ['fr-CA', 'en'], 'fr'],
  [null, ['FR'], 'fr'],
  [null, ['en-CA', 'fr-CA'], 'en'],
  [null, ['fro'], 'en'],
  [null, [], 'en'],
  ['fr', ['en-US'], 'fr'],
  ['en', ['fr-CA'], 'en'],
  ['tlh', ['fr-FR'], 'fr'],
] as const)('chosen %j, browser preference %j: %s', (chosen, preferred, language) => {
  expect(languageFor(chosen, preferred)).toBe(language)
})
