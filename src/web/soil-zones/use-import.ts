/** State of a soil file import: options, preview, and corrections. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { SOIL_FILE_BYTES_MAX } from '../../contract/limits.ts'
import type { SoilFilePreview, SoilFileQuery, SoilFileZone, SoilZoneBody } from '../../contract/soil-zones.ts'
import { useSaveSoilZones, useSoilFilePreview } from '../api/soil-zones.ts'
import { isTransient, problemMessage, errorMessage } from '../kit/call-error.ts'
import { soilOfTyped, typedSoil } from '../shared/soil/soil-limits.ts'
import type { SoilGiven, TypedSoil } from '../shared/soil/soil-limits.ts'
import { textureLimits } from '../../agronomy/soil/soil-texture.ts'
import type { ZoneOnMap } from './zone-features.ts'

type Reading = Omit<SoilFileQuery, 'system'>

/** A zone of the file, with the changes made on the page. */
export interface ImportedZone {
  zone: SoilFileZone
  included: boolean
  name: string
  typed: TypedSoil
  /** Null while nothing valid is typed. */
  soil: SoilGiven | null
}

export type SoilImport = ReturnType<typeof useImport>

/** @param onSaved told of how many zones were stored, and whether their system is still shown */
export function useImport(system: string, onSaved: (count: number, isShown: boolean) => void) {
  const preview = useSoilFilePreview()
  const save = useSaveSoilZones()
  /** Of a system: another one begins without a file. */
  const [chosen, setChosen] = useState<{ system: string; file: File } | null>(null)
  const isCurrent = chosen?.system === system
  const file = isCurrent ? chosen.file : null
  const [reading, setReading] = useState<Reading>({})
  const [edits, setEdits] = useState<ReadonlyMap<number, Partial<ImportedZone>>>(new Map())
  const [tooLarge, setTooLarge] = useState(false)
  const shown = useRef(system)
  useEffect(() => {
    shown.current = system
  }, [system])
  const data = isCurrent ? preview.data : undefined
  const zones = useMemo(() => importedZones(data, edits), [data, edits])
  const proposed = useMemo(
    () => (data ? zones.filter(({ included }) => included).map(onMap) : null),
    [data, zones],
  )

  const previewFile = (upload: File, next: Reading) => {
    setReading(next)
    setEdits(new Map())
    save.reset()
    preview.mutate({ file: upload, query: { system, ...next } })
  }
  const included = zones.filter((zone) => zone.included)
  const withoutSoil = included.filter(({ soil }) => soil === null)
  return {
    file,
    reading,
    preview: { data, isPending: isCurrent && preview.isPending },
    save: {
      isPending: save.isPending && save.variables.system === system,
      error: save.variables?.system === system ? save.error : null,
    },
    /** An import is under way, which another file would make forget its end. */
    busy: save.isPending,
    zones,
    proposed,
    included,
    withoutSoil,
    failure: failureOf(isCurrent && tooLarge, isCurrent ? preview.error : null),
    choose: (upload: File) => {
      const large = upload.size > SOIL_FILE_BYTES_MAX
      setChosen({ system, file: upload })
      setTooLarge(large)
      if (large) preview.reset()
      else previewFile(upload, {})
    },
    read: (next: Reading) => file && previewFile(file, next),
    /** Reads the same file once more, if that may help. */
    again: file && isTransient(preview.error) ? () => previewFile(file, reading) : undefined,
    edit: (at: number, change: Partial<Pick<ImportedZone, 'included' | 'name' | 'typed'>>) =>
      setEdits(new Map([...edits, [at, { ...edits.get(at), ...change }]])),
    store: (options: { confirmed: boolean; replace: boolean }) => {
      const source = data?.source ?? 'file'
      const bodies = included.flatMap(({ zone, name, soil }): SoilZoneBody[] =>
        soil ? [{ name, ...soil, polygons: zone.polygons, source, confirmed: options.confirmed }] : [],
      )
      save.mutate(
        { system, zones: bodies, replace: options.replace },
        { onSuccess: (saved) => onSaved(saved.length, shown.current === system) },
      )
    },
  }
}

function failureOf(tooLarge: boolean, error: Error | null): string | null {
  if (tooLarge) return problemMessage('soil_file_too_large')
  return error ? errorMessage(error) : null
}

function importedZones(
  preview: SoilFilePreview | undefined,
  edits: ReadonlyMap<number, Partial<ImportedZone>>,
): ImportedZone[] {
  return (preview?.zones ?? []).map((zone, at) => {
    const edited = edits.get(at)
    const typed = edited?.typed ?? typedSoil(zone)
    return {
      zone,
      included: edited?.included ?? true,
      name: edited?.name ?? zone.name,
      typed,
      soil: possible(soilOfTyped(typed)),
    }
  })
}

function possible(soil: SoilGiven | null): SoilGiven | null {
  if (!soil) return null
  return soil.texture !== null || (soil.field_capacity !== null && soil.wilting_point !== null) ? soil : null
}

function onMap({ zone, name, soil }: ImportedZone): ZoneOnMap {
  const preset = soil?.texture ? textureLimits(soil.texture).fieldCapacity : null
  return {
    name,
    polygons: zone.polygons,
    fieldCapacity: soil?.field_capacity ?? preset,
    confirmed: false,
    chosen: false,
  }
}
