/** What is done to a system from its page: each act asks why, and says what it ends. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import { REASON_MAX } from '../../contract/accounts/desk-acts.ts'
import type { IssuedSecret } from '../../contract/accounts/desk-acts.ts'
import { type SystemAct, useIssue, useSystemAct, useWithdrawTransfer } from '../api/desk-actions.ts'
import { CallError, sentenceOf } from '../kit/call-error.ts'
import { day } from '../kit/formats.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './desk.module.css'
import { Section } from './desk-parts.tsx'
import { type GeometryDraft, geometryBody, GeometryFields, type Wrong } from './geometry-fields.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { text } from './actions.text.ts'

type Asked =
  | 'stop'
  | 'rotateController'
  | 'rotateGateway'
  | 'replace'
  | 'transfer'
  | 'edit'
  | 'decommission'
  | { revoke: string }

export function SystemActs({ system }: { system: DeskSystem }) {
  const { name } = system.view
  const [asked, setAsked] = useState<Asked | null>(null)
  const [issued, setIssued] = useState<IssuedSecret | null>(null)
  const withdraw = useWithdrawTransfer(name)
  const { offered } = system
  if (system.decommissioned_at)
    return (
      <Notice tone="attention">
        {text.decommissioned(day(system.decommissioned_at, system.view.time_zone))}
      </Notice>
    )
  return (
    <Section id="acts" title={text.acts}>
      {offered ? (
        <Notice
          action={
            <Button busy={withdraw.isPending ? text.working : false} onClick={() => withdraw.mutate()}>
              {text.withdraw}
            </Button>
          }
        >
          {text.offered(offered.name, offered.email, day(offered.expires_at))}
        </Notice>
      ) : null}
      <div className={css.buttons}>
        <Button onClick={() => setAsked('stop')}>{system.stopped ? text.allow : text.stop}</Button>
        <Button onClick={() => setAsked('edit')}>{text.edit}</Button>
        <Button onClick={() => setAsked('rotateController')}>{text.rotateController}</Button>
        <Button onClick={() => setAsked('rotateGateway')}>{text.rotateGateway}</Button>
        <Button onClick={() => setAsked('replace')}>{text.replace}</Button>
        <Button onClick={() => setAsked('transfer')}>{text.transfer}</Button>
        <Button variant="danger" className={css.apart} onClick={() => setAsked('decommission')}>
          {text.decommission}
        </Button>
      </div>
      {asked === null ? null : (
        <ActDialog
          key={JSON.stringify(asked)}
          asked={asked}
          system={system}
          onDone={(secret) => {
            setAsked(null)
            setIssued(secret)
          }}
          onCancel={() => setAsked(null)}
        />
      )}
      {issued ? (
        <SecretsDialog issued={[{ ...issued, system: name }]} onClose={() => setIssued(null)} />
      ) : null}
    </Section>
  )
}

/** The button next to a credential in use. */
export function RevokeCredential({ system, id }: { system: DeskSystem; id: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        className={css.apart}
        aria-label={text.revokeOf(id)}
        onClick={() => setAsking(true)}
      >
        {text.revoke}
      </Button>
      {asking ? (
        <ActDialog
          asked={{ revoke: id }}
          system={system}
          onDone={() => setAsking(false)}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

interface ActDialogProps {
  asked: Asked
  system: DeskSystem
  onDone: (secret: IssuedSecret | null) => void
  onCancel: () => void
}

function ActDialog({ asked, system, onDone, onCancel }: ActDialogProps) {
  const { name } = system.view
  const act = useSystemAct(name)
  const issue = useIssue(name)
  const [reason, setReason] = useState('')
  const [to, setTo] = useState('')
  const [keepMembers, setKeepMembers] = useState(false)
  const [confirm, setConfirm] = useState('')
  const [geometry, setGeometry] = useState(() => draftOf(system))
  // as it was when this was opened: the page keeps polling
  const [seen] = useState(() => geometryBody(draftOf(system)))
  const error = act.error ?? issue.error
  const wrong: Wrong | null = error
    ? { field: error instanceof CallError ? error.field : null, sentence: sentenceOf(error) }
    : null
  const at = (field: string) => (wrong?.field === field ? wrong.sentence : null)

  const change = (what: SystemAct) => act.mutate(what, { onSuccess: () => onDone(null) })
  const give = (what: Parameters<typeof issue.mutate>[0]) => issue.mutate(what, { onSuccess: onDone })
  const kinds: Record<
    Exclude<Asked, object>,
    { title: string; intro: string; fields?: ReactNode; send: () => void }
  > = {
    stop: {
      title: system.stopped ? text.allow : text.stop,
      intro: system.stopped ? text.allowIntro(name) : text.stopIntro(name),
      send: () => change({ act: 'stop', body: { stopped: !system.stopped, reason } }),
    },
    rotateController: {
      title: text.rotateController,
      intro: text.rotateIntro,
      send: () => give({ act: 'rotate', body: { kind: 'controller', reason } }),
    },
    rotateGateway: {
      title: text.rotateGateway,
      intro: text.rotateIntro,
      send: () => give({ act: 'rotate', body: { kind: 'gateway', reason } }),
    },
    replace: {
      title: text.replace,
      intro: text.replaceIntro,
      send: () => give({ act: 'replace', body: { reason } }),
    },
    transfer: {
      title: text.transfer,
      intro: text.transferIntro,
      fields: (
        <>
          <TextField
            label={text.to}
            type="email"
            autoComplete="off"
            value={to}
            error={at('to')}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Checkbox
            label={text.keepMembers}
            checked={keepMembers}
            onChange={({ currentTarget }) => setKeepMembers(currentTarget.checked)}
          />
        </>
      ),
      send: () => change({ act: 'transfer', body: { to: to.trim(), keep_members: keepMembers, reason } }),
    },
    edit: {
      title: text.edit,
      intro: '',
      fields: <GeometryFields draft={geometry} onChange={setGeometry} wrong={wrong} />,
      send: () => change({ act: 'geometry', body: { ...geometryBody(geometry), seen, reason } }),
    },
    decommission: {
      title: text.decommission,
      intro: text.decommissionIntro(name),
      fields: (
        <TextField
          label={text.confirm(name)}
          autoComplete="off"
          value={confirm}
          error={at('confirm')}
          onChange={({ currentTarget }) => setConfirm(currentTarget.value)}
        />
      ),
      send: () => change({ act: 'decommission', body: { confirm, reason } }),
    },
  }
  const kind =
    typeof asked === 'object'
      ? {
          title: text.revoke,
          intro: text.revokeIntro(asked.revoke),
          fields: null,
          send: () => change({ act: 'revoke', body: { id: asked.revoke, reason } }),
        }
      : kinds[asked]
  const shownAtField = [
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
  ]
  return (
    <FormDialog
      title={kind.title}
      intro={kind.intro ? <p>{kind.intro}</p> : null}
      formClass={css.form}
      submit={asked === 'edit' ? text.save : kind.title}
      danger={asked === 'decommission' || typeof asked === 'object'}
      busy={act.isPending || issue.isPending ? text.working : false}
      onSubmit={kind.send}
      onCancel={onCancel}
      fields={
        <>
          {kind.fields}
          <TextField
            label={text.reason}
            hint={text.reasonHint}
            maxLength={REASON_MAX}
            value={reason}
            error={at('reason')}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      }
    >
      {wrong && !shownAtField.includes(wrong.field ?? '') ? (
        <Notice tone="fault">{wrong.sentence}</Notice>
      ) : null}
    </FormDialog>
  )
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

function draftOf({ view, overhang_m }: DeskSystem): GeometryDraft {
  return {
    latitude: String(view.latitude),
    longitude: String(view.longitude),
    towers: view.tower_radii_m.join(', '),
    overhang: String(overhang_m),
    timeZone: view.time_zone,
    flow: textOf(view.flow_gpm),
    speed: textOf(view.speed_100_m_min),
    arc: view.arc?.join(', ') ?? '',
  }
}
