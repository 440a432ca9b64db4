/** Maps fields of a webhook message: paste or open one, correct the guessed meaning of each field, and save the mapping. */
import { useId, useState } from 'react'
import {
  type LiveField,
  type LiveFields,
  type LiveFieldsBody,
  SAMPLE_CHARACTERS_MAX,
} from '#contract/accounts/live-readings.ts'
import { useDeleteLiveType, useLiveFields, useLiveTypes } from '../../api/probes.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { Field } from '../../ui/field.tsx'
import fieldCss from '../../ui/field.module.css'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from '../files/file-import.module.css'
import {
  hasDepth,
  hasProbe,
  readingText,
  fieldBodies,
  text,
  problemText,
  type TypedField,
  typedOf,
  unitsOf,
  USES,
} from './readings-live.text.ts'

/** A pasted message, or the newest received one of a type. */
type Source = Pick<LiveFieldsBody, 'sample' | 'type'>

export function LiveMessages({ system }: { system: string }) {
  return (
    <section aria-labelledby="live-messages" className={css.part}>
      <h2 id="live-messages">{text.title}</h2>
      <p className={css.soft}>{text.description}</p>
      <Messages key={system} system={system} />
    </section>
  )
}

function Messages({ system }: { system: string }) {
  const id = useId()
  const [sample, setSample] = useState('')
  const [source, setSource] = useState<Source | null>(null)
  const preview = useLiveFields(system)
  // keeps what was typed during the next request, and after a failed one
  const [answer, setAnswer] = useState<LiveFields | null>(null)
  const previewFields = (body: Omit<LiveFieldsBody, 'system'>) =>
    preview.mutate(body, { onSuccess: setAnswer })
  const open = (next: Source) => {
    setSource(next)
    setAnswer(null)
    previewFields({ ...next, save: false })
  }
  return (
    <>
      <ReceivedTypes system={system} onOpen={(type) => open({ type })} />
      <form
        className={css.part}
        onSubmit={(event) => {
          event.preventDefault()
          open({ sample })
        }}
      >
        <Field id={id} label={text.sampleMessage}>
          <div className={fieldCss.control}>
            <textarea
              id={id}
              className={fieldCss.input}
              value={sample}
              rows={6}
              spellCheck={false}
              maxLength={SAMPLE_CHARACTERS_MAX}
              onChange={(event) => setSample(event.currentTarget.value)}
            />
          </div>
        </Field>
        <div className={css.buttons}>
          <Button type="submit" busy={preview.isPending && text.reading}>
            {text.readMessage}
          </Button>
        </div>
      </form>
      {preview.isError ? <Notice tone="fault">{errorMessage(preview.error)}</Notice> : null}
      {answer && source ? (
        <FieldMapping
          // reset for another message, kept for the same one
          key={`${answer.type} ${answer.fields.map(({ path }) => path).join(' ')}`}
          answer={answer}
          busy={preview.isPending}
          onType={(type) => open({ ...source, type })}
          onSubmit={(mapping) => previewFields({ ...source, type: answer.type, ...mapping })}
        />
      ) : null}
    </>
  )
}

