/** The designer's state: which system, which design, what is drawn, what is asked before it is lost. */
import { useMemo, useReducer, useState } from 'react'
import type { LatLng } from '../../agronomy/pivot/pivot.ts'
import type { Geofence } from '../../contract/geofences.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useGeofences, useSaveGeofence } from '../api/geofences.ts'
import { usePrescription } from '../api/prescriptions.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { useLeaving } from '../kit/use-leaving.ts'
import type { CellPlace } from '../shared/prescription/prescription-cells.ts'
import { START_VIEW, SYSTEM_ZOOM } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'
import { checkFence } from './fence-check.ts'
import { emptyDraft, isUnsaved, nextDraft } from './fence-draft.ts'

export type OpenDialog = 'save' | 'delete' | 'saved' | null

export type Designer = ReturnType<typeof useDesigner>

export function useDesigner(systems: readonly SystemView[] | undefined) {
  const [name, setName] = useState('')
  const [view, setView] = useState<MapView>(START_VIEW)
  const [draft, dispatch] = useReducer(nextDraft, emptyDraft)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [locked, setLocked] = useState(false)
  const [cells, setCells] = useState(false)
  const [cell, setCell] = useState<CellPlace | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const geofences = useGeofences(name)
  const save = useSaveGeofence(name)
  const prescription = usePrescription(name, cells)
  const system = systems?.find((one) => one.name === name)
  const others = useMemo(
    () => (geofences.data ?? []).filter(({ id }) => id !== draft.saved?.id),
    [geofences.data, draft.saved],
  )
  const check = useMemo(() => checkFence(draft.pins, system, others), [draft.pins, system, others])
  const unsaved = isUnsaved(draft)
  const leaving = useLeaving(unsaved)

  const goTo = (centre: LatLng, zoom: number) => setView({ centre, zoom })
  const chooseSystem = (wanted: string) =>
    leaving.ask(() => {
      setName(wanted)
      setTrouble(null)
      setCell(null)
      dispatch({ do: 'new' })
      const chosen = systems?.find((one) => one.name === wanted)
      if (chosen) goTo({ lat: chosen.latitude, lng: chosen.longitude }, SYSTEM_ZOOM)
    })
  const open = (geofence: Geofence) =>
    leaving.ask(() => {
      setTrouble(null)
      dispatch({ do: 'open', geofence })
    })
  const startNew = () =>
    leaving.ask(() => {
      setTrouble(null)
      dispatch({ do: 'new' })
    })

  const saveAs = (named: { name: string; prescription: number }) => {
    const polygon = draft.pins.map(({ lat, lng }): [number, number] => [lat, lng])
    const enabled = geofences.data?.find(({ id }) => id === draft.saved?.id)?.enabled ?? true
    const body = { ...named, polygon, enabled }
    save.mutate(
      { id: draft.saved?.id ?? null, body },
      {
        onSuccess: (geofence) => {
          dispatch({ do: 'open', geofence })
          setDialog('saved')
        },
      },
    )
  }
  /** Switches the saved geofence as it is saved; what is drawn meanwhile stays drawn. */
  const toggle = (geofence: Geofence) => {
    const { id, prescription, polygon, enabled } = geofence
    setTrouble(null)
    save.mutate(
      { id, body: { name: geofence.name, prescription, polygon, enabled: !enabled } },
      { onError: (error) => setTrouble(sentenceOf(error)) },
    )
  }
  return {
    name,
    system,
    view,
    goTo,
    draft,
    dispatch,
    check,
    others,
    unsaved,
    leaving,
    locked,
    setLocked,
    /** Whether the prescription is shown, and which of its cells is explained. */
    cells,
    setCells,
    cell,
    setCell,
    prescription,
    dialog,
    setDialog: (wanted: OpenDialog) => {
      save.reset()
      setDialog(wanted)
    },
    geofences,
    save,
    saveAs,
    toggle,
    trouble,
    setTrouble,
    chooseSystem,
    open,
    startNew,
    /** A viewer looks only. */
    mayChange: system?.role !== 'viewer',
  }
}
