/** The dialog of an action on a system: it asks for the reason and what else the action needs, and says what the action ends. */
import { useState } from 'react'
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import { REASON_MAX } from '../../contract/accounts/desk-acts.ts'
import type { IssuedSecret } from '../../contract/accounts/desk-acts.ts'
import { type SystemAction, useIssueCredential, useSystemAction } from '../api/desk-actions.ts'
import { CallError, errorMessage } from '../kit/call-error.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './desk.module.css'
import { type FieldError, type GeometryDraft, geometryBody, GeometryFields } from './geometry-fields.tsx'
import { text } from './actions.text.ts'

export type DialogAction =
  | 'stop'
  | 'rotateController'
  | 'rotateGateway'
  | 'replace'
  | 'transfer'
  | 'edit'
  | 'decommission'
  | { revoke: string }

/** Fields that show their own error; errors of all others are shown below the form. */
const FIELDS_WITH_ERROR: ReadonlySet<string> = new Set([
  'reason',
  'to',
  'confirm',
  'lat',
  'lng',
  'towers',
  'overhang',
  'time_zone',
  'flow_gpm',
  'speed_100',
  'arc',
])

export interface ActionDialogProps {
  action: DialogAction
  system: DeskSystem
  onDone: (secret: IssuedSecret | null) => void
  onCancel: () => void
}

export function ActionDialog({ action, system: current, onDone, onCancel }: ActionDialogProps) {
  // as it was when the dialog was opened: the page keeps polling, and the same press must not stop first and then allow
  const [system] = useState(current)
  const form = useActionForm({ action, system, onDone })
  const { values, change, fieldError, busy, send } = form
  const title = titleOf(action, system)
  const intro = introOf(action, system)
  return (
    <FormDialog
      title={title}
      intro={intro ? <p>{intro}</p> : null}
      formClass={css.form}
      submit={action === 'edit' ? text.save : title}
      danger={action === 'decommission' || typeof action === 'object'}
      busy={busy ? text.working : false}
      onSubmit={send}
      onCancel={onCancel}
      fields={
        <>
          <ActionFields action={action} name={system.view.name} form={form} />
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            maxLength={REASON_MAX}
            value={values.reason}
            error={messageAt(fieldError, 'reason')}
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        </>
      }
    >
      {fieldError && !FIELDS_WITH_ERROR.has(fieldError.field ?? '') ? (
        <Notice tone="fault">{fieldError.message}</Notice>
      ) : null}
    </FormDialog>
  )
}

function titleOf(action: DialogAction, { stopped }: DeskSystem): string {
  if (typeof action === 'object') return text.revoke
  if (action === 'stop') return stopped ? text.allowSettings : text.stopSettings
  return text[action]
}

function introOf(action: DialogAction, { stopped, view: { name } }: DeskSystem): string {
  if (typeof action === 'object') return text.revokeIntro(action.revoke)
  const intros = {
    stop: stopped ? text.allowSettingsIntro(name) : text.stopSettingsIntro(name),
    rotateController: text.rotateIntro,
    rotateGateway: text.rotateIntro,
    replace: text.replaceIntro,
    transfer: text.transferIntro,
    edit: '',
    decommission: text.decommissionIntro(name),
  }
  return intros[action]
}

function messageAt(error: FieldError | null, field: string): string | null {
  return error?.field === field ? error.message : null
}

interface FieldsProps {
  action: DialogAction
  name: string
  form: Pick<ReturnType<typeof useActionForm>, 'values' | 'change' | 'fieldError'>
}

/** The fields that only this action has. */
function ActionFields({ action, name, form: { values, change, fieldError } }: FieldsProps) {
  if (action === 'edit')
    return (
      <GeometryFields
        draft={values.geometry}
        onChange={(geometry) => change({ geometry })}
        fieldError={fieldError}
      />
    )
  if (action === 'decommission')
    return (
      <TextField
        label={text.typeToConfirm(name)}
        autoComplete="off"
        value={values.confirm}
        error={messageAt(fieldError, 'confirm')}
        onChange={({ currentTarget }) => change({ confirm: currentTarget.value })}
      />
    )
  if (action !== 'transfer') return null
  return (
    <>
      <TextField
        label={text.newOwnerEmail}
        type="email"
        autoComplete="off"
        value={values.to}
        error={messageAt(fieldError, 'to')}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      <Checkbox
        label={text.keepMembers}
        checked={values.keepMembers}
        onChange={({ currentTarget }) => change({ keepMembers: currentTarget.checked })}
      />
    </>
  )
}

function useActionForm({ action, system, onDone }: Omit<ActionDialogProps, 'onCancel'>) {
  const { name } = system.view
  const changeSystem = useSystemAction(name)
  const issueCredential = useIssueCredential(name)
  const [opened] = useState(() => draftOf(system))
  const [values, setValues] = useState({
    reason: '',
    to: '',
    keepMembers: false,
    confirm: '',
    geometry: opened,
  })
  const error = changeSystem.error ?? issueCredential.error

  const send = () => {
    const { reason, to, keepMembers, confirm, geometry } = values
    const patch = (request: SystemAction) => changeSystem.mutate(request, { onSuccess: () => onDone(null) })
    const issue = async (request: Parameters<typeof issueCredential.mutate>[0]) => {
      try {
        // not a callback of `mutate`, which is dropped when the dialog is closed first: the secret is told only once
        onDone(await issueCredential.mutateAsync(request))
      } catch {
        // told below
      }
    }
    if (typeof action === 'object') return patch({ action: 'revoke', body: { id: action.revoke, reason } })
    const requests = {
      stop: () => patch({ action: 'stop', body: { stopped: !system.stopped, reason } }),
      rotateController: () => issue({ action: 'rotate', body: { kind: 'controller', reason } }),
      rotateGateway: () => issue({ action: 'rotate', body: { kind: 'gateway', reason } }),
      replace: () => issue({ action: 'replace', body: { reason } }),
      transfer: () =>
        patch({ action: 'transfer', body: { to: to.trim(), keep_members: keepMembers, reason } }),
      edit: () =>
        patch({
          action: 'geometry',
          body: { ...geometryBody(geometry), seen: geometryBody(opened), reason },
        }),
      decommission: () => patch({ action: 'decommission', body: { confirm, reason } }),
    }
    void requests[action]()
  }
  return {
    values,
    change: (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed })),
    fieldError: error
      ? { field: error instanceof CallError ? error.field : null, message: errorMessage(error) }
      : null,
    busy: changeSystem.isPending || issueCredential.isPending,
    send,
  }
}

const numberText = (value: number | null) => (value === null ? '' : String(value))

function draftOf({ view, overhang_m }: DeskSystem): GeometryDraft {
  return {
    latitude: String(view.latitude),
    longitude: String(view.longitude),
    towers: view.tower_radii_m.join(', '),
    overhang: String(overhang_m),
    timeZone: view.time_zone,
    flow: numberText(view.flow_gpm),
    speed: numberText(view.speed_100_m_min),
    arc: view.arc?.join(', ') ?? '',
  }
}
