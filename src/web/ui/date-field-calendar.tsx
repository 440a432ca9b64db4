/** A calendar of available days, by pointer and keyboard. */
import { parseDate } from '@internationalized/date'
import type { DateValue } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import css from './date-field.module.css'
import { localeOr } from '../language/language.ts'

export interface DateFieldCalendarProps {
  label: string
  /** Days as 2026-07-06. */
  value: string | null
  /** In order, at least one. */
  days: readonly string[]
  /** Earlier ones cannot be chosen. */
  min: string | null
  autoFocus: boolean
  onChoose: (day: string) => void
}

export function DateFieldCalendar(props: DateFieldCalendarProps) {
  const { label, value, days, min, autoFocus, onChoose } = props
  const offered = new Set(days)
  const [first = ''] = days
  const last = days.at(-1) ?? first
  const least = min !== null && min > first ? min : first
  const unavailable = (date: DateValue) => {
    const day = date.toString()
    return day < least || !offered.has(day)
  }
  return (
    // the same names, first weekday and date order for everybody
    <I18nProvider locale={localeOr('en-GB')}>
      {/* its library would add a style sheet with one rule, which the content policy forbids: our sheet has that rule */}
      <span id="react-aria-pressable-style" hidden />
      <Calendar
        className={css.calendar ?? ''}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by keyboard, it takes the focus
        autoFocus={autoFocus}
        value={value !== null && offered.has(value) ? parseDate(value) : null}
        defaultFocusedValue={parseDate(value !== null && offered.has(value) ? value : last)}
        minValue={parseDate(least < last ? least : last)}
        maxValue={parseDate(last)}
        isDateUnavailable={unavailable}
        onChange={(date) => onChoose(date.toString())}
      >
        <header className={css.head}>
          <Button slot="previous" className={css.step ?? ''}>
            <ChevronLeft size={24} aria-hidden="true" />
          </Button>
          <CalendarHeading className={css.month ?? ''} />
          <Button slot="next" className={css.step ?? ''}>
            <ChevronRight size={24} aria-hidden="true" />
          </Button>
        </header>
        <CalendarGrid className={css.grid ?? ''} weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={css.weekday ?? ''}>{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className={css.day ?? ''} />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  )
}
