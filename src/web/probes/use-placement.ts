/** The page's state: what is placed, where the map is, what is asked, and what is told before something is lost. */
import { useEffect, useReducer, useRef, useState } from 'react'
import { bearingAndDistance } from '../../agronomy/pivot-geometry.ts'
import type { LatLng } from '../../agronomy/pivot-geometry.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useDeleteProbes, useSaveProbes, useSavedProbes } from '../api/probes.ts'
import { CallError } from '../kit/call-error.ts'
import { session } from '../kit/session.ts'
import { browserStorage } from '../kit/storage.ts'
import { claimsOf } from '../kit/token.ts'
import { useLeaving } from '../kit/use-leaving.ts'
import { PROBES_VIEW, SYSTEM_ZOOM, viewAround } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'
import { bodyOf, emptyPlacement, isUnsaved, nextPlacement } from './placement-draft.ts'
import { keepDraft, readDraft } from './placement-storage.ts'
import { useOwnPlace } from './use-own-place.ts'

export type PlacementDialog = 'save' | 'saved' | 'clear' | 'delete' | null

/** What the number prompt is about: where I am, followed as I move; the centre cross; or where the map was pressed. */
export type AskedPlace = { from: 'own' } | { from: 'centre' | 'pressed'; place: LatLng }

export type Placement = ReturnType<typeof usePlacement>

/** Metres by which the map must have been moved so that it no longer goes to me by itself. */
const MOVED_M = 5

export const DELETED = 'Probe group deleted successfully!'
export const NOT_DELETED = 'Error deleting probe group.'

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

/** Where the map is: taken to me once, at my first place, unless it was taken or moved elsewhere before. */
function useView(start: MapView | null, own: LatLng | null) {
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
  return { view, goTo, centre, setCentre }
}

export function usePlacement(systems: readonly SystemView[] | undefined) {
  const { draft, dispatch, kept } = useDraft()
  const own = useOwnPlace()
  const { view, goTo, centre, setCentre } = useView(
    viewAround(kept?.probes ?? [], PROBES_VIEW.zoom),
    own.place,
  )
  const [dialog, setDialog] = useState<PlacementDialog>(null)
  const [asked, setAsked] = useState<AskedPlace | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [guided, setGuided] = useState<number | null>(null)
  const [locked, setLocked] = useState(false)
  const [restored, setRestored] = useState(kept !== null)
  const [told, setTold] = useState<string | null>(null)
  const saved = useSavedProbes()
  const unsaved = isUnsaved(draft)
  const leaving = useLeaving(unsaved)

  const forget = () => {
    setTold(null)
    setChosen(null)
    setGuided(null)
    setRestored(false)
  }
  const chooseSet = (id: string) =>
    leaving.ask(() => {
      const group = saved.data?.find((one) => String(one.id) === id)
      forget()
      dispatch(group ? { do: 'open', group } : { do: 'clear' })
      const places = group?.probes.map(([lat, lng]) => ({ lat, lng })) ?? []
      goTo(viewAround(places, PROBES_VIEW.zoom))
    })
  const showSystem = (name: string) => {
    const system = systems?.find((one) => one.name === name)
    if (system) goTo({ centre: { lat: system.latitude, lng: system.longitude }, zoom: SYSTEM_ZOOM })
  }
  const clear = () => {
    forget()
    setDialog(null)
    dispatch({ do: 'clear' })
  }

  /** 'Place Probe' and its 'Cancel'. */
  const togglePlacing = () => {
    if (draft.mode === 'place') {
      setAsked(null)
      dispatch({ do: 'mode', mode: 'idle' })
    } else {
      dispatch({ do: 'mode', mode: 'place' })
      setAsked({ from: 'own' })
    }
  }
  const askAtCentre = () => {
    dispatch({ do: 'mode', mode: 'place' })
    setAsked({ from: 'centre', place: centre.current })
  }
  const askedPlace = asked && 'place' in asked ? asked.place : (own.place ?? centre.current)
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
    chosen,
    setChosen,
    /** Id of the probe to which I am guided. */
    guided,
    setGuided,
    /** What was left unsaved earlier is back. */
    restored,
    told,
    chooseSet,
    showSystem,
    clear,
    asked,
    setAsked,
    askedPlace,
    togglePlacing,
    askAtCentre,
    endAsking,
    place,
    moveHere,
    keep: useKeeping({ draft, dispatch, setDialog, setTold, clear, setRestored }),
  }
}

type Keeping = Pick<ReturnType<typeof useDraft>, 'draft' | 'dispatch'> & {
  setDialog: (dialog: PlacementDialog) => void
  setTold: (sentence: string | null) => void
  setRestored: (restored: boolean) => void
  clear: () => void
}

/** Saving and deleting on the server. */
function useKeeping({ draft, dispatch, setDialog, setTold, setRestored, clear }: Keeping) {
  const save = useSaveProbes()
  const remove = useDeleteProbes()
  const [doubtful, setDoubtful] = useState(false)
  const send = () =>
    save.mutate(
      { id: draft.saved?.id ?? null, body: bodyOf(draft), doubtful },
      {
        onSuccess: (group) => {
          dispatch({ do: 'stored', group })
          setDoubtful(false)
          setRestored(false)
          setDialog('saved')
        },
        onError: (error) => setDoubtful(error instanceof CallError && error.kind === 'unreachable'),
      },
    )
  const erase = (id: number) =>
    remove.mutate(id, {
      onSuccess: () => {
        clear()
        setTold(DELETED)
        window.alert(DELETED)
      },
      onError: () => window.alert(NOT_DELETED),
    })
  return { save, send, remove, erase }
}
