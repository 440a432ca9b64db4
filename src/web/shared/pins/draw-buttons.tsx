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
  onFailure: (failure: string | null) => void
}

export function DrawButtons({ draft, dispatch, mayChange, centre, onFailure }: DrawButtonsProps) {
  const { mode, pins, past } = draft
  const full = pins.length >= OUTLINE_PINS.max
  const toggleMode = (pressed: 'add' | 'remove') =>
    dispatch({ type: 'mode', mode: mode === pressed ? 'view' : pressed })
  return (
    <ButtonGroup name={text.pinButtons} sticky>
      <Button
        icon={<MapPinPlus size={ICON} aria-hidden="true" />}
        pressed={mode === 'add'}
        disabled={!mayChange || (full && mode !== 'add')}
        onClick={() => toggleMode('add')}
      >
        {mode === 'add' ? text.stopAddingPins : text.addPins}
      </Button>
      <Button
        icon={<MapPinMinus size={ICON} aria-hidden="true" />}
        pressed={mode === 'remove'}
        disabled={!mayChange || (pins.length === 0 && mode !== 'remove')}
        onClick={() => toggleMode('remove')}
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
      <DevicePositionButton
        disabled={!mayChange || full}
        onPlace={(place) => dispatch({ type: 'add', place })}
        onFailure={onFailure}
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

interface DevicePositionButtonProps extends Pick<DrawButtonsProps, 'onFailure'> {
  disabled: boolean
  onPlace: (place: LatLng) => void
}

function DevicePositionButton({ disabled, onPlace, onFailure }: DevicePositionButtonProps) {
  const [requesting, setRequesting] = useState(false)
  const add = async () => {
    setRequesting(true)
    onFailure(null)
    try {
      onPlace(await requestPosition())
    } catch (error) {
      onFailure(error instanceof Error ? error.message : null)
    } finally {
      setRequesting(false)
    }
  }
  return (
    <Button
      icon={<LocateFixed size={ICON} aria-hidden="true" />}
      disabled={disabled}
      busy={requesting ? text.lookingForYou : false}
      onClick={() => void add()}
    >
      {text.addPinAtMyLocation}
    </Button>
  )
}
