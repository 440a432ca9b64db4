/** Adds a probe by typing its number and coordinates. */
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { NewDegreesInput, degreesOf } from '../shared/pins/degrees-input.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { probeWithNumber, isNumber, isNumberText } from './placement-draft.ts'
import css from './probe-list.module.css'
import type { DraftParts } from './use-placement.ts'
import { text } from './probe.text.ts'

const EMPTY = { number: '', lat: '', lng: '' }

export function TypedProbe({ draft, dispatch }: DraftParts) {
  const first = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(EMPTY)
  const [submitted, setSubmitted] = useState(false)
  const duplicate = isNumber(typed.number) ? probeWithNumber(draft.probes, typed.number) : undefined
  const lat = degreesOf(typed.lat, 90)
  const lng = degreesOf(typed.lng, 180)
  const add = () => {
    first.current?.focus()
    setSubmitted(true)
    if (!isNumber(typed.number) || duplicate || lat === null || lng === null) return
    dispatch({ type: 'place', place: { lat, lng }, number: typed.number })
    setTyped(EMPTY)
    setSubmitted(false)
  }
  return (
    <form
      className={css.typed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <span className={classNames(css.number, css.plus)} aria-hidden="true">
        <Plus size={18} />
      </span>
      <input
        ref={first}
        className={css.numberInput}
        inputMode="numeric"
        autoComplete="off"
        aria-label={text.numberOfNew}
        placeholder={text.number}
        aria-invalid={(submitted && typed.number === '') || duplicate ? true : undefined}
        value={typed.number}
        onChange={({ currentTarget: { value } }) =>
          isNumberText(value) && setTyped({ ...typed, number: value })
        }
      />
      <NewDegreesInput
        label={text.latitudeOfNew}
        text={typed.lat}
        invalid={submitted && lat === null}
        onChange={(text) => setTyped({ ...typed, lat: text })}
      />
      <NewDegreesInput
        label={text.longitudeOfNew}
        text={typed.lng}
        invalid={submitted && lng === null}
        onChange={(text) => setTyped({ ...typed, lng: text })}
      />
      {duplicate ? (
        <p className={css.invalid} role="alert">
          {text.placedAlready(duplicate.number)}
        </p>
      ) : null}
      <Button type="submit" className={css.add}>
        {text.addProbe}
      </Button>
    </form>
  )
}
