/** State of the geofence designer, in parts: the field, what is drawn, what is selected, and what is saved. */
import { useMemo, useReducer, useRef, useState } from 'react'
import { pivotOf } from '../../contract/pivot.ts'
import type { Geofence, GeofenceBody } from '../../contract/geofences.ts'
import type { SystemView } from '../../contract/systems.ts'
import { changedGeofence, useGeofences, useSaveGeofence } from '../api/geofences.ts'
import { isRefused } from '../kit/call-error.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { useUnsavedWarning } from '../kit/use-unsaved-warning.ts'
import type { CellPlace } from '../shared/prescription/prescription-cells.ts'
import { mapWidth, START_VIEW, systemZoom } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'
import { checkFence } from './fence-check.ts'
import { useStoredDraft } from './stored-draft.ts'
import { emptyDraft, isUnsaved, nextDraft } from '../shared/pins/outline-draft.ts'

type OpenDialog = 'save' | 'delete' | 'saved' | null

type Geofences = ReturnType<typeof useGeofences>

export type Field = Omit<ReturnType<typeof useField>, 'choose'>
export type Design = ReturnType<typeof useDesign>
export type MapState = ReturnType<typeof useMapState>
export type Saving = ReturnType<typeof useSaving>

export function useDesigner(systems: readonly SystemView[] | undefined) {
  const { choose, ...field } = useField(systems)
  const design = useDesign(field.system, field.geofences)
  const mapState = useMapState(field.system)
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useSaving(field, design)
  const leaving = useUnsavedWarning(design.unsaved, design.discard)

  const begin = (geofence: Geofence | null) => {
    setFailure(null)
    saving.begin()
    design.dispatch(geofence ? { type: 'open', saved: geofence } : { type: 'new' })
  }
  return {
    field,
    design,
    mapState,
    saving,
    leaving,
    failure,
    setFailure,
    chooseSystem: (next: string) =>
      leaving.confirm(() => {
        begin(null)
        choose(next)
      }),
    /** Starts from a saved geofence, or empty. */
    open: (geofence: Geofence | null) => leaving.confirm(() => begin(geofence)),
  }
}

/** The chosen system with its geofences; viewers may not change them. */
function useField(systems: readonly SystemView[] | undefined) {
  const names = useMemo(() => systems?.map((entry) => entry.name), [systems])
  const { name, choose } = useChosenSystem(names)
  const geofences = useGeofences(name)
  const system = systems?.find((candidate) => candidate.name === name)
  return {
    name,
    system,
    geofences,
    mayChange: system?.role !== 'viewer',
    choose,
  }
}

/** The draft and its validation. */
function useDesign(system: SystemView | undefined, geofences: Geofences) {
  const [draft, dispatch] = useReducer(nextDraft<Geofence>, emptyDraft)
  const { restored, discard } = useStoredDraft(system?.name ?? '', draft, dispatch)
  const { data } = geofences
  const others = useMemo(() => (data ?? []).filter(({ id }) => id !== draft.saved?.id), [data, draft.saved])
  const check = useMemo(() => checkFence(draft.pins, system, others), [draft.pins, system, others])
  return {
    draft,
    dispatch,
    check,
    others,
    unsaved: isUnsaved(draft),
    /** The draft was restored from before the page was loaded. */
    restored,
    discard,
    /** The edited geofence as the server has it now. */
    stored: data?.find(({ id }) => id === draft.saved?.id),
  }
}

/** The map's view and lock, and the selected cell of the prescription. */
function useMapState(system: SystemView | undefined) {
  const name = system?.name ?? ''
  const [shownName, setShownName] = useState('')
  const [view, setView] = useState<MapView>(START_VIEW)
  const [locked, setLocked] = useState(false)
  const [cell, setCell] = useState<CellPlace | null>(null)
  // the map moves to a system when it is chosen, by hand or by the URL
  if (name !== shownName) {
    setShownName(name)
    setCell(null)
    if (system) setView({ centre: pivotOf(system).place, zoom: systemZoom(mapWidth(window.innerWidth)) })
  }
  return {
    view,
    locked,
    setLocked,
    cell,
    setCell,
  }
}

/** Saves the draft, enables and disables saved geofences, and the dialogs for both. */
function useSaving({ name: system }: Field, { draft, dispatch }: Design) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  /** Counts openings of dialogs and beginnings of drafts: a late answer must not touch the next one. */
  const turn = useRef({ dialog: 0, draft: 0 })
  const save = useSaveGeofence()
  const toggling = useSaveGeofence()
  const [unconfirmed, setUnconfirmed] = useState<readonly GeofenceBody[]>([])
  return {
    dialog,
    setDialog: (next: OpenDialog) => {
      turn.current.dialog += 1
      save.reset()
      setDialog(next)
    },
    save,
    toggling,
    /** Another draft follows. */
    begin: () => {
      turn.current.draft += 1
      toggling.reset()
      setUnconfirmed([])
    },
    /** @param seen the saved geofence whose name and percentage the dialog began with */
    saveAs: async (
      fields: { name: string; prescription: number },
      seen: Geofence | null = null,
    ): Promise<void> => {
      const { pins, saved } = draft
      const body = { ...fields, polygon: pins.map(({ lat, lng }): [number, number] => [lat, lng]) }
      const before = saved && { ...(seen ?? saved), polygon: saved.polygon }
      const sentIn = { ...turn.current }
      const id = saved?.id ?? null
      if (id === null) setUnconfirmed([...unconfirmed, body])
      try {
        // not a callback of `mutate`, which is dropped when the dialog is closed before the answer
        const geofence = await save.mutateAsync({
          system,
          id,
          body,
          // who was told what is stored now, and saves again, has seen it
          seen: changedGeofence(save.error) ?? before,
          unconfirmed,
        })
        if (sentIn.draft === turn.current.draft) {
          setUnconfirmed([])
          dispatch({ type: 'saved', pins, saved: geofence })
        }
        if (sentIn.dialog === turn.current.dialog) setDialog('saved')
      } catch (error) {
        // the dialog tells `save.error`
        if (isRefused(error)) setUnconfirmed((sent) => sent.filter((sentBody) => sentBody !== body))
      }
    },
    /** Enables or disables the saved geofence without the unsaved edits, which stay on the map. */
    toggle: (geofence: Geofence) => {
      const { id, name, prescription, polygon, enabled } = geofence
      toggling.mutate({
        system,
        id,
        body: { name, prescription, polygon, enabled: !enabled },
        seen: geofence,
      })
    },
  }
}
