/** State of the soil zones page: the field, selection, draft, saved zones and dialogs. */
import { useMemo, useRef, useState } from 'react'
import type { SoilZone, SoilZoneBody } from '../../contract/soil-zones.ts'
import type { SystemView } from '../../contract/systems.ts'
import { changedZone, useSaveSoilZone, useSoilZones } from '../api/soil-zones.ts'
import { isRefused, problemMessage } from '../kit/call-error.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { useUnsavedWarning } from '../kit/use-unsaved-warning.ts'
import { circlePx, mapWidth, START_VIEW } from '../map/zoom.ts'
import { checkOutline } from '../shared/pins/outline-check.ts'
import { circleView } from '../shared/pivot/pivot-features.ts'
import { usePivot } from '../shared/pivot/use-pivot.ts'
import { useZoneDraft } from './use-zone-draft.ts'
import { withoutEmpty } from './zone-rings.ts'

type OpenDialog = 'save' | 'delete' | null

export type SoilZonesState = ReturnType<typeof useSoilZonesState>

const TEXTS = {
  few: problemMessage('soil_zone_pins_few'),
  crossing: problemMessage('soil_zone_crossing'),
  outside: problemMessage('soil_zone_outside'),
}

export function useSoilZonesState(systems: readonly SystemView[] | undefined) {
  const field = useField(systems)
  const drawing = useZoneDraft(field.name)
  const { draft, dispatch, polygons, unsaved, zone } = drawing
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [importing, setImporting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [locked, setLocked] = useState(false)
  const several = drawing.rings.length > 1
  const check = useMemo(() => {
    const outlineCheck = checkOutline(draft.pins, field.system, TEXTS)
    // one of several outlines may be outside the field, and outlines without pins are ignored
    const passes =
      draft.pins.length === 0 ? drawing.mayBeEmpty : several && outlineCheck.saveError === TEXTS.outside
    return passes ? { ...outlineCheck, saveError: null } : outlineCheck
  }, [draft.pins, field.system, several, drawing.mayBeEmpty])
  const leaving = useUnsavedWarning(unsaved, drawing.discard)
  const save = useSaveSoilZone()
  /** Counts openings of dialogs and beginnings of drafts: a late answer must not touch the next one. */
  const turn = useRef({ dialog: 0, draft: 0 })
  const [unconfirmed, setUnconfirmed] = useState<readonly SoilZoneBody[]>([])
  const stored = field.zones.data?.find(({ id }) => id === zone?.id) ?? null

  const begin = (nextZone: SoilZone | null) => {
    turn.current.draft += 1
    setUnconfirmed([])
    setFailure(null)
    drawing.begin(nextZone)
  }
  return {
    field,
    draft,
    dispatch,
    check,
    drawing,
    unsaved,
    leaving,
    /** The selected zone as the server has it now. */
    stored,
    dialog,
    setDialog: (nextDialog: OpenDialog) => {
      turn.current.dialog += 1
      save.reset()
      setDialog(nextDialog)
    },
    importing,
    /** What was imported is stored; a drawing begun since stays. */
    endImport: () => setImporting(false),
    setImporting: (open: boolean) =>
      leaving.confirm(() => {
        begin(null)
        setImporting(open)
      }),
    failure,
    setFailure,
    locked,
    setLocked,
    save,
    /** @param seen the saved zone whose name and soil the dialog began with */
    saveAs: async (soil: Omit<SoilZoneBody, 'polygons'>, seen: SoilZone | null): Promise<void> => {
      const body = { ...soil, polygons: withoutEmpty(polygons) }
      const before = zone && { ...(seen ?? zone), polygons: zone.polygons }
      const sentIn = { ...turn.current }
      const id = zone?.id ?? null
      if (id === null) setUnconfirmed([...unconfirmed, body])
      try {
        // not a callback of `mutate`, which is dropped when the dialog is closed before the answer
        const saved = await save.mutateAsync({
          system: field.name,
          id,
          body,
          // who was told what is stored now, and saves again, has seen it
          seen: changedZone(save.error) ?? before,
          unconfirmed,
        })
        if (sentIn.draft === turn.current.draft) {
          setUnconfirmed([])
          if (drawing.isStill(polygons)) begin(saved)
          else drawing.keepOver(saved)
        }
        if (sentIn.dialog === turn.current.dialog) setDialog(null)
      } catch (error) {
        // the dialog tells `save.error`
        if (isRefused(error)) setUnconfirmed((sent) => sent.filter((sentBody) => sentBody !== body))
      }
    },
    chooseSystem: (systemName: string) =>
      leaving.confirm(() => {
        begin(null)
        setImporting(false)
        field.choose(systemName)
      }),
    open: (nextZone: SoilZone | null) => leaving.confirm(() => begin(nextZone)),
    /** Clears the drawing of a zone that was deleted, unless it is another one by now. */
    discard: (id: number) => {
      if (zone?.id === id && drawing.isStill(polygons)) begin(null)
    },
  }
}

/** The chosen or only system with its zones; viewers may not change them. */
function useField(systems: readonly SystemView[] | undefined) {
  const names = useMemo(() => systems?.map((entry) => entry.name), [systems])
  const { name, choose } = useChosenSystem(names, { selectOnly: true })
  const system = systems?.find((candidate) => candidate.name === name)
  const zones = useSoilZones(name)
  const pivot = usePivot(system)
  // the whole circle as it fits on a phone, because zones cover its inside
  const view = useMemo(
    () => (pivot ? circleView(pivot, circlePx(mapWidth(window.innerWidth))) : START_VIEW),
    [pivot],
  )
  return { name, system, zones, view, mayChange: system?.role !== 'viewer', choose }
}
