/** The FAQ's search: a case-insensitive substring of the question (section 2 of the specification). */
import { expect, it } from 'vitest'
import { matchingQuestions } from './faq-page.tsx'

const entries = [{ question: 'Does OFF stop the machine?' }, { question: 'How do I get started?' }]
const foundQuestions = (query: string) => matchingQuestions(entries, query).map(({ question }) => question)

it('finds by a part of the question in any case', () => {
  expect(foundQuestions('off STOP')).toEqual(['Does OFF stop the machine?'])
  expect(foundQuestions('art')).toEqual(['How do I get started?'])
  expect(foundQuestions('O')).toHaveLength(2)
})

it('finds everything for an empty query, and nothing for words in no question', () => {
  expect(foundQuestions('  ')).toHaveLength(2)
  expect(foundQuestions('valve')).toEqual([])
  expect(foundQuestions('off the')).toEqual([])
})
