/** A probe that is placed by typing its number and its place. */
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { NewDegreesInput, degreesOf } from '../shared/pins/degrees-input.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { holderOf, isNumber, isNumberText } from './placement-draft.ts'
import css from './probe-list.module.css'
import type { DraftParts } from './use-placement.ts'
import { text } from './probe.text.ts'

const EMPTY = { number: '', lat: '', lng: '' }

export function TypedProbe({ draft, dispatch }: DraftParts) {
  const first = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const holder = isNumber(typed.number) ? holderOf(draft.probes, typed.number) : undefined
  const lat = degreesOf(typed.lat, 90)
  const lng = degreesOf(typed.lng, 180)
  const add = () => {
    first.current?.focus()
    setTried(true)
    if (!isNumber(typed.number) || holder || lat === null || lng === null) return
    dispatch({ type: 'place', place: { lat, lng }, number: typed.number })
    setTyped(EMPTY)
    setTried(false)
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
        aria-invalid={(tried && typed.number === '') || holder ? true : undefined}
        value={typed.number}
        onChange={({ currentTarget: { value } }) =>
          isNumberText(value) && setTyped({ ...typed, number: value })
        }
      />
      <NewDegreesInput
        label={text.latitudeOfNew}
        text={typed.lat}
        wrong={tried && lat === null}
        onChange={(text) => setTyped({ ...typed, lat: text })}
      />
      <NewDegreesInput
        label={text.longitudeOfNew}
        text={typed.lng}
        wrong={tried && lng === null}
        onChange={(text) => setTyped({ ...typed, lng: text })}
      />
      {holder ? (
        <p className={css.wrong} role="alert">
          {text.placedAlready(holder.number)}
        </p>
      ) : null}
      <Button type="submit" className={css.add}>
        {text.addProbe}
      </Button>
    </form>
  )
}
