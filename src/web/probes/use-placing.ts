/** The probe being placed: its position, until its number is entered. */
import { useState } from 'react'
import type { Dispatch } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { PlacementMode, PlacementStep } from './placement-draft.ts'

/** Where the prompted probe goes: the device's position, which is followed; the crosshair; or the clicked place. */
export type PlacementTarget = { from: 'device' } | { from: 'centre' | 'click'; place: LatLng }

export interface PlacingParts {
  mode: PlacementMode
  dispatch: Dispatch<PlacementStep>
  device: LatLng | null
  /** Centre of the map. */
  centre: () => LatLng
}

export function usePlacing({ mode, dispatch, device, centre }: PlacingParts) {
  const [target, setTarget] = useState<PlacementTarget | null>(null)
  /** 'Place Probe' and its 'Cancel'. */
  const togglePlacing = () => {
    if (mode === 'place') {
      setTarget(null)
      dispatch({ type: 'mode', mode: 'idle' })
    } else {
      dispatch({ type: 'mode', mode: 'place' })
      setTarget({ from: 'device' })
    }
  }
  const promptAtCentre = () => {
    dispatch({ type: 'mode', mode: 'place' })
    setTarget({ from: 'centre', place: centre() })
  }
  const targetPlace = target && 'place' in target ? target.place : (device ?? centre())
  /** After a click on the map, place mode stays on; otherwise it ends. */
  const closePrompt = () => {
    if (target?.from !== 'click') dispatch({ type: 'mode', mode: 'idle' })
    setTarget(null)
  }
  const place = (number: string) => {
    dispatch({ type: 'place', place: targetPlace, number })
    closePrompt()
  }
  const moveHere = (id: number) => {
    dispatch({ type: 'grab' })
    dispatch({ type: 'move', id, place: targetPlace })
    closePrompt()
  }
  return { target, setTarget, targetPlace, togglePlacing, promptAtCentre, closePrompt, place, moveHere }
}
