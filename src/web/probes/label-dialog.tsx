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
import { probeWithNumber, isNumber, isNumberText } from './placement-draft.ts'
import { accuracyText, lastKnownText, placeText, text } from './probe.text.ts'
import type { DevicePositionState } from './use-device-position.ts'
import type { DraftParts, Placing } from './use-placement.ts'
import type { PlacementTarget } from './use-placing.ts'

/** With a worse accuracy one probe cannot be told from the next. */
const COARSE_M = 25
/** Number of suggestions shown. */
const SUGGESTED = 8
const TICK_MS = 10_000

export interface LabelDialogProps extends DraftParts {
  device: DevicePositionState
  placing: Placing
  /** Numbers of reporting probes without a place, for this system. */
  unplaced: readonly number[]
}

export function LabelDialog(props: LabelDialogProps) {
  const { target } = props.placing
  return target ? <OpenLabelDialog {...props} target={target} /> : null
}

function OpenLabelDialog({
  draft,
  device,
  placing,
  unplaced,
  target,
}: LabelDialogProps & { target: PlacementTarget }) {
  const { targetPlace, place, moveHere, closePrompt, setTarget } = placing
  const [number, setNumber] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const duplicate = isNumber(number) ? probeWithNumber(draft.probes, number) : undefined
  const submit = () => {
    setSubmitted(true)
    if (isNumber(number) && !duplicate) place(number)
  }
  return (
    <FormDialog
      title={text.labelProbe}
      submit={text.place}
      secondaryAction={
        target.from === 'device' ? <Button onClick={() => setTarget(null)}>{text.chooseMap}</Button> : null
      }
      onSubmit={submit}
      onCancel={closePrompt}
      fields={
        <TextField
          label={text.probeNumber}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={number}
          error={submitted && number === '' ? text.numberHint : null}
          onChange={({ currentTarget: { value } }) => isNumberText(value) && setNumber(value)}
        />
      }
    >
      <Suggestions numbers={unplaced} onChoose={setNumber} />
      {duplicate ? (
        <Notice
          tone="attention"
          action={
            <Button onClick={() => moveHere(duplicate.id)}>{text.moveProbeHere(duplicate.number)}</Button>
          }
        >
          {text.placedAt(duplicate.number, placeText(duplicate))}
        </Notice>
      ) : null}
      <TargetText target={target} place={targetPlace} device={device.place} error={device.error} />
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

interface TargetTextProps {
  target: PlacementTarget
  place: LatLng
  device: DevicePosition | null
  error: string | null
}

function TargetText({ target, place, device, error }: TargetTextProps) {
  const now = useNow(TICK_MS)
  if (target.from === 'click') return <p>{text.atPressedPlace(placeText(place))}</p>
  if (target.from === 'centre') return <p>{text.atCrosshair(placeText(place))}</p>
  if (!device) {
    return (
      <Notice tone="attention">
        {error ?? text.positionUnknown} {text.crosshairUntilLocated(placeText(place))}
      </Notice>
    )
  }
  const accuracy = accuracyText(device.accuracyM)
  if (error) {
    return (
      <Notice tone="attention">
        {text.atLastKnownPosition(error, lastKnownText(device, now), placeText(place))}
      </Notice>
    )
  }
  return device.accuracyM > COARSE_M ? (
    <Notice tone="attention">{text.atRoughPosition(placeText(place), accuracy)}</Notice>
  ) : (
    <p>{text.atPosition(placeText(place), accuracy)}</p>
  )
}
