/** Fields for a soil: a texture, or field capacity and wilting point in per cent of the volume. */
import { SOIL_TEXTURES } from '#agronomy/soil/soil-texture.ts'
import { Dropdown } from '../../ui/dropdown.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { presetText, text } from './soil-limits.ts'
import type { TypedSoil } from './soil-limits.ts'

export interface SoilFieldsProps {
  typed: TypedSoil
  onChange: (typed: TypedSoil) => void
  /** The meaning of an empty texture. */
  placeholder: string
  error?: string | null
}

export function SoilFields({ typed, onChange, placeholder, error }: SoilFieldsProps) {
  return (
    <>
      <Dropdown
        label={text.texture}
        placeholder={placeholder}
        value={typed.texture}
        error={error ?? null}
        options={SOIL_TEXTURES.map((texture) => ({ value: texture, label: presetText(texture) }))}
        onChange={(text) =>
          onChange({ ...typed, texture: SOIL_TEXTURES.find((texture) => texture === text) ?? '' })
        }
      />
      <NumberField
        label={text.fieldCapacity}
        unit="%"
        value={typed.fieldCapacity}
        hint={text.emptyTexture}
        onChange={(fieldCapacity) => onChange({ ...typed, fieldCapacity })}
      />
      <NumberField
        label={text.wiltingPoint}
        unit="%"
        value={typed.wiltingPoint}
        hint={text.emptyTexture}
        onChange={(wiltingPoint) => onChange({ ...typed, wiltingPoint })}
      />
    </>
  )
}
