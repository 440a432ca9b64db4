/** The probe being placed: its position, until its number is entered. */
import { useState } from 'react'
import type { Dispatch } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { PlacementMode, PlacementStep } from './placement-draft.ts'

/** Where the prompted probe goes: the current position, which is followed; the crosshair; or the clicked place. */
export type AskedPlace = { from: 'own' } | { from: 'centre' | 'pressed'; place: LatLng }

export interface PlacingParts {
  mode: PlacementMode
  dispatch: Dispatch<PlacementStep>
  own: LatLng | null
  /** Centre of the map. */
  centre: () => LatLng
}

export function usePlacing({ mode, dispatch, own, centre }: PlacingParts) {
  const [asked, setAsked] = useState<AskedPlace | null>(null)
  /** 'Place Probe' and its 'Cancel'. */
  const togglePlacing = () => {
    if (mode === 'place') {
      setAsked(null)
      dispatch({ type: 'mode', mode: 'idle' })
    } else {
      dispatch({ type: 'mode', mode: 'place' })
      setAsked({ from: 'own' })
    }
  }
  const askAtCentre = () => {
    dispatch({ type: 'mode', mode: 'place' })
    setAsked({ from: 'centre', place: centre() })
  }
  const askedPlace = asked && 'place' in asked ? asked.place : (own ?? centre())
  /** After a click on the map, place mode stays on; otherwise it ends. */
  const endAsking = () => {
    if (asked?.from !== 'pressed') dispatch({ type: 'mode', mode: 'idle' })
    setAsked(null)
  }
  const place = (number: string) => {
    dispatch({ type: 'place', place: askedPlace, number })
    endAsking()
  }
  const moveHere = (id: number) => {
    dispatch({ type: 'grab' })
    dispatch({ type: 'move', id, place: askedPlace })
    endAsking()
  }
  return { asked, setAsked, askedPlace, togglePlacing, askAtCentre, endAsking, place, moveHere }
}
