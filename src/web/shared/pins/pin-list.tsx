/** The list of pins: number, latitude, longitude, bearing and distance; editing without the map. */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { pivotOf } from '#contract/pivot.ts'
import { OUTLINE_PINS } from '#contract/limits.ts'
import { DegreesInput, NewDegreesInput, degreesOf } from './degrees-input.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { numbered } from './outline-draft.ts'
import { fromPivotText, text } from './pin.text.ts'
import css from './pin-list.module.css'
import type { SystemView } from '#contract/systems.ts'
import type { DrawStep } from './outline-draft.ts'

export interface PinListProps {
  pins: readonly LatLng[]
  dispatch: (step: DrawStep) => void
  system: SystemView | undefined
  mayChange: boolean
}

export function PinList({ pins, dispatch, system, mayChange }: PinListProps) {
  const pivot = system ? pivotOf(system).place : null
  return (
    <section className={css.section} aria-labelledby="pins-heading">
      <h2 id="pins-heading">{text.pins}</h2>
      {pins.length === 0 ? (
        <p className={css.none}>{text.noPinsYet}</p>
      ) : (
        <ol className={css.list} aria-label={text.pinsInOrder}>
          {numbered(pins).map(({ place: pin, index, number }) => (
            <PinRow
              key={number}
              number={number}
              pin={pin}
              fromPivot={pivot ? fromPivotText(pivot, pin) : null}
              fixed={!mayChange}
              onMove={(place) => {
                dispatch({ type: 'grab' })
                dispatch({ type: 'move', index, place })
              }}
              onRemove={() => dispatch({ type: 'remove', index })}
            />
          ))}
        </ol>
      )}
      {mayChange && pins.length < OUTLINE_PINS.max ? (
        <TypedPin onAdd={(place) => dispatch({ type: 'add', place })} />
      ) : null}
    </section>
  )
}

interface PinRowProps {
  number: number
  pin: LatLng
  fromPivot: string | null
  fixed: boolean
  onMove: (place: LatLng) => void
  onRemove: () => void
}

function PinRow({ number, pin, fromPivot, fixed, onMove, onRemove }: PinRowProps) {
  const ofPin = text.ofPin(number)
  return (
    <li className={css.row}>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <DegreesInput
        label={text.latitude(ofPin)}
        value={pin.lat}
        limit={90}
        fixed={fixed}
        onChange={(lat) => onMove({ ...pin, lat })}
      />
      <DegreesInput
        label={text.longitude(ofPin)}
        value={pin.lng}
        limit={180}
        fixed={fixed}
        onChange={(lng) => onMove({ ...pin, lng })}
      />
      <span className={css.polar}>{fromPivot}</span>
      <button
        type="button"
        className={css.remove}
        aria-label={text.removePin(number)}
        disabled={fixed}
        onClick={onRemove}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </li>
  )
}

function TypedPin({ onAdd }: { onAdd: (place: LatLng) => void }) {
  const [lat, setLat] = useState('')
  const [lng, setLng] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const place = { lat: degreesOf(lat, 90), lng: degreesOf(lng, 180) }
  const add = () => {
    setSubmitted(true)
    if (place.lat === null || place.lng === null) return
    onAdd({ lat: place.lat, lng: place.lng })
    setLat('')
    setLng('')
    setSubmitted(false)
  }
  return (
    <form
      className={classNames(css.row, css.typed)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add()
        event.currentTarget.querySelector('input')?.focus()
      }}
    >
      <span className={css.number} aria-hidden="true">
        <Plus size={18} />
      </span>
      <NewDegreesInput
        label={text.latitudeOfNew}
        text={lat}
        invalid={submitted && place.lat === null}
        onChange={setLat}
      />
      <NewDegreesInput
        label={text.longitudeOfNew}
        text={lng}
        invalid={submitted && place.lng === null}
        onChange={setLng}
      />
      <Button type="submit" className={css.add}>
        {text.addPin}
      </Button>
    </form>
  )
}
