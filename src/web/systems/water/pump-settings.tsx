/** The pump of a system: name, flow limits, and which systems share it. */
import { useState } from 'react'
import { isPageProblem } from '#contract/page-problems.ts'
import { PUMP_NAME_MAX } from '#contract/limits.ts'
import { pumpBody } from '#contract/pumps.ts'
import type { Pump } from '#contract/pumps.ts'
import type { SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { useDeletePump, usePumps, useSavePump } from '../../api/pumps.ts'
import { useSystems } from '../../api/systems.ts'
import { problemMessage, errorMessage } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { DepthUnit } from '../settings/settings.text.ts'
import { numberOf } from '../settings/settings-values.ts'
import css from './water-settings.module.css'
import { drawSentence, flowIn, flowText, flowUnit, gpmOf } from '../../shared/pump/pump.text.ts'
import { text } from './water-settings.text.ts'

export function PumpSettings({ system }: { system: SystemView }) {
  const { unit } = useUnit()
  const pumps = usePumps()
  const [open, setOpen] = useState(false)
  const pump = pumps.data?.find(({ systems }) => systems.includes(system.name)) ?? null
  if (pumps.isPending) return <LoadingText>{text.loadingPump}</LoadingText>
  if (!pumps.data)
    return (
      <Notice tone="attention" onRetry={() => void pumps.refetch()} retrying={pumps.isFetching}>
        {text.pumpNotFetched}
      </Notice>
    )
  return (
    <div className={css.pump}>
      {pump ? <PumpFacts pump={pump} unit={unit} /> : <p className={css.soft}>{text.noPump}</p>}
      {system.role === 'viewer' ? null : (
        <Button onClick={() => setOpen(true)}>{pump ? text.changePump : text.enterPump}</Button>
      )}
      {open ? <PumpDialog system={system} pump={pump} unit={unit} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function PumpFacts({ pump, unit }: { pump: Pump; unit: DepthUnit }) {
  const { least_flow_gpm: minFlow, greatest_flow_gpm: maxFlow, systems, others } = pump
  const flows = [
    minFlow === null ? null : text.minimumFlowOf(flowText(minFlow, unit)),
    maxFlow === null ? null : text.maximumFlowOf(flowText(maxFlow, unit)),
  ].filter(Boolean)
  const othersText = others === 0 ? null : others === 1 ? text.oneOther : text.otherSystems(others)
  const now = drawSentence(pump, unit)
  return (
    <>
      <p>
        {text.pump} <strong>{pump.name}</strong>
        {flows.length > 0 ? `: ${flows.join(', ')}` : text.flowNotKnown}.
      </p>
      {systems.length + others > 1 ? (
        <>
          <p className={css.soft}>{text.sharedBy([...systems, othersText].filter(Boolean).join(', '))}</p>
          {now.bad ? <Notice tone="attention">{now.words}</Notice> : <p>{now.words}</p>}
        </>
      ) : null}
    </>
  )
}

interface PumpDialogProps {
  system: SystemView
  /** Null for a new one. */
  pump: Pump | null
  unit: DepthUnit
  onClose: () => void
}

/** Two decimals are enough for a pump, and survive the conversion. */
function typedFlow(gpm: number | null, unit: DepthUnit): string {
  return gpm === null ? '' : String(Math.round(100 * flowIn(gpm, unit)) / 100)
}

/** A field of the request body and its error message. */
type FieldError = { field: string; message: string } | null

function usePumpForm({ system, pump, unit, onClose }: PumpDialogProps) {
  const save = useSavePump()
  const [name, setName] = useState(pump?.name ?? '')
  const [minFlow, setMinFlow] = useState(typedFlow(pump?.least_flow_gpm ?? null, unit))
  const [maxFlow, setMaxFlow] = useState(typedFlow(pump?.greatest_flow_gpm ?? null, unit))
  const [systems, setSystems] = useState(pump?.systems ?? [system.name])
  const [fieldError, setFieldError] = useState<FieldError>(null)
  const flowOf = (text: string, stored: number | null) => {
    // what was not touched stays as it is, and not as it was rounded
    if (text === typedFlow(stored, unit)) return stored
    const typed = numberOf(text)
    // invalid text is refused as a flow, and not treated as an empty field
    return typed === null ? (text.trim() === '' ? null : 0) : gpmOf(typed, unit)
  }
  const submit = () => {
    const parsed = pumpBody.safeParse({
      name,
      least_flow_gpm: flowOf(minFlow, pump?.least_flow_gpm ?? null),
      greatest_flow_gpm: flowOf(maxFlow, pump?.greatest_flow_gpm ?? null),
      systems,
    })
    const issue = parsed.error?.issues[0]
    const code = issue?.message ?? ''
    setFieldError(
      issue
        ? {
            field: String(issue.path[0] ?? ''),
            message: problemMessage(isPageProblem(code) ? code : 'invalid_request'),
          }
        : null,
    )
    if (parsed.success) save.mutate({ id: pump?.id ?? null, body: parsed.data }, { onSuccess: onClose })
  }
  const errorOf = (field: string) => (fieldError?.field === field ? fieldError.message : null)
  return {
    save,
    name,
    setName,
    least: minFlow,
    setLeast: setMinFlow,
    greatest: maxFlow,
    setGreatest: setMaxFlow,
    systems,
    setSystems,
    submit,
    errorOf,
  }
}

function PumpDialog({ system, onClose, ...live }: PumpDialogProps) {
  // as opened: another unit would give the typed numbers another meaning, another pump would get them
  const [{ pump, unit }] = useState(live)
  const form = usePumpForm({ system, pump, unit, onClose })
  const remove = useDeletePump()
  const error = form.save.error ?? remove.error
  return (
    <FormDialog
      title={pump ? text.pumpNamed(pump.name) : text.pump}
      fields={
        <>
          <TextField
            label={text.name}
            value={form.name}
            error={form.errorOf('name')}
            maxLength={PUMP_NAME_MAX}
            onChange={(event) => form.setName(event.currentTarget.value)}
          />
          <NumberField
            label={text.minimumFlow}
            hint={text.minimumFlowHint}
            unit={flowUnit[unit]}
            value={form.least}
            min={0}
            error={form.errorOf('least_flow_gpm')}
            onChange={form.setLeast}
          />
          <NumberField
            label={text.maximumFlow}
            unit={flowUnit[unit]}
            value={form.greatest}
            min={0}
            error={form.errorOf('greatest_flow_gpm')}
            onChange={form.setGreatest}
          />
          <SharingSystems chosen={form.systems} onChange={form.setSystems} error={form.errorOf('systems')} />
        </>
      }
      formClass={css.fields}
      submit={text.savePump}
      busy={form.save.isPending && text.saving}
      secondaryAction={
        pump ? (
          <Button
            variant="danger"
            busy={remove.isPending && text.removing}
            onClick={() => remove.mutate(pump.id, { onSuccess: onClose })}
          >
            {text.removePump}
          </Button>
        ) : null
      }
      onSubmit={form.submit}
      onCancel={onClose}
    >
      {error ? <Notice tone="fault">{errorMessage(error)}</Notice> : null}
    </FormDialog>
  )
}

interface SharingSystemsProps {
  chosen: string[]
  onChange: (systems: string[]) => void
  error: string | null
}

function SharingSystems({ chosen, onChange, error }: SharingSystemsProps) {
  const { data: systems = [] } = useSystems()
  const changeable = systems.filter(({ role }) => role !== 'viewer')
  if (changeable.length < 2) return null
  return (
    <fieldset className={css.sharing}>
      <legend>{text.systemsOnPump}</legend>
      {changeable.map(({ name }) => (
        <Checkbox
          key={name}
          label={name}
          checked={chosen.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
      {error ? <Notice tone="attention">{error}</Notice> : null}
    </fieldset>
  )
}
