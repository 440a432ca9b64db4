/** The FAQ's search: a case-insensitive substring of the question (section 2 of the specification). */
import { expect, it } from 'vitest'
import { matchingQuestions } from './faq-page.tsx'

const entries = [{ question: 'Does OFF stop the machine?' }, { question: 'How do I get started?' }]
const found = (query: string) => matchingQuestions(entries, query).map(({ question }) => question)

it('finds by a part of the question in any case', () => {
  expect(found('off STOP')).toEqual(['Does OFF stop the machine?'])
  expect(found('art')).toEqual(['How do I get started?'])
  expect(found('O')).toHaveLength(2)
})

it('finds everything for an empty query, and nothing for words in no question', () => {
  expect(found('  ')).toHaveLength(2)
  expect(found('valve')).toEqual([])
  expect(found('off the')).toEqual([])
})
