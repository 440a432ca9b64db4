/** 'Preview prescription': how the typed settings would change each cell, before anything is sent. */
import { useState } from 'react'
import type { PrescriptionPreview } from '#contract/prescriptions.ts'
import type { Settings, SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { usePreviewSettings } from '../../api/prescriptions.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { PrescriptionLegend } from '../../shared/prescription/prescription-legend.tsx'
import { Savings } from '../../shared/prescription/savings.tsx'
import { PrescriptionPicture } from '../../shared/prescription/prescription-picture.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PumpWarning } from '../../shared/pump/pump-warning.tsx'
import { cellsSentence, waterSentence } from './settings-preview.text.ts'
import { checkedSettings, sameSettings } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'
import { text } from './settings.text.ts'

export interface SettingsPreviewProps {
  system: SystemView
  settings: SettingsFormState
}

export function SettingsPreview({ system, settings }: SettingsPreviewProps) {
  const preview = usePreviewSettings()
  const [shown, setShown] = useState<{ settings: Settings; preview: PrescriptionPreview } | null>(null)
  const { settings: current } = checkedSettings(system.name, settings.values)
  // numbers that were changed before the answer came would be applied as if the picture were theirs
  if (shown && !(current && sameSettings(current, shown.settings))) setShown(null)
  const openPreview = settings.form.handleSubmit((typed) => {
    const { settings: checked } = checkedSettings(system.name, typed)
    if (!checked) return
    preview.mutate(
      { system: system.name, settings: checked },
      { onSuccess: (answer) => setShown({ settings: checked, preview: answer }) },
    )
  })
  const raise = () => {
    settings.setRaisesForPump(true)
    void openPreview()
  }
  return (
    <>
      <Button
        variant="quiet"
        wide
        busy={preview.isPending && text.computing}
        onClick={() => void openPreview()}
      >
        {text.previewPrescription}
      </Button>
      {preview.isError ? (
        <Notice tone="attention">{text.previewFailed(errorMessage(preview.error))}</Notice>
      ) : null}
      {shown ? (
        <PreviewDialog
          preview={shown.preview}
          system={system}
          onRaise={raise}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  )
}

interface PreviewDialogProps {
  preview: PrescriptionPreview
  system: SystemView
  onRaise: () => void
  onClose: () => void
}

function PreviewDialog({ preview, system, onRaise, onClose }: PreviewDialogProps) {
  const { unit } = useUnit()
  const { changes, totals } = preview
  const hasChanges = changes.cells > 0
  const water = waterSentence({ changes, totals }, unit)
  return (
    <Dialog
      open
      scrolls
      title={text.previewTitle}
      onClose={onClose}
      closeLabel={text.closePreview}
      actions={<Button onClick={onClose}>{text.backToSettings}</Button>}
    >
      <p>
        <strong>{cellsSentence(changes)}</strong> {water} {text.nothingSentYet}
      </p>
      {totals ? <Savings prescription={preview} unit={unit} /> : null}
      <PumpWarning preview={preview} unit={unit} onRaise={onRaise} />
      <PrescriptionPicture
        prescription={preview}
        armDeg={system.telemetry?.angle_deg ?? null}
        previous={hasChanges ? changes.former_percent_b64 : undefined}
      />
      <PrescriptionLegend full changed={hasChanges} />
    </Dialog>
  )
}