function ReceivedTypes({ system, onOpen }: { system: string; onOpen: (type: string) => void }) {
  const { data } = useLiveTypes(system)
  const forget = useDeleteLiveType(system)
  const types = data?.types ?? []
  const [open, mapped] = [types.filter(({ said }) => !said), types.filter(({ said }) => said)]
  return (
    <>
      {open.length > 0 ? (
        <div className={css.part}>
          <h3>{text.received}</h3>
          <div className={css.buttons}>
            {open.map(({ type }) => (
              <Button key={type} onClick={() => onOpen(type)}>
                {text.openMessage(type)}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
      {mapped.length > 0 ? (
        <div className={css.part}>
          <h3>{text.savedKinds}</h3>
          <div className={css.buttons}>
            {mapped.map(({ type }) => (
              <Button
                key={type}
                variant="quiet"
                busy={forget.isPending && text.saving}
                onClick={() => forget.mutate(type)}
              >
                {text.deleteKind(type)}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
    </>
  )
}

interface FieldMappingProps {
  answer: LiveFields
  busy: boolean
  onType: (type: string) => void
  onSubmit: (mapping: Pick<LiveFieldsBody, 'fields' | 'device_probe' | 'save'>) => void
}

function FieldMapping({ answer, busy, onType, onSubmit }: FieldMappingProps) {
  const [typed, setTyped] = useState(
    () => new Map(answer.fields.map((field) => [field.path, typedOf(field)])),
  )
  const [probe, setProbe] = useState(answer.device_probe === null ? '' : String(answer.device_probe))
  const submit = (save: boolean) => {
    const number = /^\d{1,6}$/.test(probe.trim()) ? Number(probe) : null
    onSubmit({
      fields: fieldBodies(typed),
      ...(number === null || answer.device === null ? {} : { device_probe: number }),
      save,
    })
  }
  return (
    <form
      className={css.part}
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      <h3>{text.kindLabel(answer.network, answer.type)}</h3>
      {answer.types.length > 1 ? (
        <Dropdown
          label={text.kind}
          value={answer.type}
          options={answer.types.map((type) => ({ value: type, label: type }))}
          onChange={onType}
        />
      ) : null}
      <p className={css.soft}>{answer.at === null ? text.noTime : text.measuredAt(answer.at)}</p>
      {answer.device === null ? null : (
        <TextField
          label={text.probeOf(answer.device)}
          inputMode="numeric"
          value={probe}
          maxLength={6}
          autoComplete="off"
          onChange={(event) => setProbe(event.currentTarget.value)}
        />
      )}
      <ul className={css.columns} aria-label={text.fields}>
        {answer.fields.map((field) => (
          <FieldRow
            key={field.path}
            field={field}
            typed={typed.get(field.path) ?? typedOf(field)}
            onChange={(next) => setTyped(new Map(typed).set(field.path, next))}
          />
        ))}
      </ul>
      {answer.trouble === null ? null : <Notice tone="attention">{problemText(answer.trouble)}</Notice>}
      {answer.readings.length > 0 ? (
        <div className={css.part}>
          <h4>{text.wouldStore}</h4>
          <ul className={css.lines}>
            {answer.readings.map((reading) => (
              <li key={`${reading.use} ${reading.number} ${reading.depth_cm}`}>{readingText(reading)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {answer.saved ? <Notice tone="done">{text.kindSaved}</Notice> : null}
      <div className={css.buttons}>
        <Button type="submit" busy={busy && text.reading}>
          {text.checkAgain}
        </Button>
        <Button variant="primary" busy={busy && text.saving} onClick={() => submit(true)}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

interface FieldRowProps {
  field: LiveField
  typed: TypedField
  onChange: (typed: TypedField) => void
}

function FieldRow({ field: { path, value }, typed, onChange }: FieldRowProps) {
  const { use } = typed
  const units = unitsOf(use)
  return (
    <li className={css.column}>
      <div>
        <p className={css.name}>{path}</p>
        <p className={css.soft}>{value}</p>
      </div>
      <div className={css.said}>
        <Dropdown
          label={text.fieldMeaning(path)}
          placeholder={text.leftOut}
          value={use}
          options={USES.map((option) => ({ value: option, label: text[option] }))}
          onChange={(next) =>
            onChange({ ...typed, use: USES.find((option) => option === next) ?? '', unit: '' })
          }
        />
        {units.length === 0 ? null : (
          <Dropdown
            label={text.unitOf(path)}
            placeholder={text.chooseUnit}
            value={typed.unit}
            options={[...new Set([...units, ...(typed.unit === '' ? [] : [typed.unit])])].map((unit) => ({
              value: unit,
              label: unit,
            }))}
            onChange={(unit) => onChange({ ...typed, unit })}
          />
        )}
        {hasDepth(use) ? (
          <TextField
            label={text.depthOf(path)}
            inputMode="decimal"
            value={typed.depth}
            maxLength={8}
            autoComplete="off"
            onChange={(event) => onChange({ ...typed, depth: event.currentTarget.value })}
          />
        ) : null}
        {hasProbe(use) ? (
          <TextField
            label={text.probeOfField(path)}
            inputMode="numeric"
            value={typed.probe}
            maxLength={6}
            autoComplete="off"
            onChange={(event) => onChange({ ...typed, probe: event.currentTarget.value })}
          />
        ) : null}
      </div>
    </li>
  )
}
