/** Prescriptions as files: fetched with the session, handed to the browser to save. */
import { useMutation } from '@tanstack/react-query'
import { prescriptionPaths } from '../../contract/prescriptions.ts'
import type { ExportFormat } from '../../contract/prescriptions.ts'
import { client } from '../kit/client.ts'

export interface FileWanted {
  system: string
  /** What ran then; null for a prescription that was never sent. */
  rev: number | null
  format: ExportFormat
}

/** The name that the server gives a file; null when it gives none. */
export function fileNameIn(disposition: string | null): string | null {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null
}

async function fetchFile({ system, rev, format }: FileWanted): Promise<File> {
  const query = new URLSearchParams({ system, format, ...(rev === null ? {} : { rev: String(rev) }) })
  const response = await client.file(`${prescriptionPaths.export}?${query.toString()}`)
  const name = fileNameIn(response.headers.get('content-disposition')) ?? `prescription.${format}`
  return new File([await response.blob()], name)
}

/** A link cannot carry the credential of a header, so the file goes through the page. */
function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}

export function useDownloadPrescription() {
  return useMutation({ mutationFn: fetchFile, onSuccess: save })
}
