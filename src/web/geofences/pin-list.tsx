/** Every pin in words: number, latitude, longitude, bearing and distance; typed, removed and added without the map. */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { LatLng } from '../../agronomy/pivot-geometry.ts'
import { GEOFENCE_PINS } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { numbered } from './fence-draft.ts'
import { degreesOf, fromPivotText } from './fence-words.ts'
import css from './pin-list.module.css'
import type { Designer } from './use-designer.ts'

const DIGITS = 6

export function PinList({ designer }: { designer: Designer }) {
  const { draft, dispatch, system, mayChange } = designer
  const pivot = system ? { lat: system.latitude, lng: system.longitude } : null
  return (
    <section className={css.section} aria-labelledby="pins-heading">
      <h2 id="pins-heading">Pins</h2>
      {draft.pins.length === 0 ? (
        <p className={css.none}>No pins yet. Press Add Pins, then the map; or type a place below.</p>
      ) : (
        <ol className={css.list} aria-label="Pins in the order placed">
          {numbered(draft.pins).map(({ place: pin, index, number }) => (
            <PinRow
              key={number}
              number={number}
              pin={pin}
              fromPivot={pivot ? fromPivotText(pivot, pin) : null}
              fixed={!mayChange}
              onMove={(place) => {
                dispatch({ do: 'grab' })
                dispatch({ do: 'move', index, place })
              }}
              onRemove={() => dispatch({ do: 'remove', index })}
            />
          ))}
        </ol>
      )}
      {mayChange && draft.pins.length < GEOFENCE_PINS.max ? (
        <TypedPin onAdd={(place) => dispatch({ do: 'add', place })} />
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
  const of = `of pin ${number}`
  return (
    <li className={css.row}>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <DegreesInput
        label={`Latitude ${of}`}
        value={pin.lat}
        limit={90}
        fixed={fixed}
        onChange={(lat) => onMove({ ...pin, lat })}
      />
      <DegreesInput
        label={`Longitude ${of}`}
        value={pin.lng}
        limit={180}
        fixed={fixed}
        onChange={(lng) => onMove({ ...pin, lng })}
      />
      <span className={css.polar}>{fromPivot}</span>
      <button
        type="button"
        className={css.remove}
        aria-label={`Remove pin ${number}`}
        disabled={fixed}
        onClick={onRemove}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </li>
  )
}

interface DegreesInputProps {
  label: string
  value: number
  limit: 90 | 180
  fixed: boolean
  onChange: (degrees: number) => void
}

/** Takes what was typed on Enter or when left; Escape gives back what was there. */
function DegreesInput({ label, value, limit, fixed, onChange }: DegreesInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && degreesOf(typed, limit) === null
  const take = () => {
    const degrees = typed === null ? null : degreesOf(typed, limit)
    if (degrees === null) return
    setTyped(null)
    if (degrees !== value) onChange(degrees)
  }
  return (
    <input
      className={css.degrees}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      title={wrong ? `A number from -${limit} to ${limit}` : undefined}
      value={typed ?? value.toFixed(DIGITS)}
      readOnly={fixed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

function TypedPin({ onAdd }: { onAdd: (place: LatLng) => void }) {
  const [lat, setLat] = useState('')
  const [lng, setLng] = useState('')
  const [asked, setAsked] = useState(false)
  const place = { lat: degreesOf(lat, 90), lng: degreesOf(lng, 180) }
  const add = () => {
    setAsked(true)
    if (place.lat === null || place.lng === null) return
    onAdd({ lat: place.lat, lng: place.lng })
    setLat('')
    setLng('')
    setAsked(false)
  }
  const input = (label: string, value: string, set: (text: string) => void, wrong: boolean) => (
    <input
      className={css.degrees}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={label.split(' ')[0]}
      aria-invalid={asked && wrong ? true : undefined}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
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
      {input('Latitude of a new pin', lat, setLat, place.lat === null)}
      {input('Longitude of a new pin', lng, setLng, place.lng === null)}
      <Button type="submit" className={css.add}>
        Add pin
      </Button>
    </form>
  )
}
