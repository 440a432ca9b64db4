/** Buttons that draw an outline: pins on the map, at its centre or at the device's position, and undo. */
import { Crosshair, LocateFixed, MapPinMinus, MapPinPlus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { LatLng } from '#agronomy/pivot/pivot.ts'
import { OUTLINE_PINS } from '#contract/limits.ts'
import { requestPosition } from '../../kit/device-position.ts'
import { ButtonGroup } from '../../ui/button-group.tsx'
import { Button } from '../../ui/button.tsx'
import type { DrawStep, OutlineDraft, Outlined } from './outline-draft.ts'
import { text } from './pin.text.ts'

const ICON = 20

export interface DrawButtonsProps {
  draft: OutlineDraft<Outlined>
  dispatch: (step: DrawStep) => void
  mayChange: boolean
  /** Middle of the map. */
  centre: () => LatLng
  /** Called with an error message; null clears it. */
  onTrouble: (trouble: string | null) => void
}

export function DrawButtons({ draft, dispatch, mayChange, centre, onTrouble }: DrawButtonsProps) {
  const { mode, pins, past } = draft
  const full = pins.length >= OUTLINE_PINS.max
  const turn = (wanted: 'add' | 'remove') =>
    dispatch({ type: 'mode', mode: mode === wanted ? 'look' : wanted })
  return (
    <ButtonGroup name={text.draw} strip>
      <Button
        icon={<MapPinPlus size={ICON} aria-hidden="true" />}
        pressed={mode === 'add'}
        disabled={!mayChange || (full && mode !== 'add')}
        onClick={() => turn('add')}
      >
        {mode === 'add' ? text.stopAddingPins : text.addPins}
      </Button>
      <Button
        icon={<MapPinMinus size={ICON} aria-hidden="true" />}
        pressed={mode === 'remove'}
        disabled={!mayChange || (pins.length === 0 && mode !== 'remove')}
        onClick={() => turn('remove')}
      >
        {mode === 'remove' ? text.cancelRemovePins : text.removePins}
      </Button>
      <Button
        icon={<Crosshair size={ICON} aria-hidden="true" />}
        disabled={!mayChange || full}
        onClick={() => dispatch({ type: 'add', place: centre() })}
      >
        {text.addPinAtCrosshair}
      </Button>
      <OwnPlaceButton
        disabled={!mayChange || full}
        onPlace={(place) => dispatch({ type: 'add', place })}
        onTrouble={onTrouble}
      />
      <Button
        icon={<Undo2 size={ICON} aria-hidden="true" />}
        disabled={past.length === 0}
        onClick={() => dispatch({ type: 'undo' })}
      >
        {text.undo}
      </Button>
    </ButtonGroup>
  )
}

interface OwnPlaceButtonProps extends Pick<DrawButtonsProps, 'onTrouble'> {
  disabled: boolean
  onPlace: (place: LatLng) => void
}

function OwnPlaceButton({ disabled, onPlace, onTrouble }: OwnPlaceButtonProps) {
  const [asking, setAsking] = useState(false)
  const add = async () => {
    setAsking(true)
    onTrouble(null)
    try {
      onPlace(await requestPosition())
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : null)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button
      icon={<LocateFixed size={ICON} aria-hidden="true" />}
      disabled={disabled}
      busy={asking ? text.lookingForYou : false}
      onClick={() => void add()}
    >
      {text.addPinAtMyLocation}
    </Button>
  )
}
