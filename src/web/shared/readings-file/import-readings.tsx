/** Imports a file of readings: choose, preview every column, correct, then store. */
import { useEffect, useRef, useState } from 'react'
import { READINGS_FILE_BYTES_MAX, type ReadingsFileReport } from '#contract/accounts/provider.ts'
import { useReadingsFile } from '../../api/probes.ts'
import { isTransient, errorMessage } from '../../kit/call-error.ts'
import { number } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FileChoice } from '../files/file-choice.tsx'
import css from '../files/file-import.module.css'
import { ReadingOptions } from './reading-options.tsx'
import {
  countsText,
  type FileOptions,
  importedText,
  NO_OPTIONS,
  queryOf,
  refusedLines,
  text,
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
      <p className={css.soft}>{text.description}</p>
      <FileImport key={system} system={system} onStored={onStored} />
    </section>
  )
}

/** Reads a chosen file and stores it; a failed attempt loses neither the file nor what was said about it. */
function useFileImport(system: string) {
  const reading = useReadingsFile(system)
  const storing = useReadingsFile(system)
  const controller = useRef<AbortController>(undefined)
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<FileOptions>(NO_OPTIONS)
  const [cancelled, setCancelled] = useState(false)
  /** Of the same file, perhaps by earlier options: its columns are shown while it is read again. */
  const [latest, setLatest] = useState<ReadingsFileReport | null>(null)
  const requestFor = (upload: File, next: FileOptions, preview: 'true' | 'false') => {
    controller.current = new AbortController()
    setCancelled(false)
    const query = { ...queryOf(next), name: upload.name, preview }
    return { file: upload, query, signal: controller.current.signal }
  }
  const read = (upload: File, next: FileOptions) => {
    const request = requestFor(upload, next, 'true')
    setFile(upload)
    setOptions(next)
    storing.reset()
    if (upload.size > READINGS_FILE_BYTES_MAX) reading.reset()
    else reading.mutate(request, { onSuccess: setLatest })
  }
  return {
    file,
    options,
    cancelled,
    latest,
    reading,
    storing,
    choose: (upload: File) => {
      setLatest(null)
      read(upload, NO_OPTIONS)
    },
    read: (next: FileOptions) => file && read(file, next),
    store: (onStored?: () => void) =>
      file && storing.mutate(requestFor(file, options, 'false'), { onSuccess: onStored }),
    cancel: () => {
      controller.current?.abort()
      setCancelled(true)
      if (storing.isPending) storing.reset()
      else reading.reset()
    },
  }
}

function FileImport({ system, onStored }: ImportReadingsProps) {
  const state = useFileImport(system)
  const { file, options, reading, storing, latest } = state
  const large = file !== null && file.size > READINGS_FILE_BYTES_MAX
  const done = storing.data?.report ?? null
  const preview = done || large ? null : (reading.data ?? null)
  return (
    <>
      <FileChoice
        name={file?.name ?? null}
        accept=".csv,.txt,.dat,.tsv,.stm,text/csv,text/plain"
        onChoose={state.choose}
      />
      {reading.isPending ? (
        <div className={css.buttons}>
          <LoadingText>{text.reading}</LoadingText>
          <Button onClick={state.cancel}>{text.cancel}</Button>
        </div>
      ) : null}
      {state.cancelled && !preview ? <Notice>{text.cancelled}</Notice> : null}
      {large ? (
        <Notice tone="fault">{text.tooLarge(number(READINGS_FILE_BYTES_MAX / MEGABYTE))}</Notice>
      ) : null}
      {reading.isError && !state.cancelled ? (
        <Notice tone="fault" onRetry={isTransient(reading.error) ? () => state.read(options) : undefined}>
          {errorMessage(reading.error)}
        </Notice>
      ) : null}
      {done ? <Stored report={done} /> : null}
      {preview ? <Preview answer={preview} /> : null}
      {file && !large && !done ? (
        <ReadingOptions
          key={file.name + file.lastModified}
          answer={preview ?? latest}
          options={options}
          busy={reading.isPending}
          onApply={state.read}
        />
      ) : null}
      {preview?.report && preview.report.readings > 0 ? (
        <Store count={preview.report.readings} state={state} onStored={onStored} />
      ) : null}
    </>
  )
}

interface StoreProps {
  /** Of the readings in the file. */
  count: number
  state: ReturnType<typeof useFileImport>
  onStored: (() => void) | undefined
}

/** The last step; what comes of it is said where the finger is. */
function Store({ count, state: { storing, cancelled, store, cancel }, onStored }: StoreProps) {
  return (
    <>
      {cancelled ? <Notice>{text.cancelled}</Notice> : null}
      {storing.isError && !cancelled ? <Notice tone="fault">{errorMessage(storing.error)}</Notice> : null}
      <div className={css.buttons}>
        <Button variant="primary" busy={storing.isPending && text.storing} onClick={() => store(onStored)}>
          {text.store(number(count))}
        </Button>
        {storing.isPending ? <Button onClick={cancel}>{text.cancel}</Button> : null}
      </div>
    </>
  )
}

function Stored({ report }: { report: NonNullable<ReadingsFileReport['report']> }) {
  const words = useRef<HTMLDivElement>(null)
  // it replaces the button that was pressed, so it takes over its focus
  useEffect(() => words.current?.focus(), [])
  return (
    <div ref={words} tabIndex={-1}>
      <Notice tone="done">{text.stored(number(report.stored), number(report.duplicate))}</Notice>
    </div>
  )
}

function Preview({ answer }: { answer: ReadingsFileReport }) {
  const { question, asked, report, sample } = answer
  const refusals = refusedLines(answer)
  const unlisted = (report?.refused ?? 0) - refusals.length
  return (
    <>
      {question === null ? null : (
        <Notice tone="attention">
          {text.notInFile}: {importedText(asked, question)}
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
          <h3>{text.refusedLines(number(report?.refused ?? 0))}</h3>
          <Lines lines={[...refusals, ...(unlisted > 0 ? [text.andMore(number(unlisted))] : [])]} />
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
