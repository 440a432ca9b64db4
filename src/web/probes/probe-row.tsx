/** One row of the probe list, which opens to edit its number and place. */
import { ChevronDown, Footprints, Layers, MapPinned, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Dispatch } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../kit/paths.ts'
import { useNow } from '../kit/use-now.ts'
import { DegreesInput } from '../shared/pins/degrees-input.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { probeWithNumber, isNumber, isNumberText } from './placement-draft.ts'
import type { PlacementStep, ProbeMarker } from './placement-draft.ts'
import css from './probe-list.module.css'
import { batteryText, soilText, tensionText } from './probe-soil.ts'
import type { StoredProbe } from './probe-soil.ts'
import { probeText, wayText, text } from './probe.text.ts'
import { SoilDialog } from './soil-dialog.tsx'

const ICON = 20
const MINUTE_MS = 60_000

export interface ProbeRowProps {
  probe: ProbeMarker
  fieldName: string
  /** The user's position, for distance and bearing; null while unknown. */
  from: LatLng | null
  statusText: string
  flagged: boolean
  open: boolean
  /** The probes whose numbers are taken; needed only while the row is open. */
  others: readonly ProbeMarker[]
  /** The probe on the server, while the row is open. */
  stored: StoredProbe | null
  dispatch: Dispatch<PlacementStep>
  onToggle: (id: number) => void
  onGuide: (id: number) => void
  onShow: (place: LatLng) => void
}

export const ProbeRow = memo(function ProbeRow(props: ProbeRowProps) {
  const { probe, fieldName, from, statusText, flagged, open, onToggle } = props
  const { id, number } = probe
  return (
    <li className={classNames(css.row, open && css.open)}>
      <button
        type="button"
        className={css.line}
        aria-expanded={open}
        aria-controls={open ? `probe-${id}` : undefined}
        onClick={() => onToggle(id)}
      >
        <span className={classNames(css.number, flagged && css.flagged)} aria-hidden="true">
          {number}
        </span>
        <span className={css.words}>
          <span className={css.label}>{probeText(fieldName, probe)}</span>
          {from ? <span className={css.way}>{wayText(from, probe)}</span> : null}
          {statusText === '' ? null : (
            <span className={classNames(css.status, flagged && css.flagged)}>
              {flagged ? <TriangleAlert size={16} aria-hidden="true" /> : null}
              {statusText}
            </span>
          )}
        </span>
        <ChevronDown className={css.chevron} size={ICON} aria-hidden="true" />
      </button>
      {open ? <RowDetails {...props} /> : null}
    </li>
  )
})

/** Scrolls the list, not the page: whoever clicked a pin is looking at the map. */
function scrollIntoList(opened: HTMLElement | null): void {
  const [row, list] = [opened?.closest('li'), opened?.closest('ul')]
  if (!row || !list) return
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
}

/** Removing the row must not lose the focus: it moves to the next row, else to the field for a new probe. */
function focusNeighbour(opened: HTMLElement | null): void {
  const row = opened?.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target = next?.querySelector('button') ?? row?.closest('section')?.querySelector('form input')
  if (target instanceof HTMLElement) target.focus()
}

function RowDetails({ probe, others, stored, dispatch, onGuide, onShow }: ProbeRowProps) {
  const { id, number, lat, lng } = probe
  const move = (place: LatLng) => {
    dispatch({ type: 'grab' })
    dispatch({ type: 'move', id, place })
  }
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => scrollIntoList(element.current), [])
  return (
    <div ref={element} id={`probe-${id}`} className={css.opened}>
      <div className={css.fields}>
        {[text.number, text.latitude, text.longitude].map((word) => (
          <span key={word} aria-hidden="true">
            {word}
          </span>
        ))}
        <NumberInput
          probe={probe}
          others={others}
          onChange={(value) => dispatch({ type: 'renumber', id, number: value })}
        />
        <DegreesInput
          label={text.latitudeOf(number)}
          value={lat}
          limit={90}
          onChange={(latitude) => move({ lat: latitude, lng })}
        />
        <DegreesInput
          label={text.longitudeOf(number)}
          value={lng}
          limit={180}
          onChange={(longitude) => move({ lat, lng: longitude })}
        />
      </div>
      {stored ? (
        <p className={css.soil}>
          <span>{soilText(stored)}</span>{' '}
          <Link to={paths.soilZones()} search={{ system: stored.system.name }}>
            {text.soilZones}
          </Link>
        </p>
      ) : null}
      {stored ? <Instruments stored={stored} /> : null}
      <div className={css.acts}>
        <Button icon={<Footprints size={ICON} aria-hidden="true" />} onClick={() => onGuide(id)}>
          {text.guideMeTo(number)}
        </Button>
        <Button icon={<MapPinned size={ICON} aria-hidden="true" />} onClick={() => onShow(probe)}>
          {text.showOnMap}
        </Button>
        {stored ? <SoilButton stored={stored} /> : null}
        <Button
          icon={<Trash2 size={ICON} aria-hidden="true" />}
          onClick={() => {
            focusNeighbour(element.current)
            dispatch({ type: 'remove', id })
          }}
        >
          {text.removeProbeNumbered(number)}
        </Button>
      </div>
    </div>
  )
}

/** Tension and battery, if reported. */
function Instruments({ stored }: { stored: StoredProbe }) {
  const now = useNow(MINUTE_MS)
  const lines = [tensionText(stored, now), batteryText(stored, now)].filter((line) => line !== null)
  return lines.map((line) => (
    <p key={line} className={css.soil}>
      {line}
    </p>
  ))
}

function SoilButton({ stored }: { stored: StoredProbe }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Layers size={ICON} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {text.changeSoil}
      </Button>
      {open ? <SoilDialog stored={stored} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface NumberInputProps {
  probe: ProbeMarker
  others: readonly ProbeMarker[]
  onChange: (number: string) => void
}

/** Commits the number on Enter or blur, unless another probe has it; Escape restores the old one. */
function NumberInput({ probe, others, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const duplicate =
    typed !== null && isNumber(typed) && probeWithNumber(others, typed, probe.id) !== undefined
  const invalid = duplicate || typed === ''
  const commit = () => {
    if (typed === null || invalid) return
    setTyped(null)
    if (Number(typed) !== Number(probe.number)) onChange(typed)
  }
  return (
    <>
      <input
        className={css.numberInput}
        inputMode="numeric"
        autoComplete="off"
        aria-label={text.numberOfProbe(probe.number)}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={invalid ? `number-${probe.id}` : undefined}
        value={typed ?? probe.number}
        onChange={({ currentTarget: { value } }) => isNumberText(value) && setTyped(value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      {invalid ? (
        <p id={`number-${probe.id}`} className={css.invalid} role="alert">
          {duplicate ? text.placedAlready(Number(typed)) : text.numberMissing}
        </p>
      ) : null}
    </>
  )
}
