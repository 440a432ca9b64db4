/** State of Place Soil Probes, in parts: placement, map view, selection, dialogs and saving. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import { pivotOf } from '../../contract/pivot.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useSavedProbes } from '../api/probes.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { useUnsavedWarning } from '../kit/use-unsaved-warning.ts'
import { mapWidth, PROBES_VIEW, systemZoom, viewAround } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'
import { isUnsaved } from './placement-draft.ts'
import { usePlacementDraft } from './use-placement-draft.ts'
import { DELETED, usePersistence } from './use-persistence.ts'
import { useDevicePosition } from './use-device-position.ts'
import { usePlacing } from './use-placing.ts'
import { bearingAndDistance } from '../../agronomy/pivot/pivot-geometry.ts'

export type PlacementDialog = 'save' | 'saved' | 'clear' | 'delete' | null

export type Placement = ReturnType<typeof usePlacement>
export type MapState = Placement['mapState']
export type Shown = Placement['shown']
export type Placing = Placement['placing']
export type Saving = Placement['saving']
export type DraftParts = Pick<Placement, 'draft' | 'dispatch'>

function viewOf(places: readonly LatLng[]): MapView | null {
  return viewAround(places, PROBES_VIEW.zoom, mapWidth(window.innerWidth))
}

/** The selected probe, the guided one, whether an unsaved draft was restored, and the current message. */
function useSelection(stored: boolean) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [guided, setGuided] = useState<number | null>(null)
  const [restored, setRestored] = useState(stored)
  const [message, setMessage] = useState<string | null>(null)
  const reset = (message: string | null) => {
    setMessage(message)
    setChosen(null)
    setGuided(null)
    setRestored(false)
  }
  return { chosen, setChosen, guided, setGuided, restored, setRestored, message, discard: reset }
}

export function usePlacement(systems: readonly SystemView[] | undefined) {
  const { draft, dispatch, stored, discard: reset } = usePlacementDraft()
  const device = useDevicePosition()
  const mapState = useMapState(viewOf(stored?.probes ?? []), device.place)
  const [dialog, setDialog] = useState<PlacementDialog>(null)
  const field = useField(systems, mapState, device.error !== null)
  const selection = useSelection(stored !== null)
  const saved = useSavedProbes()
  const unsaved = isUnsaved(draft)
  const leaving = useUnsavedWarning(unsaved, reset)

  const chooseSet = (id: string) =>
    leaving.confirm(() => {
      const group = saved.data?.find((set) => String(set.id) === id)
      selection.discard(null)
      dispatch(group ? { type: 'open', group } : { type: 'clear' })
      const places = group?.probes.map(([lat, lng]) => ({ lat, lng })) ?? []
      mapState.goTo(viewOf(places))
    })
  const clear = (message: string | null = null) => {
    selection.discard(message)
    setDialog(null)
    dispatch({ type: 'clear' })
  }
  const placing = usePlacing({ mode: draft.mode, dispatch, device: device.place, centre: mapState.centre })
  const persistence = usePersistence({
    draft,
    dispatch,
    onSaved: () => {
      selection.setRestored(false)
      setDialog('saved')
    },
    onDeleted: () => clear(DELETED),
  })
  return {
    draft,
    dispatch,
    unsaved,
    leaving,
    device,
    mapState,
    shown: selection,
    /** The probe whose number is being entered. */
    placing,
    /** The saved sets, and opening one. */
    sets: { saved, choose: chooseSet },
    /** The current system; '' without one. */
    system: field.name,
    showSystem: field.show,
    /** Saving and deleting, with their dialogs. */
    saving: { ...persistence, dialog, setDialog, clear },
  }
}

/**
 * The current system. The map moves to the one in the URL; to a remembered one only if there is nothing better.
 *
 * @param positionUnavailable whether the position is unavailable
 */
function useField(
  systems: readonly SystemView[] | undefined,
  { goTo, goInitially }: Record<'goTo' | 'goInitially', (view: MapView) => void>,
  positionUnavailable: boolean,
) {
  const names = useMemo(() => systems?.map(({ name }) => name), [systems])
  const { name, fromUrl, choose } = useChosenSystem(names)
  const shownName = useRef('')
  useEffect(() => {
    const system =
      fromUrl === name && shownName.current !== name && systems?.find((candidate) => candidate.name === name)
    if (!system) return
    shownName.current = name
    goTo({ centre: pivotOf(system).place, zoom: systemZoom(mapWidth(window.innerWidth)) })
  }, [systems, name, fromUrl, goTo])
  useEffect(() => {
    const system = positionUnavailable && systems?.find((candidate) => candidate.name === name)
    if (system) goInitially({ centre: pivotOf(system).place, zoom: systemZoom(mapWidth(window.innerWidth)) })
  }, [systems, name, positionUnavailable, goInitially])
  const show = (systemName: string) => {
    const system = systems?.find((candidate) => candidate.name === systemName)
    if (!system) return
    shownName.current = systemName
    goTo({ centre: pivotOf(system).place, zoom: systemZoom(mapWidth(window.innerWidth)) })
    choose(systemName)
  }
  return { name, show }
}

/** Once the map has been moved by more than this, metres, it no longer follows the first position. */
const MOVED_M = 5

/**
 * The map's position and lock. Moves once to the first position, or to the remembered system if there is none, unless it was moved before.
 *
 * @param start null for the specified default
 */
function useMapState(start: MapView | null, device: LatLng | null) {
  const [locked, setLocked] = useState(false)
  const [view, setView] = useState(start ?? PROBES_VIEW)
  const centre = useRef(view.centre)
  const positioned = useRef(start !== null)
  const goTo = (next: MapView | null) => {
    if (!next) return
    positioned.current = true
    centre.current = next.centre
    setView(next)
  }
  const goInitially = useCallback((next: MapView) => {
    if (positioned.current) return
    positioned.current = true
    if (bearingAndDistance(PROBES_VIEW.centre, centre.current).distance > MOVED_M) return
    centre.current = next.centre
    setView(next)
  }, [])
  useEffect(() => {
    if (device) goInitially({ centre: { lat: device.lat, lng: device.lng }, zoom: PROBES_VIEW.zoom })
  }, [device, goInitially])
  const setCentre = (place: LatLng) => {
    centre.current = place
  }
  return { view, goTo, goInitially, centre: () => centre.current, setCentre, locked, setLocked }
}
