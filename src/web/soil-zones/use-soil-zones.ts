/** State of the page of soil zones: the field, what is drawn or looked at, what is saved, and the dialogs. */
import { useMemo, useReducer, useState } from 'react'
import { EARTH_RADIUS_M } from '../../agronomy/pivot/pivot-geometry.ts'
import { OUTLINE_PINS } from '../../contract/limits.ts'
import { problems } from '../../contract/errors.ts'
import type { SoilZone, SoilZoneBody, SoilZonePin } from '../../contract/soil-zones.ts'
import type { SystemView } from '../../contract/systems.ts'
import { useSaveSoilZone, useSoilZones } from '../api/soil-zones.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { useLeaving } from '../kit/use-leaving.ts'
import { START_VIEW } from '../map/zoom.ts'
import type { MapView } from '../map/zoom.ts'
import { checkOutline } from '../shared/pins/outline-check.ts'
import { emptyDraft, isUnsaved, nextDraft } from '../shared/pins/outline-draft.ts'

type OpenDialog = 'save' | 'delete' | null

/** A zone whose outline can be drawn over again. */
export interface DrawableZone extends SoilZone {
  polygon: SoilZonePin[]
}

export type SoilZonesState = ReturnType<typeof useSoilZonesState>

const TEXTS = {
  few: problems.soil_zone_pins_few.message,
  crossing: problems.soil_zone_crossing.message,
  outside: problems.soil_zone_outside.message,
}

/** Null for a zone of several outlines, with holes, or finer than a hand draws. */
function drawable(zone: SoilZone): DrawableZone | null {
  const [rings, ...others] = zone.polygons
  const [polygon, ...holes] = rings ?? []
  const plain = polygon && others.length === 0 && holes.length === 0
  return plain && polygon.length <= OUTLINE_PINS.max ? { ...zone, polygon } : null
}

export function useSoilZonesState(systems: readonly SystemView[] | undefined) {
  const field = useField(systems)
  const [draft, dispatch] = useReducer(nextDraft<DrawableZone>, emptyDraft)
  /** Looked at as it is: its outline cannot be drawn over. */
  const [fixed, setFixed] = useState<SoilZone | null>(null)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [importing, setImporting] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [locked, setLocked] = useState(false)
  const check = useMemo(() => checkOutline(draft.pins, field.system, TEXTS), [draft.pins, field.system])
  const unsaved = isUnsaved(draft)
  const leaving = useLeaving(unsaved)
  const save = useSaveSoilZone(field.name)
  const held = field.zones.data?.find(({ id }) => id === (draft.saved?.id ?? fixed?.id)) ?? null

  const begin = (zone: SoilZone | null) => {
    setTrouble(null)
    const plain = zone && drawable(zone)
    setFixed(zone && !plain ? zone : null)
    dispatch(plain ? { do: 'open', saved: plain } : { do: 'new' })
  }
  return {
    field,
    draft,
    dispatch,
    check,
    unsaved,
    leaving,
    /** The zone that is looked at, as the server has it now. */
    held,
    fixed,
    dialog,
    setDialog: (wanted: OpenDialog) => {
      save.reset()
      setDialog(wanted)
    },
    importing,
    setImporting: (wanted: boolean) =>
      leaving.ask(() => {
        begin(null)
        setImporting(wanted)
      }),
    trouble,
    setTrouble,
    locked,
    setLocked,
    save,
    saveAs: (soil: Omit<SoilZoneBody, 'polygons'>) => {
      const drawn = draft.pins.map(({ lat, lng }): SoilZonePin => [lat, lng])
      const polygons = fixed ? fixed.polygons : [[drawn]]
      save.mutate(
        { id: fixed?.id ?? draft.saved?.id ?? null, body: { ...soil, polygons } },
        {
          onSuccess: (zone) => {
            begin(zone)
            setDialog(null)
          },
        },
      )
    },
    /** As it is saved; what is drawn meanwhile stays drawn. */
    confirm: ({ id, name, texture, field_capacity, wilting_point, polygons }: SoilZone) => {
      setTrouble(null)
      const body = { name, texture, field_capacity, wilting_point, polygons, confirmed: true }
      save.mutate({ id, body }, { onError: (error) => setTrouble(sentenceOf(error)) })
    },
    chooseSystem: (wanted: string) =>
      leaving.ask(() => {
        begin(null)
        setImporting(false)
        field.choose(wanted)
      }),
    open: (zone: SoilZone | null) => leaving.ask(() => begin(zone)),
    forget: (id: number) => {
      if (draft.saved?.id === id || fixed?.id === id) begin(null)
    },
  }
}

/** Which system's field it is: the one that is worked on, or the only one; a viewer looks only. */
function useField(systems: readonly SystemView[] | undefined) {
  const names = useMemo(() => systems?.map((one) => one.name), [systems])
  const { name, choose } = useChosenSystem(names, { takesOnly: true })
  const system = systems?.find((one) => one.name === name)
  const zones = useSoilZones(name)
  const { latitude, longitude, wetted_radius_m: radiusM } = system ?? {}
  const view = useMemo<MapView>(
    () =>
      latitude === undefined || longitude === undefined || radiusM === undefined
        ? START_VIEW
        : { centre: { lat: latitude, lng: longitude }, zoom: zoomOf(radiusM, latitude) },
    [latitude, longitude, radiusM],
  )
  return { name, system, zones, view, mayChange: system?.role !== 'viewer', choose }
}

/** The width of a phone's map, less its edges. */
const CIRCLE_PX = 300
const TILE_PX = 256

/** The whole circle, as large as a phone shows it: zones are about what lies in it. */
function zoomOf(radiusM: number, latitude: number): number {
  const roundM = 2 * Math.PI * EARTH_RADIUS_M * Math.cos((latitude * Math.PI) / 180)
  return Math.log2((roundM * CIRCLE_PX) / (TILE_PX * 2 * radiusM))
}
