/** Calls for prescriptions: current, previews, explanations, files, and suspect probes. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { GeofenceBody } from '../../contract/geofences.ts'
import {
  cellExplanation,
  prescriptionHistory,
  prescriptionPaths,
  prescriptionPreview,
  prescriptionView,
} from '../../contract/prescriptions.ts'
import type { ExportFormat, PrescriptionView, PreviewBody } from '../../contract/prescriptions.ts'
import { suspectList, suspectPaths } from '../../contract/probes.ts'
import type { VerdictBody } from '../../contract/probes.ts'
import { client } from '../kit/client.ts'
import { saveFile } from '../kit/save-file.ts'
import { useLive } from '../kit/live-stream.ts'
import { KEPT_BY_EVENTS } from '../kit/query-client.ts'
import type { Settings } from '../../contract/systems.ts'
import { SYSTEM_CHANGES } from './systems-live.ts'

const keys = {
  of: (system: string) => ['prescription', system] as const,
  now: (system: string) => ['prescription', system, 'now'] as const,
  history: (system: string) => ['prescription', system, 'history'] as const,
  suspects: (system: string) => ['suspects', system] as const,
  preview: (system: string, geofence: GeofenceToPreview) =>
    ['prescription', system, 'preview', geofence] as const,
  settingsPreview: ({ system, settings }: SettingsToPreview) =>
    ['prescription', system, 'tried', settings] as const,
  cell: (cell: CellOfSystem) => ['prescription', cell.system, 'cell', cell] as const,
}

export function usePrescription(system: string, enabled: boolean) {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: keys.of(system) })
  useLive((event) => {
    if (event.name !== 'prescription' && event.name !== 'delivery') return
    // The prescription of a setting changes with its delivery, and every step of that is a live event.
    const cached = cache.getQueryData<PrescriptionView>(keys.now(system))
    if (event.data.system === system && event.data.rev > (cached?.rev ?? -1)) invalidate()
  }, invalidate)
  return useQuery({
    ...KEPT_BY_EVENTS,
    queryKey: keys.now(system),
    enabled: enabled && system !== '',
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ system })
      return client.get(`${prescriptionPaths.current}?${query.toString()}`, prescriptionView, { signal })
    },
  })
}

/** Sent prescriptions, newest first, a page at a time. */
export function usePrescriptionHistory(system: string) {
  return useInfiniteQuery({
    queryKey: keys.history(system),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        system,
        ...(pageParam === null ? {} : { before: String(pageParam) }),
      })
      return client.get(`${prescriptionPaths.history}?${query.toString()}`, prescriptionHistory, { signal })
    },
    getNextPageParam: ({ next }) => next,
  })
}

/** An unsaved geofence; `id` is that of the saved one that it replaces. */
export type GeofenceToPreview = GeofenceBody & { id?: number }

/** What the prescription would be with it; nothing is stored. Null disables the query. */
export function useGeofencePreview(system: string, geofence: GeofenceToPreview | null) {
  return useQuery({
    queryKey: keys.preview(system, geofence ?? { name: '', prescription: 0, polygon: [] }),
    enabled: geofence !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const body = { system, ...(geofence ? { geofence } : {}) } satisfies PreviewBody
      return client.post(prescriptionPaths.preview, prescriptionPreview, body, { signal })
    },
  })
}

export interface CellOfSystem {
  system: string
  /** 0 to 179, clockwise from north. */
  sector: number
  /** Number of the tower, 1 to 9. */
  tower: number
}

export function useCell(cell: CellOfSystem | null) {
  return useQuery({
    queryKey: keys.cell(cell ?? { system: '', sector: 0, tower: 0 }),
    enabled: cell !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { system, sector, tower } = cell ?? { system: '', sector: 0, tower: 0 }
      const query = new URLSearchParams({ system, sector: String(sector), zone: String(tower) })
      return client.get(`${prescriptionPaths.cell}?${query.toString()}`, cellExplanation, { signal })
    },
  })
}

interface FileRequest {
  system: string
  /** The revision that ran; null for a prescription that was never sent. */
  rev: number | null
  format: ExportFormat
}

/** The file name in a `Content-Disposition` header, or null. */
export function fileNameIn(disposition: string | null): string | null {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null
}

async function fetchFile({ system, rev, format }: FileRequest): Promise<File> {
  const query = new URLSearchParams({ system, format, ...(rev === null ? {} : { rev: String(rev) }) })
  const response = await client.file(`${prescriptionPaths.export}?${query.toString()}`)
  const name = fileNameIn(response.headers.get('content-disposition')) ?? `prescription.${format}`
  return new File([await response.blob()], name)
}

export function useDownloadPrescription() {
  return useMutation({ mutationFn: fetchFile, onSuccess: saveFile })
}

interface SettingsToPreview {
  system: string
  settings: Settings
}

async function previewSettings({ system, settings }: SettingsToPreview, signal?: AbortSignal) {
  const body = { system, settings } satisfies PreviewBody
  return client.post(prescriptionPaths.preview, prescriptionPreview, body, signal ? { signal } : {})
}

/** How unsent settings would change the prescription; nothing is stored. */
export function usePreviewSettings() {
  return useMutation({
    scope: SYSTEM_CHANGES,
    mutationFn: (request: SettingsToPreview) => previewSettings(request),
  })
}

/** The same of several systems at once, in their order. */
export function usePreviews(request: readonly SettingsToPreview[]) {
  return useQueries({
    queries: request.map((preview) => ({
      queryKey: keys.settingsPreview(preview),
      queryFn: ({ signal }: { signal: AbortSignal }) => previewSettings(preview, signal),
    })),
  })
}

/** Sensors of a system that are not trusted, or whose readings differ from their neighbours'. */
export function useSuspects(system: string) {
  const cache = useQueryClient()
  const invalidate = () => void cache.invalidateQueries({ queryKey: keys.suspects(system) })
  useLive((event) => {
    const affects = event.name === 'readings' || event.name === 'prescription' || event.name === 'system'
    if (affects && event.data.system === system) invalidate()
  }, invalidate)
  return useQuery({
    queryKey: keys.suspects(system),
    // readings arrive every few minutes, and each answer costs the server a prescription
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ system })
      return client.get(`${suspectPaths.list}?${query.toString()}`, suspectList, { signal })
    },
  })
}

export type ProbeVerdict = Omit<VerdictBody, 'system'>

export function useSetProbeVerdict(system: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (verdict: ProbeVerdict) =>
      client.post(suspectPaths.list, suspectList, { system, ...verdict } satisfies VerdictBody),
    onSuccess: (list) => cache.setQueryData(keys.suspects(system), list),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.of(system) }),
  })
}
