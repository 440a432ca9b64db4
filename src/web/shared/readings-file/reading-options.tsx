/** How the columns of a file of readings are to be read, for what it does not say itself. */
import { useState } from 'react'
import type { ReadingsFileReport } from '#contract/accounts/provider.ts'
import type { FileColumn } from '#contract/readings.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from '../files/file-import.module.css'
import { CHOICES, type FileOptions, sensorKey, sensorText, takenForText, text } from './readings-file.text.ts'

interface ReadingOptionsProps {
  answer: ReadingsFileReport | null
  options: FileOptions
  busy: boolean
  onApply: (options: FileOptions) => void
}

/** Two columns may have the same name. */
function numbered(columns: readonly FileColumn[]) {
  const counts = new Map<string, number>()
  return columns.map((column) => {
    const name = `${column.group ?? ''} ${column.name}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { key: `${name} ${count}`, column }
  })
}

interface SensorColumnsProps {
  columns: readonly FileColumn[]
  sensors: FileOptions['sensors']
  onChange: (sensors: FileOptions['sensors']) => void
}

/** Each column with how it is read, and the sensor that it belongs to; the columns of a port share that field. */
function SensorColumns({ columns, sensors, onChange }: SensorColumnsProps) {
  const first = new Map(columns.toReversed().map((column) => [sensorKey(column), column]))
  return (
    <>
      <h3>{text.columns}</h3>
      <ul className={css.columns} aria-label={text.columns}>
        {numbered(columns).map(({ key, column }) => (
          <li key={key} className={css.column}>
            <div>
              <p className={css.name}>
                {column.group === null ? column.name : `${column.group}: ${column.name}`}
              </p>
              <p className={css.soft}>{takenForText(column)}</p>
            </div>
            {first.get(sensorKey(column)) === column ? (
              <TextField
                label={text.sensorOf(sensorKey(column))}
                placeholder={
                  sensorText(column) || (column.depthCm === null ? 'P1-20cm' : `P1-${column.depthCm}cm`)
                }
                value={sensors[sensorKey(column)] ?? ''}
                autoComplete="off"
                maxLength={60}
                onChange={(event) => onChange({ [sensorKey(column)]: event.currentTarget.value })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <p className={css.soft}>{text.sensorHint}</p>
    </>
  )
}

/** Keeps what is typed even after an error; it is applied when the button is pressed. */
export function ReadingOptions({ answer, options, busy, onApply }: ReadingOptionsProps) {
  const [next, setNext] = useState(options)
  const change = (part: Partial<FileOptions>) => setNext({ ...next, ...part })
  const columns = (answer?.columns ?? []).filter(
    ({ use }) => use !== 'time' && use !== 'station' && use !== 'depth',
  )
  return (
    <form
      className={css.part}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(next)
      }}
    >
      {columns.length > 0 ? (
        <SensorColumns
          columns={columns}
          sensors={next.sensors}
          onChange={(sensors) => change({ sensors: { ...next.sensors, ...sensors } })}
        />
      ) : null}
      <details open={answer?.question != null}>
        <summary>{text.changeReading}</summary>
        <div className={css.said}>
          <TextField
            label={text.wholeFile}
            inputMode="numeric"
            value={next.probe}
            autoComplete="off"
            maxLength={6}
            onChange={(event) => change({ probe: event.currentTarget.value })}
          />
          <TextField
            label={text.stations}
            hint={text.stationsHint}
            value={next.probes}
            autoComplete="off"
            onChange={(event) => change({ probes: event.currentTarget.value })}
          />
          {CHOICES.map(({ key, label, options }) => (
            <Dropdown
              key={key}
              label={label}
              placeholder={text.asFileSays}
              value={next[key]}
              options={options}
              onChange={(value) => change({ [key]: value })}
            />
          ))}
        </div>
      </details>
      <div className={css.buttons}>
        <Button type="submit" busy={busy && text.reading}>
          {text.readAgain}
        </Button>
        {answer?.kept == null ? null : (
          <Button variant="quiet" onClick={() => onApply({ ...next, fresh: true })}>
            {text.forgetAnswers}
          </Button>
        )}
      </div>
    </form>
  )
}
