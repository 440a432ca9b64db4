/** How the dates of the chosen system stand, in the words and colours of the specification. */
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import css from './date-message.module.css'
import { DATES_FAILED, DATES_LOADED, FETCHING_DATES, NO_DATES } from './graph.text.ts'

export interface DateMessageProps {
  pending: boolean
  failed: boolean
  none: boolean
  onRetry: () => void
}

export function DateMessage({ pending, failed, none, onRetry }: DateMessageProps) {
  if (pending) return <p className={css.message}>{FETCHING_DATES}</p>
  if (failed)
    return (
      <div className={css.failure}>
        <p className={classNames(css.message, css.fault)}>{DATES_FAILED}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    )
  return none ? (
    <p className={css.message}>{NO_DATES}</p>
  ) : (
    <p className={classNames(css.message, css.done)}>{DATES_LOADED}</p>
  )
}
