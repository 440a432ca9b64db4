/** The page's state: what is placed, where the map is, what is asked, and what is told before something is lost. */
import { useEffect, useReducer, useRef, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useSavedProbes } from '../api/probes.ts'
import { session } from '../kit/session.ts'
import { browserStorage } from '../kit/storage.ts'
import { claimsOf } from '../kit/token.ts'
import { useLeaving } from '../kit/use-leaving.ts'
import { PROBES_VIEW, SYSTEM_ZOOM, mapWidth, viewAround } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'
import { emptyPlacement, isUnsaved, nextPlacement } from './placement-draft.ts'
import { keepDraft, readDraft } from './placement-storage.ts'
import { DELETED, usePersistence } from './use-persistence.ts'
import { useOwnPlace } from './use-own-place.ts'
import { usePlacing } from './use-placing.ts'
import { bearingAndDistance } from '../../agronomy/pivot/pivot-geometry.ts'

export type PlacementDialog = 'save' | 'saved' | 'clear' | 'delete' | null

export type Placement = ReturnType<typeof usePlacement>

function viewOf(places: readonly LatLng[]): MapView | null {
  return viewAround(places, PROBES_VIEW.zoom, mapWidth(window.innerWidth))
}

function useDraft() {
  const [storage] = useState(browserStorage)
  const [owner] = useState(() => claimsOf(session.getState().access ?? '')?.userId ?? null)
  const [kept] = useState(() => (owner === null ? null : readDraft(storage, owner)))
  const [draft, dispatch] = useReducer(nextPlacement, emptyPlacement, (empty) =>
    kept ? nextPlacement(empty, { do: 'restore', draft: kept }) : empty,
  )
  useEffect(() => {
    if (owner !== null) keepDraft(storage, owner, draft)
  }, [storage, owner, draft])
  return { draft, dispatch, kept }
}

/** What is looked at, to which probe I am guided, whether something left unsaved is back, and what has been said. */
function useShown(kept: boolean) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [guided, setGuided] = useState<number | null>(null)
  const [restored, setRestored] = useState(kept)
  const [told, setTold] = useState<string | null>(null)
  const forget = (saying: string | null) => {
    setTold(saying)
    setChosen(null)
    setGuided(null)
    setRestored(false)
  }
  return { chosen, setChosen, guided, setGuided, restored, setRestored, told, forget }
}

export function usePlacement(systems: readonly SystemView[] | undefined) {
  const { draft, dispatch, kept } = useDraft()
  const own = useOwnPlace()
  const { view, goTo, centre, setCentre } = useMapView(viewOf(kept?.probes ?? []), own.place)
  const [dialog, setDialog] = useState<PlacementDialog>(null)
  const [locked, setLocked] = useState(false)
  const { setRestored, forget, ...shown } = useShown(kept !== null)
  const saved = useSavedProbes()
  const unsaved = isUnsaved(draft)
  const leaving = useLeaving(unsaved)

  const chooseSet = (id: string) =>
    leaving.ask(() => {
      const group = saved.data?.find((one) => String(one.id) === id)
      forget(null)
      dispatch(group ? { do: 'open', group } : { do: 'clear' })
      const places = group?.probes.map(([lat, lng]) => ({ lat, lng })) ?? []
      goTo(viewOf(places))
    })
  const showSystem = (name: string) => {
    const system = systems?.find((one) => one.name === name)
    if (system) goTo({ centre: { lat: system.latitude, lng: system.longitude }, zoom: SYSTEM_ZOOM })
  }
  const clear = (saying: string | null = null) => {
    forget(saying)
    setDialog(null)
    dispatch({ do: 'clear' })
  }

  const placing = usePlacing({ mode: draft.mode, dispatch, own: own.place, centre })
  const keep = usePersistence({
    draft,
    dispatch,
    onSaved: () => {
      setRestored(false)
      setDialog('saved')
    },
    onDeleted: () => clear(DELETED),
  })
  return {
    draft,
    dispatch,
    unsaved,
    leaving,
    saved,
    own,
    view,
    goTo,
    setCentre,
    locked,
    setLocked,
    dialog,
    setDialog,
    ...shown,
    chooseSet,
    showSystem,
    clear,
    ...placing,
    keep,
  }
}

/** Metres by which the map must have been moved so that it no longer goes to me by itself. */
const MOVED_M = 5

/**
 * Taken to me once, at my first place, unless it was taken or moved elsewhere before.
 *
 * @param start null: the specified default
 */
function useMapView(start: MapView | null, own: LatLng | null) {
  const [view, setView] = useState(start ?? PROBES_VIEW)
  const centre = useRef(view.centre)
  const settled = useRef(start !== null)
  const goTo = (wanted: MapView | null) => {
    if (!wanted) return
    settled.current = true
    centre.current = wanted.centre
    setView(wanted)
  }
  useEffect(() => {
    if (!own || settled.current) return
    settled.current = true
    if (bearingAndDistance(PROBES_VIEW.centre, centre.current).distance > MOVED_M) return
    const place = { lat: own.lat, lng: own.lng }
    centre.current = place
    setView({ centre: place, zoom: PROBES_VIEW.zoom })
  }, [own])
  const setCentre = (place: LatLng) => {
    centre.current = place
  }
  return { view, goTo, centre: () => centre.current, setCentre }
}
