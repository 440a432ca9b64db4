/** The fields for a machine's geometry, and the pivot they describe. */
import type { Pivot } from '../../agronomy/pivot/pivot.ts'
import { wettedRadius } from '../../agronomy/pivot/pivot-zones.ts'
import { MAX_TOWERS } from '../../contract/limits.ts'
import { typedNumber } from '../language/typed-number.ts'
import { NumberField } from '../ui/number-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './desk.module.css'
import { text } from './actions.text.ts'

export interface GeometryDraft {
  latitude: string
  longitude: string
  towers: string
  overhang: string
  timeZone: string
  flow: string
  speed: string
  arc: string
}

/** The server's error and its field. */
export interface FieldError {
  field: string | null
  message: string
}

const numbersOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(typedNumber(text) ?? text))
const orNull = (text: string) => (text.trim() === '' ? null : numberOf(text))

/** The request body; invalid numbers are null, which the server refuses with its message. */
export function geometryBody(draft: GeometryDraft) {
  return {
    latitude: numberOf(draft.latitude),
    longitude: numberOf(draft.longitude),
    tower_radii_m: numbersOf(draft.towers),
    overhang_m: numberOf(draft.overhang),
    time_zone: draft.timeZone.trim(),
    flow_gpm: orNull(draft.flow),
    speed_100_m_min: orNull(draft.speed),
    arc: draft.arc.trim() === '' ? null : numbersOf(draft.arc),
  }
}

/** The typed pivot; null while it cannot be drawn. */
export function pivotOfDraft(draft: GeometryDraft): Pivot | null {
  const { latitude, longitude, tower_radii_m: radii, overhang_m, arc } = geometryBody(draft)
  const increasing = radii.every((radius, tower) => radius > (radii[tower - 1] ?? 0))
  const machine = radii.length > 0 && radii.length <= MAX_TOWERS && increasing && overhang_m >= 0
  if (!machine || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  const [from, to] = arc ?? []
  return {
    place: { lat: latitude, lng: longitude },
    towerRadiiM: radii,
    wettedRadiusM: wettedRadius(radii, overhang_m),
    arc: from === undefined || to === undefined ? null : [from, to],
    flowGpm: null,
    speed100MMin: null,
  }
}

/** The server's names of the fields, which its errors use. */
const NAMES: Record<string, string> = {
  latitude: 'lat',
  longitude: 'lng',
  tower_radii_m: 'towers',
  overhang_m: 'overhang',
  speed_100_m_min: 'speed_100',
}

interface GeometryFieldsProps {
  draft: GeometryDraft
  onChange: (draft: GeometryDraft) => void
  fieldError: FieldError | null
}

export function GeometryFields({ draft, onChange, fieldError }: GeometryFieldsProps) {
  const fieldProps = (field: keyof GeometryDraft, errorName: string) => ({
    value: draft[field],
    error:
      fieldError?.field && (NAMES[fieldError.field] ?? fieldError.field) === errorName
        ? fieldError.message
        : null,
  })
  const change = (field: keyof GeometryDraft) => (value: string) => onChange({ ...draft, [field]: value })
  return (
    <>
      <div className={css.pair}>
        <NumberField label={text.latitude} {...fieldProps('latitude', 'lat')} onChange={change('latitude')} />
        <NumberField
          label={text.longitude}
          {...fieldProps('longitude', 'lng')}
          onChange={change('longitude')}
        />
      </div>
      <TextField
        label={text.towers}
        hint={text.towersHint}
        {...fieldProps('towers', 'towers')}
        onChange={({ currentTarget }) => change('towers')(currentTarget.value)}
      />
      <div className={css.pair}>
        <NumberField
          label={text.overhang}
          {...fieldProps('overhang', 'overhang')}
          onChange={change('overhang')}
        />
        <NumberField
          label={text.flow}
          unit="gpm"
          {...fieldProps('flow', 'flow_gpm')}
          onChange={change('flow')}
        />
        <NumberField
          label={text.speed}
          unit="m/min"
          {...fieldProps('speed', 'speed_100')}
          onChange={change('speed')}
        />
      </div>
      <TextField
        label={text.timeZone}
        {...fieldProps('timeZone', 'time_zone')}
        list="time-zones"
        onChange={({ currentTarget }) => change('timeZone')(currentTarget.value)}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
      <TextField
        label={text.arc}
        hint={text.arcHint}
        {...fieldProps('arc', 'arc')}
        onChange={({ currentTarget }) => change('arc')(currentTarget.value)}
      />
    </>
  )
}
