/** Imports a soil file: choose, preview on the map and as text, complete, then store. */
import { useId, useState } from 'react'
import type { SoilFilePreview } from '../../contract/soil-zones.ts'
import { errorMessage } from '../kit/call-error.ts'
import { areaText } from '../shared/pins/pin.text.ts'
import { SoilFields } from '../shared/soil/soil-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { FileChoice } from '../shared/files/file-choice.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './import-panel.module.css'
import { Swatch } from './soil-zone-list.tsx'
import { leftOutTexts, NOTES, readText, soilInFileText, text } from './soil-zone.text.ts'
import type { ImportedZone, SoilImport } from './use-import.ts'

export interface ImportPanelProps {
  name: string
  /** Number of zones that the system has now. */
  zoneCount: number
  soilImport: SoilImport
  onCancel: () => void
}

export function ImportPanel({ name, zoneCount, soilImport, onCancel }: ImportPanelProps) {
  const { preview, failure, file } = soilImport
  return (
    <section className={css.panel} aria-labelledby="import-heading">
      <h2 id="import-heading">{text.importInto(name)}</h2>
      <p className={css.soft}>{text.importHint}</p>
      <FileChoice
        name={file?.name ?? null}
        accept=".geojson,.json,.zip,application/geo+json,application/json,application/zip"
        onChoose={soilImport.choose}
        disabled={soilImport.busy}
      />
      {preview.isPending ? <LoadingText>{text.readingFile}</LoadingText> : null}
      {failure ? (
        <Notice tone="fault" onRetry={soilImport.again}>
          {failure}
        </Notice>
      ) : null}
      {preview.data && !preview.isPending ? (
        <Preview preview={preview.data} zoneCount={zoneCount} soilImport={soilImport} />
      ) : null}
      <Button onClick={onCancel}>{text.back}</Button>
    </section>
  )
}

interface PreviewProps {
  preview: SoilFilePreview
  zoneCount: number
  soilImport: SoilImport
}

function Preview({ preview, zoneCount, soilImport }: PreviewProps) {
  const { zones, edit } = soilImport
  const leftOut = leftOutTexts(preview.left_out)
  return (
    <>
      <p>{readText(preview)}</p>
      {preview.notes.map((note) => (
        <Notice key={note} tone={note === 'converted' || note === 'horizons' ? 'plain' : 'attention'}>
          {NOTES[note]}
        </Notice>
      ))}
      <Reading preview={preview} soilImport={soilImport} />
      {zones.length === 0 ? <p>{text.noZonesFound}</p> : null}
      <ol className={css.list} aria-label={text.zonesOfFile}>
        {zones.map((imported, at) => (
          <ImportedEntry
            key={`${imported.zone.name} ${String(at)}`}
            number={at + 1}
            imported={imported}
            onEdit={(change) => edit(at, change)}
          />
        ))}
      </ol>
      {leftOut.length > 0 ? (
        <div>
          <h3>{text.leftOut}</h3>
          <ul className={css.leftOut}>
            {leftOut.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {zones.length > 0 ? <Store zoneCount={zoneCount} soilImport={soilImport} /> : null}
    </>
  )
}

const COUNTS = ['2', '3', '4', '5'] as const

/** Assigns columns that were not recognised, or wrongly. */
function Reading({ preview, soilImport: { reading, read } }: Omit<PreviewProps, 'zoneCount'>) {
  const columns = preview.columns.map(({ name }) => ({ value: name, label: name }))
  const numbers = preview.columns
    .filter((column) => column.numbers)
    .map(({ name }) => ({ value: name, label: name }))
  const roles = [
    { key: 'name', label: text.nameOfAZone, options: columns },
    { key: 'texture', label: text.textureText, options: columns },
    { key: 'field_capacity', label: text.fieldCapacity, options: numbers },
    { key: 'wilting_point', label: text.wiltingPoint, options: numbers },
    { key: 'measure', label: text.conductivityToSplit, options: numbers },
  ] as const
  return (
    <details open={preview.zones.length === 0}>
      <summary>{text.chooseColumnsYourself}</summary>
      <div className={css.reading}>
        {roles.map(({ key, label, options }) => (
          <Dropdown
            key={key}
            label={label}
            placeholder={text.asRecognised}
            value={reading[key] ?? preview.read[key] ?? ''}
            options={options}
            onChange={(column) => read({ ...reading, [key]: column === '' ? undefined : column })}
          />
        ))}
        {preview.read.measure === null ? null : (
          <Dropdown
            label={text.splitInto}
            value={reading.zones ?? '3'}
            options={COUNTS.map((count) => ({ value: count, label: text.zones(count) }))}
            onChange={(text) => {
              const zones = COUNTS.find((count) => count === text)
              read({ ...reading, ...(zones ? { zones } : {}) })
            }}
          />
        )}
      </div>
    </details>
  )
}

interface ImportedEntryProps {
  number: number
  imported: ImportedZone
  onEdit: (change: Partial<Pick<ImportedZone, 'included' | 'name' | 'typed'>>) => void
}

function ImportedEntry({ number, imported, onEdit }: ImportedEntryProps) {
  const { zone, included, name, typed, soil } = imported
  const capacity = soil?.field_capacity ?? zone.field_capacity
  return (
    <li>
      <fieldset className={css.entry}>
        <legend className={css.legend}>
          <Swatch fieldCapacity={capacity} /> {text.zoneInsideCircle(number, areaText(zone.inside_m2))}
        </legend>
        <Checkbox
          label={text.importZone}
          checked={included}
          onChange={(event) => onEdit({ included: event.currentTarget.checked })}
        />
        {included ? (
          <>
            <TextField
              label={text.nameOfZone(number)}
              value={name}
              autoComplete="off"
              onChange={(event) => onEdit({ name: event.currentTarget.value })}
            />
            <p className={css.soft}>{soilInFileText(zone)}</p>
            <div className={css.soil}>
              <SoilFields
                typed={typed}
                placeholder={text.limitsOnly}
                error={soil === null ? text.soilMissing : null}
                onChange={(next) => onEdit({ typed: next })}
              />
            </div>
          </>
        ) : null}
      </fieldset>
    </li>
  )
}

function Store({ zoneCount, soilImport }: Omit<PreviewProps, 'preview'>) {
  const { included, withoutSoil, save, store } = soilImport
  const [confirmed, setConfirmed] = useState(false)
  const [replace, setReplace] = useState(false)
  const reasonId = useId()
  const count = `${included.length} ${included.length === 1 ? text.zoneSingular : text.zonePlural}`
  const ready = included.length > 0 && withoutSoil.length === 0
  return (
    <div className={css.store}>
      <Checkbox
        label={text.figuresChecked}
        hint={text.otherwiseGuessed}
        checked={confirmed}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
      {zoneCount > 0 ? (
        <Checkbox
          label={text.deletePresent(zoneCount, zoneCount === 1 ? text.zoneSingular : text.zonePlural)}
          hint={text.otherwiseAdded}
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
      ) : null}
      {save.error ? <Notice tone="fault">{errorMessage(save.error)}</Notice> : null}
      {ready ? null : (
        <p id={reasonId} className={css.soft}>
          {included.length === 0
            ? text.noZoneChosen
            : text.giveSoilTo(withoutSoil.map((zone) => zone.name || text.unnamedZone).join(', '))}
        </p>
      )}
      <Button
        variant="primary"
        disabled={!ready}
        aria-describedby={ready ? undefined : reasonId}
        busy={save.isPending ? text.importing : false}
        onClick={() => store({ confirmed, replace })}
      >
        {text.import(count)}
      </Button>
    </div>
  )
}
