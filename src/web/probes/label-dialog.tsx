/** Asks for the number of a probe before it is placed. */
import { useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { DevicePosition } from '../kit/device-position.ts'
import { useNow } from '../kit/use-now.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './label-dialog.module.css'
import { holderOf, isNumber, isNumberText } from './placement-draft.ts'
import { accuracyText, lastKnownText, placeText, text } from './probe.text.ts'
import type { DevicePositionState } from './use-device-position.ts'
import type { DraftParts, Placing } from './use-placement.ts'
import type { AskedPlace } from './use-placing.ts'

/** A worse accuracy cannot tell one probe from the next. */
const COARSE_M = 25
/** Number of suggestions shown. */
const SUGGESTED = 8
const TICK_MS = 10_000

export interface LabelDialogProps extends DraftParts {
  own: DevicePositionState
  placing: Placing
  /** Numbers of reporting probes without a place, for this system. */
  unplaced: readonly number[]
}

export function LabelDialog(props: LabelDialogProps) {
  const { asked } = props.placing
  return asked ? <OpenLabelDialog {...props} asked={asked} /> : null
}

function OpenLabelDialog({ draft, own, placing, unplaced, asked }: LabelDialogProps & { asked: AskedPlace }) {
  const { askedPlace, place, moveHere, endAsking, setAsked } = placing
  const [number, setNumber] = useState('')
  const [tried, setTried] = useState(false)
  const holder = isNumber(number) ? holderOf(draft.probes, number) : undefined
  const submit = () => {
    setTried(true)
    if (isNumber(number) && !holder) place(number)
  }
  return (
    <FormDialog
      title={text.labelProbe}
      submit={text.place}
      otherwise={
        asked.from === 'own' ? <Button onClick={() => setAsked(null)}>{text.chooseMap}</Button> : null
      }
      onSubmit={submit}
      onCancel={endAsking}
      fields={
        <TextField
          label={text.probeNumber}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={number}
          error={tried && number === '' ? text.numberHint : null}
          onChange={({ currentTarget: { value } }) => isNumberText(value) && setNumber(value)}
        />
      }
    >
      <Suggestions numbers={unplaced} onChoose={setNumber} />
      {holder ? (
        <Notice
          tone="attention"
          action={<Button onClick={() => moveHere(holder.id)}>{text.moveProbeHere(holder.number)}</Button>}
        >
          {text.placedAt(holder.number, placeText(holder))}
        </Notice>
      ) : null}
      <Where asked={asked} place={askedPlace} own={own.place} trouble={own.trouble} />
    </FormDialog>
  )
}

interface SuggestionsProps {
  numbers: readonly number[]
  onChoose: (number: string) => void
}

function Suggestions({ numbers, onChoose }: SuggestionsProps) {
  if (numbers.length === 0) return null
  return (
    <fieldset className={css.suggestions}>
      <legend>{text.reportButNotPlaced}</legend>
      {numbers.slice(0, SUGGESTED).map((number) => (
        <Button key={number} onClick={() => onChoose(String(number))}>
          {number}
        </Button>
      ))}
    </fieldset>
  )
}

interface WhereProps {
  asked: AskedPlace
  place: LatLng
  own: DevicePosition | null
  trouble: string | null
}

function Where({ asked, place, own, trouble }: WhereProps) {
  const now = useNow(TICK_MS)
  if (asked.from === 'pressed') return <p>{text.atPress(placeText(place))}</p>
  if (asked.from === 'centre') return <p>{text.atCrosshair(placeText(place))}</p>
  if (!own) {
    return (
      <Notice tone="attention">
        {trouble ?? text.positionUnknown} {text.untilThenCrosshair(placeText(place))}
      </Notice>
    )
  }
  const accuracy = accuracyText(own.accuracyM)
  if (trouble) {
    return (
      <Notice tone="attention">
        {text.probeGoesThere(trouble, lastKnownText(own, now), placeText(place))}
      </Notice>
    )
  }
  return own.accuracyM > COARSE_M ? (
    <Notice tone="attention">{text.atRoughPosition(placeText(place), accuracy)}</Notice>
  ) : (
    <p>{text.atPosition(placeText(place), accuracy)}</p>
  )
}
