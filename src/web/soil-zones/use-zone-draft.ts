/** State of the zone being drawn: outlines and holes, one edited at a time; survives a reload. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { soilZone } from '../../contract/soil-zones.ts'
import type { SoilZone, SoilZonePin, SoilZonePolygon } from '../../contract/soil-zones.ts'
import { SOIL_ZONE_DRAFT_KEY, session } from '../kit/session.ts'
import { browserStorage } from '../kit/storage.ts'
import type { KeyedStorage } from '../kit/storage.ts'
import { claimsOf } from '../kit/token.ts'
import { emptyDraft, nextDraft } from '../shared/pins/outline-draft.ts'
import {
  FIRST_RING,
  namedRings,
  placeWithout,
  ringAt,
  withoutEmpty,
  withoutRing,
  withRing,
} from './zone-rings.ts'
import type { RingPlace } from './zone-rings.ts'

/** The edited ring, and its saved zone; null for a new one. */
interface DrawnRing {
  polygon: readonly SoilZonePin[]
  zone: SoilZone | null
}

const NEW: SoilZonePolygon[] = [[[]]]

const storedDraft = z.object({
  /** Incremented when the format changes: drafts in an older format are ignored. */
  version: z.literal(1),
  /** The owner: another person on this device never sees it. */
  user: z.int(),
  system: z.string(),
  zone: z.nullable(soilZone),
  polygons: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
})
export type StoredZone = Pick<z.infer<typeof storedDraft>, 'system' | 'zone' | 'polygons'>

function storeDraft(storage: KeyedStorage, user: number, stored: StoredZone | null): void {
  try {
    if (stored) storage.setItem(SOIL_ZONE_DRAFT_KEY, JSON.stringify({ version: 1, user, ...stored }))
    else storage.removeItem(SOIL_ZONE_DRAFT_KEY)
  } catch {
    // Storage is full: the page still has the draft, and warns before it is left.
  }
}

/** The unsaved draft of this user, or null. */
function readDraft(storage: KeyedStorage, user: number): StoredZone | null {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(storage.getItem(SOIL_ZONE_DRAFT_KEY) ?? 'null'))
    if (!parsed.success || parsed.data.user !== user) return null
    const { system, zone, polygons } = parsed.data
    return { system, zone, polygons }
  } catch {
    return null
  }
}

/** @param system name of the chosen system, '' without one */
export function useZoneDraft(system: string) {
  const [storage] = useState(browserStorage)
  const [owner] = useState(() => claimsOf(session.getState().access ?? '')?.userId ?? null)
  /** The stored draft, until its system is shown. */
  const [stored, setStored] = useState(() => (owner === null ? null : readDraft(storage, owner)))
  const [restored, setRestored] = useState(false)
  const [draft, dispatch] = useReducer(nextDraft<DrawnRing>, emptyDraft)
  const [shape, setShape] = useState({ polygons: NEW, at: FIRST_RING })
  const zone = draft.saved?.zone ?? null
  /** Including the ring being drawn. */
  const polygons = useMemo(() => withRing(shape.polygons, shape.at, draft.pins), [shape, draft.pins])
  const unsaved = !isSame(withoutEmpty(polygons), zone?.polygons ?? [])

  const show = (nextZone: SoilZone | null, outlines: SoilZonePolygon[], at: RingPlace) => {
    setShape({ polygons: outlines, at })
    dispatch({ type: 'open', saved: { polygon: ringAt(outlines, at), zone: nextZone } })
  }
  if (stored && stored.system === system) {
    setStored(null)
    setRestored(true)
    const outlines = stored.polygons.length > 0 ? stored.polygons : NEW
    show(stored.zone, outlines, FIRST_RING)
  }
  const touched = useRef(false)
  useEffect(() => {
    if (owner === null || system === '') return
    if (unsaved) storeDraft(storage, owner, { system, zone, polygons: withoutEmpty(polygons) })
    else if (touched.current) storeDraft(storage, owner, null)
    touched.current = unsaved
  }, [storage, owner, system, unsaved, zone, polygons])
  const drawn = useRef({ polygons, at: shape.at })
  useEffect(() => {
    drawn.current = { polygons, at: shape.at }
  }, [polygons, shape.at])
  const rings = namedRings(polygons)
  const { at } = shape
  /** Whether the ring may be empty, because no other ring depends on it; it is then dropped. */
  const mayBeEmpty = rings.length > 1 && (at.ring > 0 || polygons[at.polygon]?.length === 1)
  const editRing = (place: RingPlace) => {
    if (draft.pins.length > 0 || !mayBeEmpty) show(zone, polygons, place)
    else show(zone, withoutRing(polygons, at), placeWithout(at, place))
  }
  return {
    draft,
    dispatch,
    /** The saved zone being edited; null for a new one. */
    zone,
    polygons,
    unsaved,
    /** The draft was restored from before the page was loaded. */
    restored: restored && unsaved,
    /** Whether the drawing is still that one, for answers that come late. */
    isStill: (outlines: readonly SoilZonePolygon[]) => drawn.current.polygons === outlines,
    /** The drawing stays, as a change of what is saved by now. */
    keepOver: (saved: SoilZone) => show(saved, drawn.current.polygons, drawn.current.at),
    /** Discards the stored draft. */
    discard: () => {
      if (owner !== null) storeDraft(storage, owner, null)
    },
    rings,
    at,
    mayBeEmpty,
    editRing,
    begin: (nextZone: SoilZone | null) => {
      setRestored(false)
      show(nextZone, nextZone ? nextZone.polygons : NEW, FIRST_RING)
    },
    addOutline: () => {
      const outlines = [...withoutEmpty(polygons), [[]]]
      show(zone, outlines, { polygon: outlines.length - 1, ring: 0 })
    },
    /** Adds a hole to the edited outline, or to the outline of the edited hole. */
    addHole: () => {
      const { polygon } = at
      const outlines = polygons.map((outline, at) => (at === polygon ? [...outline, []] : outline))
      show(zone, outlines, { polygon, ring: (outlines[polygon]?.length ?? 1) - 1 })
    },
    removeRing: () => {
      const outlines = withoutRing(polygons, at)
      show(zone, outlines.length > 0 ? outlines : NEW, FIRST_RING)
    },
  }
}

function isSame(a: readonly SoilZonePolygon[], b: readonly SoilZonePolygon[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
