/** A date field: typed as day/month/year or chosen from a calendar of offered days. */
import { CalendarDays } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, InputHTMLAttributes, KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import { DateFieldCalendar } from './date-field-calendar.tsx'
import { dayFromText, textOfDay } from './date-field-text.ts'
import css from './date-field.module.css'
import { Field, describedBy } from './field.tsx'
import type { FieldTexts } from './field.tsx'
import fieldCss from './field.module.css'

export interface DateFieldProps extends FieldTexts {
  /** As typed; the caller must refuse invalid dates and days that are not offered. */
  value: string
  onChange: (text: string) => void
  /** Days that the calendar offers, as 2026-07-06 and in order. */
  days: readonly string[]
  /** Earlier ones are not offered. */
  min?: string | null
  placeholder: string
  /** Name of the calendar and of the button that opens it. */
  calendarLabel: string
  disabled?: boolean
  /** Called on Enter in the text. */
  onEnter?: () => void
}

/** Size of the calendar, pixels; it is placed before it is rendered. */
const WIDTH = 332
const HEIGHT = 400
const EDGE = 8

/** Places the calendar below its field, or above it, inside the window; it scrolls with the page. */
function place(field: HTMLElement, calendar: HTMLElement): void {
  const at = field.getBoundingClientRect()
  const left = Math.max(EDGE, Math.min(at.left, document.documentElement.clientWidth - WIDTH - EDGE))
  const below = at.bottom + EDGE + HEIGHT <= window.innerHeight || at.top < HEIGHT + EDGE
  calendar.style.left = `${left + window.scrollX}px`
  calendar.style.top = `${(below ? at.bottom + EDGE : at.top - EDGE - HEIGHT) + window.scrollY}px`
}

export function DateField(props: DateFieldProps) {
  const { label, hint, error, aside, value, onChange, days, min = null, calendarLabel, onEnter } = props
  const id = useId()
  const { frame, open, show, hide, popover } = useCalendar()
  // Incomplete input is not an error yet.
  const [typing, setTyping] = useState(false)
  const day = dayFromText(value)
  const shownError = typing && day === null ? null : error
  const closed = props.disabled === true || days.length === 0
  const finish = (nextDay: string | null) => {
    setTyping(false)
    if (nextDay !== null && textOfDay(nextDay) !== value) onChange(textOfDay(nextDay))
  }
  const choose = (nextDay: string) => {
    finish(nextDay)
    hide()
  }
  const press = (event: KeyboardEvent) => {
    const opens = event.key === 'ArrowDown' && !closed
    if (!opens && event.key !== 'Enter') return
    event.preventDefault()
    finish(day)
    if (opens) show(true)
    else onEnter?.()
  }
  const text: DateTextProps = {
    id,
    value,
    placeholder: props.placeholder,
    disabled: props.disabled,
    invalid: Boolean(shownError),
    describedBy: describedBy(id, { hint, error: shownError }),
    onChange: (typed) => {
      setTyping(true)
      onChange(typed)
    },
    onBlur: () => finish(day),
    onKeyDown: press,
    // touch would open the on-screen keyboard next to the calendar
    onClick: () => !closed && window.matchMedia('(pointer: fine)').matches && show(false),
  }
  return (
    <Field id={id} label={label} hint={hint} error={shownError} aside={aside}>
      <div ref={frame} className={fieldCss.control}>
        <DateText {...text} />
        <CalendarButton label={calendarLabel} disabled={closed} opens={`${id}-calendar`} />
      </div>
      <dialog {...popover} id={`${id}-calendar`} aria-label={calendarLabel} className={css.popover}>
        {open && !closed ? (
          <DateFieldCalendar
            {...{ label: calendarLabel, value: day, days, min, onChoose: choose }}
            autoFocus={open === 'inside'}
          />
        ) : null}
      </dialog>
    </Field>
  )
}

interface DateTextProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'placeholder' | 'disabled' | 'onBlur' | 'onKeyDown' | 'onClick'
> {
  id: string
  value: string
  invalid: boolean
  describedBy: string | undefined
  onChange: (typed: string) => void
}

function DateText({ invalid, describedBy, onChange, ...input }: DateTextProps) {
  return (
    <input
      {...input}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className={fieldCss.input}
      aria-invalid={invalid ? true : undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function CalendarButton({ label, disabled, opens }: { label: string; disabled: boolean; opens: string }) {
  return (
    <button
      type="button"
      className={classNames(fieldCss.inside, css.opener)}
      aria-label={label}
      aria-haspopup="dialog"
      disabled={disabled}
      popoverTarget={opens}
    >
      <CalendarDays size={20} aria-hidden="true" />
    </button>
  )
}

/** The calendar popover: opened by its button, a click on the text, or the down arrow key; closed by Esc. */
function useCalendar() {
  const frame = useRef<HTMLDivElement>(null)
  const calendar = useRef<HTMLDialogElement>(null)
  /** Whether the focus moves into the calendar or stays in the text. */
  const focusInside = useRef(true)
  const [open, setOpen] = useState<'inside' | 'beside' | null>(null)
  useEffect(() => {
    if (!open) return undefined
    const follow = () => frame.current && calendar.current && place(frame.current, calendar.current)
    window.addEventListener('resize', follow)
    return () => window.removeEventListener('resize', follow)
  }, [open])
  const show = (inside: boolean) => {
    if (!calendar.current || calendar.current.matches(':popover-open')) return
    focusInside.current = inside
    calendar.current.showPopover()
  }
  const popover = {
    ref: calendar,
    popover: 'auto',
    onBeforeToggle: (event: { newState: string }) => {
      if (event.newState === 'open' && frame.current && calendar.current)
        place(frame.current, calendar.current)
    },
    onToggle: (event: { newState: string }) => {
      const inside = focusInside.current
      focusInside.current = true
      setOpen(event.newState === 'open' ? (inside ? 'inside' : 'beside') : null)
    },
    onBlur: (event: FocusEvent<HTMLDialogElement>) => {
      const next = event.relatedTarget
      if (next !== null && !event.currentTarget.contains(next)) calendar.current?.hidePopover()
    },
  } as const
  return { frame, open, show, hide: () => calendar.current?.hidePopover(), popover }
}
