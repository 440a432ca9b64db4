/** Connects one system by a form with its circle on the map, or many from a file. */
import { useRouterState } from '@tanstack/react-router'
import { lazy, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ConnectFileAnswer, IssuedSecret } from '../../contract/accounts/desk-acts.ts'
import { texture as textures } from '../../contract/fields.ts'
import { useConnect, useConnectFile } from '../api/desk-actions.ts'
import { CallError, isTransient, errorMessage } from '../kit/call-error.ts'
import { useUnsavedWarning } from '../kit/use-unsaved-warning.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { textureText } from '../shared/soil/soil-limits.ts'
import { FileChoice } from '../shared/files/file-choice.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './desk.module.css'
import { SCROLLS, Section } from './desk-parts.tsx'
import { text as desk } from './desk.text.ts'
import { type GeometryDraft, geometryBody, GeometryFields, pivotOfDraft } from './geometry-fields.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { text } from './actions.text.ts'

const PreviewMap = lazy(async () => ({ default: (await import('./preview-map.tsx')).PreviewMap }))

type Issued = IssuedSecret & { system: string }

const EMPTY: GeometryDraft = {
  latitude: '',
  longitude: '',
  towers: '',
  overhang: '',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  flow: '',
  speed: '',
  arc: '',
}

export function ConnectPage() {
  const [issued, setIssued] = useState<readonly Issued[]>([])
  // the form and the file may both be answered before anyone has written down the secrets of the other
  const add = (secrets: readonly Issued[]) => setIssued((former) => [...former, ...secrets])
  return (
    <Page title={text.connect} hint={text.connectHint}>
      <ConnectOne onConnected={add} />
      <ConnectFromFile onConnected={add} />
      {issued.length > 0 ? <SecretsDialog issued={issued} onClose={() => setIssued([])} /> : null}
    </Page>
  )
}

interface ConnectingProps {
  onConnected: (issued: readonly Issued[]) => void
}

/** The owner's email from the URL, when opened from a customer who waits for a system. */
function useOwnerFromUrl(): string {
  return useRouterState({
    select: ({ location }) => {
      const owner: unknown = Reflect.get(location.search, 'owner')
      return typeof owner === 'string' ? owner : ''
    },
  })
}

function ConnectOne({ onConnected }: ConnectingProps) {
  const form = useConnectForm(onConnected)
  const { draft, setDraft } = form
  const pivot = useMemo(() => pivotOfDraft(draft), [draft])
  return (
    <PictureAndForm
      picture={
        <Section id="preview" title={text.preview}>
          <MapFrame loadingText={desk.loadingMap} fallback={text.withoutMap}>
            <PreviewMap
              pivot={pivot}
              onPress={({ lat, lng }) =>
                setDraft({ ...draft, latitude: lat.toFixed(6), longitude: lng.toFixed(6) })
              }
            />
          </MapFrame>
          <p className={css.soft}>
            {pivot ? text.previewHint : `${text.previewPending} ${text.previewHint}`}
          </p>
        </Section>
      }
      form={
        <>
          <ConnectForm form={form} />
          <LeaveDialog connecting={form.isPending} />
        </>
      }
    />
  )
}

function useConnectForm(onConnected: ConnectingProps['onConnected']) {
  const connect = useConnect()
  const [owner, setOwner] = useState(useOwnerFromUrl())
  const [name, setName] = useState('')
  const [soil, setSoil] = useState('loam')
  const [draft, setDraft] = useState(EMPTY)
  const { error, isPending } = connect
  const send = () =>
    connect.mutate(
      { owner: owner.trim(), name, texture: soil, ...geometryBody(draft) },
      {
        onSuccess({ system, controller, gateway }) {
          onConnected([
            { system, ...controller },
            { system, ...gateway },
          ])
          setName('')
          setDraft({ ...EMPTY, timeZone: draft.timeZone })
        },
      },
    )
  const fieldError = error
    ? { field: error instanceof CallError ? error.field : null, message: errorMessage(error) }
    : null
  return { owner, setOwner, name, setName, soil, setSoil, draft, setDraft, fieldError, isPending, send }
}

