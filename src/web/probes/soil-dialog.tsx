/** Sets how much water the soil around one probe holds. */
import { useState } from 'react'
import { SOIL_TEXTURES } from '../../agronomy/soil/soil-texture.ts'
import { problems } from '../../contract/errors.ts'
import { useChangeSoil } from '../api/probes.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import { NumberField } from '../ui/number-field.tsx'
import css from './soil-dialog.module.css'
import { presetText, soilPatch, textureText, typedSoilOf } from './probe-soil.ts'
import type { KnownProbe, TypedSoil } from './probe-soil.ts'

export function SoilDialog({ known, onClose }: { known: KnownProbe; onClose: () => void }) {
  const { system, probe } = known
  const change = useChangeSoil(system.name)
  const [typed, setTyped] = useState<TypedSoil>(() => typedSoilOf(probe))
  const [tried, setTried] = useState(false)
  const patch = soilPatch(typed)
  const submit = () => {
    setTried(true)
    if (patch && !change.isPending) change.mutate({ number: probe.number, patch }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={`Soil around probe ${probe.number}`}
      intro={<p>Per cent of the volume. Maps, graphs and prescriptions of {system.name} count with it.</p>}
      submit="Save soil"
      busy={change.isPending ? 'Saving…' : false}
      formClass={css.form}
      onSubmit={submit}
      onCancel={onClose}
      fields={
        <>
          <Dropdown
            label="Texture"
            placeholder={`As ${system.name} (${textureText(system.texture).toLowerCase()})`}
            value={typed.texture}
            options={SOIL_TEXTURES.map((texture) => ({ value: texture, label: presetText(texture) }))}
            onChange={(text) =>
              setTyped({ ...typed, texture: SOIL_TEXTURES.find((texture) => texture === text) ?? '' })
            }
          />
          <NumberField
            label="Field capacity"
            unit="%"
            value={typed.fieldCapacity}
            hint="Empty: that of the texture."
            onChange={(fieldCapacity) => setTyped({ ...typed, fieldCapacity })}
          />
          <NumberField
            label="Wilting point"
            unit="%"
            value={typed.wiltingPoint}
            hint="Empty: that of the texture."
            onChange={(wiltingPoint) => setTyped({ ...typed, wiltingPoint })}
          />
        </>
      }
    >
      {tried && !patch ? <Notice tone="fault">{problems.soil_limits_invalid.message}</Notice> : null}
      {change.isError ? <Notice tone="fault">{sentenceOf(change.error)}</Notice> : null}
    </FormDialog>
  )
}
