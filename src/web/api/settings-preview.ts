/** What settings that are not sent yet would change of a prescription; nothing is stored. */
import { useMutation } from '@tanstack/react-query'
import { prescriptionPaths, prescriptionPreview } from '../../contract/prescriptions.ts'
import type { Settings } from '../../contract/systems.ts'
import { client } from '../kit/client.ts'

export interface SettingsToTry {
  system: string
  settings: Settings
}

export function usePreviewSettings() {
  return useMutation({
    mutationFn: ({ system, settings }: SettingsToTry) =>
      client.post(prescriptionPaths.preview, prescriptionPreview, { system, settings }),
  })
}
