/** FAQ: a search, and questions that expand one at a time. */
import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { brand } from '../kit/brand.ts'
import { Page } from '../ui/page.tsx'
import css from './faq-page.module.css'
import { questions } from './questions.tsx'
import type { Question } from './questions.tsx'
import { text } from './help.text.ts'

export function FaqPage() {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const matches = matchingQuestions(questions, query)
  return (
    <Page title={text.faq} hint={text.pageHint(brand.product)} reading>
      <label className={css.search}>
        <Search size={20} aria-hidden="true" />
        <input
          type="search"
          placeholder={text.searchPlaceholder}
          aria-label={text.search}
          enterKeyHint="search"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      <output className={css.none}>{matches.length === 0 ? text.noResults(query) : null}</output>
      {matches.length > 0 ? (
        <ul className={css.list}>
          {matches.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              open={open === entry.id}
              onToggle={() => setOpen(open === entry.id ? null : entry.id)}
            />
          ))}
        </ul>
      ) : null}
    </Page>
  )
}

interface EntryProps {
  entry: Question
  open: boolean
  onToggle: () => void
}

function Entry({ entry, open, onToggle }: EntryProps) {
  const id = useId()
  return (
    <li className={css.entry}>
      <h2 className={css.heading}>
        <button
          type="button"
          id={`${id}-question`}
          className={css.question}
          aria-expanded={open}
          aria-controls={open ? `${id}-answer` : undefined}
          onClick={onToggle}
        >
          <span>{entry.question}</span>
          <span className={css.sign} aria-hidden="true">
            {open ? '−' : '+'}
          </span>
        </button>
      </h2>
      {open ? (
        // A long answer scrolls inside its box, so the box must be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section id={`${id}-answer`} className={css.answer} aria-labelledby={`${id}-question`} tabIndex={0}>
          {entry.answer}
        </section>
      ) : null}
    </li>
  )
}

/** Questions that contain the query, ignoring case; all of them for an empty query. */
export function matchingQuestions<T extends { question: string }>(entries: readonly T[], query: string): T[] {
  const term = query.trim().toLowerCase()
  return entries.filter(({ question }) => question.toLowerCase().includes(term))
}
