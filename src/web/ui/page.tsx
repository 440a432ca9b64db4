/** The frame of a screen: heading, hint, one column on a phone and picture beside form from 900 px. */
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import css from './page.module.css'
import { classNames } from './class-names.ts'

export interface PageProps {
  title: string
  hint?: ReactNode
  /** Shown right of the heading, for example a status. */
  aside?: ReactNode
  /** A single narrow column, for sign-in and the like. */
  narrow?: boolean
  /** A column of comfortable reading width. */
  reading?: boolean
  children?: ReactNode
}

export function Page({ title, hint, aside, narrow, reading, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <main
      id="content"
      tabIndex={-1}
      className={classNames(css.page, narrow && css.narrow, reading && css.reading)}
    >
      <header className={css.header}>
        <div className={css.heading}>
          <h1>{title}</h1>
          {aside}
        </div>
        {hint == null ? null : <p className={css.hint}>{hint}</p>}
      </header>
      {children}
    </main>
  )
}

/** Picture first, form second; side by side where there is room. */
export function PictureAndForm({ picture, form }: { picture: ReactNode; form: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.column}>{picture}</div>
      <div className={css.column}>{form}</div>
    </div>
  )
}

/** Sets the document title; the part after the last dash stays. */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    const product = document.title.split(' – ').at(-1) ?? ''
    document.title = `${title} – ${product}`
  }, [title])
}
