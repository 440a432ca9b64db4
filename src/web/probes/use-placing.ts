/** The probe being placed: its position, until its number is entered. */
import { useState } from 'react'
import type { Dispatch } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { PlacementMode, PlacementStep } from './placement-draft.ts'

/** What the number prompt is about: where I am, followed as I move; the crosshair; or where the map was pressed. */
export type AskedPlace = { from: 'own' } | { from: 'centre' | 'pressed'; place: LatLng }

export interface PlacingParts {
  mode: PlacementMode
  dispatch: Dispatch<PlacementStep>
  own: LatLng | null
  /** Middle of the map. */
  centre: () => LatLng
}

export function usePlacing({ mode, dispatch, own, centre }: PlacingParts) {
  const [asked, setAsked] = useState<AskedPlace | null>(null)
  /** 'Place Probe' and its 'Cancel'. */
  const togglePlacing = () => {
    if (mode === 'place') {
      setAsked(null)
      dispatch({ do: 'mode', mode: 'idle' })
    } else {
      dispatch({ do: 'mode', mode: 'place' })
      setAsked({ from: 'own' })
    }
  }
  const askAtCentre = () => {
    dispatch({ do: 'mode', mode: 'place' })
    setAsked({ from: 'centre', place: centre() })
  }
  const askedPlace = asked && 'place' in asked ? asked.place : (own ?? centre())
  /** After a press on the map the next one may follow at once; otherwise placing is done. */
  const endAsking = () => {
    if (asked?.from !== 'pressed') dispatch({ do: 'mode', mode: 'idle' })
    setAsked(null)
  }
  const place = (number: string) => {
    dispatch({ do: 'place', place: askedPlace, number })
    endAsking()
  }
  const moveHere = (id: number) => {
    dispatch({ do: 'grab' })
    dispatch({ do: 'move', id, place: askedPlace })
    endAsking()
  }
  return { asked, setAsked, askedPlace, togglePlacing, askAtCentre, endAsking, place, moveHere }
}
