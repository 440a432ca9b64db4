/** Enters, changes or ends a licence: the volume that a system may divert in a year. */
import { useState } from 'react'
import { licenceBody, volumeUnit } from '../../contract/seasons.ts'
import type { SeasonSystem, VolumeUnit } from '../../contract/seasons.ts'
import { isPageProblem } from '../../contract/page-problems.ts'
import { useEnterLicence } from '../api/seasons.ts'
import { problemMessage, errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { NumberField } from '../ui/number-field.tsx'
import css from './season-page.module.css'
import { VOLUME_UNITS, text } from './season.text.ts'

export interface LicenceDialogProps {
  system: SeasonSystem
  year: number
  /** The default unit of a first licence. */
  unit: VolumeUnit
  onClose: () => void
}

export function LicenceDialog({
  system: { system, licence },
  year,
  unit: offered,
  onClose,
}: LicenceDialogProps) {
  const enter = useEnterLicence(system, year)
  const [volume, setVolume] = useState(licence ? String(licence.volume) : '')
  const [unit, setUnit] = useState<VolumeUnit>(licence?.unit ?? offered)
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    const parsed = licenceBody.safeParse({ volume: volume.trim() === '' ? null : Number(volume), unit })
    const code = parsed.error?.issues[0]?.message ?? ''
    setError(parsed.success ? null : problemMessage(isPageProblem(code) ? code : 'licence_volume_invalid'))
    if (parsed.success) enter.mutate(parsed.data, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text.licenceOf(system)}
      intro={<p>{text.licenceHint(year)}</p>}
      fields={
        <>
          <NumberField label={text.volumePerYear} value={volume} min={0} error={error} onChange={setVolume} />
          <Dropdown
            label={text.unit}
            value={unit}
            options={VOLUME_UNITS}
            onChange={(text) => setUnit(volumeUnit.parse(text))}
          />
        </>
      }
      formClass={css.fields}
      submit={text.saveLicence}
      busy={enter.isPending && text.saving}
      secondaryAction={
        licence ? (
          <Button variant="danger" onClick={() => enter.mutate(null, { onSuccess: onClose })}>
            {text.noLicence}
          </Button>
        ) : null
      }
      onSubmit={submit}
      onCancel={onClose}
    >
      {enter.isError ? <Notice tone="fault">{errorMessage(enter.error)}</Notice> : null}
    </FormDialog>
  )
}
