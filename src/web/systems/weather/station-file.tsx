/** Imports a file of the farm's own weather station: choose, preview, complete, then store. */
import { useState } from 'react'
import { type Weather, WEATHER_FILE_BYTES_MAX, type WeatherFileReport } from '#contract/weather.ts'
import { useDeleteStationDays, useStationFile } from '../../api/weather.ts'
import { problemMessage, errorMessage } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { FileChoice } from '../../shared/files/file-choice.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from '../../shared/files/file-import.module.css'
import {
  CHOICES,
  dayCountText,
  type FileOptions,
  fileCounts,
  savedStationSentence,
  NO_OPTIONS,
  previewTable,
  queryOf,
} from './station-file.text.ts'
import type { DepthUnit } from './weather.text.ts'
import { text } from './weather.text.ts'

export interface StationFileProps {
  system: string
  file: Weather['file']
  unit: DepthUnit
}

export function StationFile({ system, file, unit }: StationFileProps) {
  const [open, setOpen] = useState(false)
  const [stored, setStored] = useState<number | null>(null)
  return (
    <div className={css.part}>
      <h3>{text.ownStation}</h3>
      <p className={css.soft}>{savedStationSentence(file)}</p>
      {stored === null ? null : <Notice tone="done">{text.savedDays(dayCountText(stored))}</Notice>}
      <div className={css.buttons}>
        <Button
          onClick={() => {
            setStored(null)
            setOpen(true)
          }}
        >
          {text.addFile}
        </Button>
        {file === null ? null : <DeleteStation system={system} days={file.days} />}
      </div>
      <Dialog open={open} title={text.addFile} width={760} onClose={() => setOpen(false)}>
        <AddFile
          system={system}
          unit={unit}
          onStored={(days) => {
            setStored(days)
            setOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}

function DeleteStation({ system, days }: { system: string; days: number }) {
  const forget = useDeleteStationDays(system)
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        {text.remove}
      </Button>
      <Dialog
        open={confirming}
        title={text.removeQuestion}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{text.keepIt}</Button>
            <Button
              variant="danger"
              busy={forget.isPending && text.removing}
              onClick={() => forget.mutate(undefined, { onSuccess: () => setConfirming(false) })}
            >
              {text.remove}
            </Button>
          </>
        }
      >
        <p>{text.removedDays(dayCountText(days))}</p>
        {forget.isError ? <p role="alert">{errorMessage(forget.error)}</p> : null}
      </Dialog>
    </>
  )
}

interface AddFileProps {
  system: string
  unit: DepthUnit
  onStored: (days: number) => void
}

function AddFile({ system, unit, onStored }: AddFileProps) {
  const send = useStationFile(system)
  const [file, setFile] = useState<File | null>(null)
  const [reading, setReading] = useState<FileOptions>(NO_OPTIONS)
  const [name, setName] = useState('')
  const large = file !== null && file.size > WEATHER_FILE_BYTES_MAX
  const read = (upload: File, next: FileOptions) => {
    setFile(upload)
    setReading(next)
    if (upload.size > WEATHER_FILE_BYTES_MAX) send.reset()
    else send.mutate({ file: upload, query: { preview: 'true', ...queryOf(next) } })
  }
  const report = send.data?.preview === true ? send.data : null
  const failure = large
    ? problemMessage('weather_file_too_large')
    : send.isError
      ? errorMessage(send.error)
      : null
  const store = (upload: File) =>
    send.mutate(
      { file: upload, query: { ...queryOf(reading), ...(name.trim() === '' ? {} : { name: name.trim() }) } },
      { onSuccess: ({ days }) => onStored(days) },
    )
  return (
    <div className={css.part}>
      <p className={css.soft}>{text.fileHint}</p>
      <FileChoice
        name={file?.name ?? null}
        accept=".csv,.txt,.dat,text/csv,text/plain"
        onChoose={(upload) => read(upload, NO_OPTIONS)}
      />
      {send.isPending ? <LoadingText>{text.readingFile}</LoadingText> : null}
      {failure ? <Notice tone="fault">{failure}</Notice> : null}
      {report ? <Preview report={report} unit={unit} /> : null}
      {file && !large ? (
        <details open={failure !== null}>
          <summary>{text.changeReading}</summary>
          <ReadingOptions reading={reading} onChange={(next) => read(file, next)} />
        </details>
      ) : null}
      {file && report && report.days > 0 ? (
        <div className={css.said}>
          <TextField
            label={text.nameStation}
            placeholder={text.yourStation}
            value={name}
            autoComplete="off"
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button variant="primary" busy={send.isPending && text.savingStation} onClick={() => store(file)}>
            {text.saveDays(dayCountText(report.days))}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Preview({ report, unit }: { report: WeatherFileReport; unit: DepthUnit }) {
  const { understood, refused, refusals } = report
  return (
    <>
      <div>
        <h3>{text.understood}</h3>
        <ul className={css.lines}>
          {understood.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <p>{fileCounts(report)}</p>
      {report.first_days.length > 0 ? <FirstDays report={report} unit={unit} /> : null}
      {refused > 0 ? (
        <div>
          <h3>{text.leftOut(refused)}</h3>
          <ul className={css.lines}>
            {refusals.map((line) => (
              <li key={line}>{line}</li>
            ))}
            {refused > refusals.length ? <li>{text.andMore(refused - refusals.length)}</li> : null}
          </ul>
        </div>
      ) : null}
    </>
  )
}

function FirstDays({ report, unit }: { report: WeatherFileReport; unit: DepthUnit }) {
  const [head = [], ...rows] = previewTable(report, unit)
  return (
    <FigureTable
      label={text.firstDays}
      head={head.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    >
      {rows.map(([day, ...cells]) => (
        <tr key={day}>
          <th scope="row">{day}</th>
          {cells.map((cell, i) => (
            <td key={head[i + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </FigureTable>
  )
}

function ReadingOptions({
  reading,
  onChange,
}: {
  reading: FileOptions
  onChange: (next: FileOptions) => void
}) {
  return (
    <div className={css.said}>
      {CHOICES.map(({ key, label, options }) => (
        <Dropdown
          key={key}
          label={label}
          placeholder={text.asFileSays}
          value={reading[key]}
          options={options}
          onChange={(value) => onChange({ ...reading, [key]: value })}
        />
      ))}
      <ColumnsField
        key={reading.columns}
        columns={reading.columns}
        onChange={(columns) => onChange({ ...reading, columns })}
      />
    </div>
  )
}

/** Sent on blur, not on every keystroke. */
function ColumnsField({ columns, onChange }: { columns: string; onChange: (columns: string) => void }) {
  const [typed, setTyped] = useState(columns)
  return (
    <TextField
      label={text.columns}
      hint={text.columnsExample}
      value={typed}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== columns) onChange(typed)
      }}
    />
  )
}