function ConnectForm({ form }: { form: ReturnType<typeof useConnectForm> }) {
  const { owner, setOwner, name, setName, soil, setSoil, draft, setDraft, fieldError, isPending, send } = form
  return (
    <form
      className={css.form}
      noValidate
      aria-label={text.connect}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) send()
      }}
    >
      <TextField
        label={text.owner}
        type="email"
        autoComplete="off"
        value={owner}
        error={fieldError?.field === 'owner' || fieldError?.field === 'email' ? fieldError.message : null}
        onChange={({ currentTarget }) => setOwner(currentTarget.value)}
      />
      <TextField
        label={text.name}
        hint={text.nameHint}
        autoComplete="off"
        value={name}
        error={fieldError?.field === 'name' ? fieldError.message : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <GeometryFields draft={draft} onChange={setDraft} fieldError={fieldError} />
      <Dropdown
        label={text.texture}
        value={soil}
        options={textures.options.map((value) => ({ value, label: textureText(value) }))}
        onChange={setSoil}
      />
      {/* the invalid field may be off-screen */}
      {fieldError ? <Notice tone="fault">{fieldError.message}</Notice> : null}
      <Button type="submit" variant="primary" busy={isPending ? text.connecting : false}>
        {text.connectSubmit}
      </Button>
    </form>
  )
}

/** The secrets come with the answer and are told only once: whoever leaves before it never sees them. */
function LeaveDialog({ connecting }: { connecting: boolean }) {
  const { open, stay, leave } = useUnsavedWarning(connecting, () => undefined)
  const answered = useEffectEvent(stay)
  useEffect(() => {
    if (!connecting) answered()
  }, [connecting])
  return (
    <Dialog
      open={open && connecting}
      title={text.connecting}
      onClose={stay}
      actions={
        <>
          <Button variant="danger" onClick={leave}>
            {text.leaveWithoutSecrets}
          </Button>
          <Button variant="primary" onClick={stay} data-autofocus>
            {text.waitForSecrets}
          </Button>
        </>
      }
    >
      <p>{text.leaveHint}</p>
    </Dialog>
  )
}

function ConnectFromFile({ onConnected }: ConnectingProps) {
  const [file, setFile] = useState<File | null>(null)
  const previewFile = useConnectFile()
  const connect = useConnectFile()
  const choose = (nextFile: File) => {
    setFile(nextFile)
    connect.reset()
    previewFile.mutate({ file: nextFile, preview: true })
  }
  const lines = previewFile.data?.lines ?? []
  const invalidCount = lines.filter(({ problem }) => problem !== null).length
  const send = () =>
    file &&
    connect.mutate(
      { file, preview: false },
      {
        onSuccess({ connected }) {
          setFile(null)
          previewFile.reset()
          onConnected(
            connected.flatMap(({ system, controller, gateway }) => [
              { system, ...controller },
              { system, ...gateway },
            ]),
          )
        },
      },
    )
  return (
    <Section id="from-file" title={text.fromFile}>
      <p className={css.soft}>{text.fileHint}</p>
      <FileChoice
        name={file?.name ?? null}
        accept=".csv,text/csv"
        disabled={connect.isPending}
        onChoose={choose}
      />
      {previewFile.isPending ? <LoadingText>{text.readingFile}</LoadingText> : null}
      {previewFile.error ? (
        <Notice
          tone="fault"
          onRetry={file && isTransient(previewFile.error) ? () => choose(file) : undefined}
        >
          {errorMessage(previewFile.error)}
        </Notice>
      ) : null}
      {lines.length > 0 ? <Lines lines={lines} /> : null}
      {invalidCount > 0 ? <Notice tone="attention">{text.invalidLines(invalidCount)}</Notice> : null}
      {lines.length > 0 && invalidCount === 0 ? (
        <Button
          variant="primary"
          className={css.start}
          busy={connect.isPending ? text.connecting : false}
          onClick={send}
        >
          {text.connectAll(lines.length)}
        </Button>
      ) : null}
      {connect.error ? <Notice tone="fault">{errorMessage(connect.error)}</Notice> : null}
      <LeaveDialog connecting={connect.isPending} />
    </Section>
  )
}

function Lines({ lines }: Pick<ConnectFileAnswer, 'lines'>) {
  return (
    <div className={css.box} {...SCROLLS} aria-label={text.fromFile}>
      <table className={classNames(css.table, css.cards)}>
        <thead>
          <tr>
            <th scope="col">{text.line}</th>
            <th scope="col">{desk.system}</th>
            <th scope="col">{desk.owner}</th>
            <th scope="col">{desk.state}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, name, owner, problem }) => (
            <tr key={line}>
              <td data-of={text.line}>{line}</td>
              <th scope="row">{name}</th>
              <td>{owner}</td>
              <td>{problem?.message ?? text.lineValid}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
