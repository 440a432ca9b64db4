/** Imports a file of readings: choose, preview every column, correct, then store. */
import { useRef, useState } from 'react'
import { READINGS_FILE_BYTES_MAX, type ReadingsFileReport } from '#contract/accounts/provider.ts'
import type { FileColumn } from '#contract/readings.ts'
import { useReadingsFile } from '../../api/probes.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { number } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FileChoice } from '../files/file-choice.tsx'
import css from '../files/file-import.module.css'
import {
  CHOICES,
  countsText,
  importedText,
  type FileOptions,
  NO_OPTIONS,
  queryOf,
  refusedLines,
  text,
  sensorKey,
  sensorText,
  takenForText,
  understoodLines,
} from './readings-file.text.ts'

const MEGABYTE = 1024 * 1024

interface ImportReadingsProps {
  system: string
  /** Clears the file input, because the file may have changed. */
  onStored?: () => void
}

export function ImportReadings({ system, onStored }: ImportReadingsProps) {
  return (
    <section aria-labelledby="import-readings" className={css.part}>
      <h2 id="import-readings">{text.importReadings}</h2>
      <p className={css.soft}>{text.whatItTakes}</p>
      <FileImport key={system} system={system} onStored={onStored} />
    </section>
  )
}

function FileImport({ system, onStored }: ImportReadingsProps) {
  const send = useReadingsFile(system)
  const running = useRef<AbortController>(undefined)
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<FileOptions>(NO_OPTIONS)
  const [cancelled, setCancelled] = useState(false)
  const large = file !== null && file.size > READINGS_FILE_BYTES_MAX
  const start = (wanted: File, next: FileOptions, preview: boolean) => {
    running.current = new AbortController()
    setCancelled(false)
    setFile(wanted)
    setOptions(next)
    if (wanted.size > READINGS_FILE_BYTES_MAX) return send.reset()
    const query = {
      ...queryOf(next),
      name: wanted.name,
      preview: preview ? ('true' as const) : ('false' as const),
    }
    send.mutate(
      { file: wanted, query, signal: running.current.signal },
      preview ? {} : { onSuccess: onStored },
    )
  }
  const cancel = () => {
    running.current?.abort()
    setCancelled(true)
    send.reset()
  }
  const answer = send.data
  const preview = answer && answer.report?.preview !== false ? answer : null
  const stored = answer?.report?.preview === false ? answer.report : null
  return (
    <>
      <FileChoice
        name={file?.name ?? null}
        accept=".csv,.txt,.dat,.tsv,.stm,text/csv,text/plain"
        onChoose={(wanted) => start(wanted, NO_OPTIONS, true)}
      />
      {send.isPending ? (
        <div className={css.buttons}>
          <LoadingText>{send.variables.query.preview === 'true' ? text.reading : text.storing}</LoadingText>
          <Button onClick={cancel}>{text.cancel}</Button>
        </div>
      ) : null}
      {cancelled ? <Notice>{text.cancelled}</Notice> : null}
      {large ? (
        <Notice tone="fault">{text.tooLarge(number(READINGS_FILE_BYTES_MAX / MEGABYTE))}</Notice>
      ) : null}
      {send.isError && !cancelled ? <Notice tone="fault">{errorMessage(send.error)}</Notice> : null}
      {stored ? (
        <Notice tone="done">{text.stored(number(stored.stored), number(stored.duplicate))}</Notice>
      ) : null}
      {preview ? <Preview answer={preview} /> : null}
      {file && !large && !stored ? (
        <ReadingOptions
          key={file.name + file.lastModified}
          answer={preview}
          options={options}
          busy={send.isPending}
          onApply={(next) => start(file, next, true)}
        />
      ) : null}
      {file && preview?.report && preview.report.readings > 0 ? (
        <div className={css.buttons}>
          <Button
            variant="primary"
            busy={send.isPending && text.storing}
            onClick={() => start(file, options, false)}
          >
            {text.store(number(preview.report.readings))}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Preview({ answer }: { answer: ReadingsFileReport }) {
  const { question, asked, report, sample } = answer
  const refusals = refusedLines(answer)
  const more = (report?.refused ?? 0) - refusals.length
  return (
    <>
      {question === null ? null : (
        <Notice tone="attention">
          {text.question}: {importedText(asked, question)}
        </Notice>
      )}
      {report ? (
        <div className={css.part}>
          <h3>{text.understood}</h3>
          <Lines lines={understoodLines(answer)} />
          <p>{countsText(answer)}</p>
        </div>
      ) : null}
      {sample.length > 0 ? (
        <div className={css.part}>
          <h3>{text.firstReadings}</h3>
          <Lines lines={sample} />
        </div>
      ) : null}
      {refusals.length > 0 ? (
        <div className={css.part}>
          <h3>{text.refused(number(report?.refused ?? 0))}</h3>
          <Lines lines={[...refusals, ...(more > 0 ? [text.more(number(more))] : [])]} />
        </div>
      ) : null}
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

interface ReadingOptionsProps {
  answer: ReadingsFileReport | null
  options: FileOptions
  busy: boolean
  onApply: (options: FileOptions) => void
}

/** Two columns may have the same name. */
function numbered(columns: readonly FileColumn[]) {
  const seen = new Map<string, number>()
  return columns.map((column) => {
    const name = `${column.group ?? ''} ${column.name}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
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
function ReadingOptions({ answer, options, busy, onApply }: ReadingOptionsProps) {
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
        <summary>{text.sayHow}</summary>
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
            {text.forget}
          </Button>
        )}
      </div>
    </form>
  )
}
