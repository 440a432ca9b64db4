/** A table of figures that scrolls in its own box with sticky headings. */
import type { ReactNode } from 'react'
import css from './figure-table.module.css'

/** Makes a scrolling box focusable, so that it scrolls by keyboard. */
const SCROLLS = { tabIndex: 0, role: 'group' } as const

/** Class of a cell with text instead of figures. */
export const WORDS = css.left

export interface FigureTableProps {
  /** Accessible name of the scrolling box. */
  label: string
  head: ReactNode
  /** The rows. */
  children: ReactNode
}

export function FigureTable({ label, head, children }: FigureTableProps) {
  return (
    <div className={css.scroll} {...SCROLLS} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
