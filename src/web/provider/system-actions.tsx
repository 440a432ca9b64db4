/** Buttons for the actions on a system, each of which opens a dialog. */
import { useState } from 'react'
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import type { IssuedSecret } from '../../contract/accounts/desk-acts.ts'
import { useWithdrawTransfer } from '../api/desk-actions.ts'
import { day } from '../kit/formats.ts'
import { errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActionDialog, type DialogAction } from './action-dialog.tsx'
import css from './desk.module.css'
import { Section } from './desk-parts.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { text } from './actions.text.ts'

export function SystemActions({ system }: { system: DeskSystem }) {
  const { name } = system.view
  const [action, setAction] = useState<DialogAction | null>(null)
  const [issued, setIssued] = useState<IssuedSecret[]>([])
  if (system.decommissioned_at)
    return (
      <Notice tone="attention">
        {text.decommissioned(day(system.decommissioned_at, system.view.time_zone))}
      </Notice>
    )
  return (
    <Section id="acts" title={text.actionsTitle}>
      <TransferOffer system={system} />
      <div className={css.buttons}>
        <Button onClick={() => setAction('stop')}>
          {system.stopped ? text.allowSettings : text.stopSettings}
        </Button>
        <Button onClick={() => setAction('edit')}>{text.edit}</Button>
        <Button onClick={() => setAction('rotateController')}>{text.rotateController}</Button>
        <Button onClick={() => setAction('rotateGateway')}>{text.rotateGateway}</Button>
        <Button onClick={() => setAction('replace')}>{text.replace}</Button>
        <Button onClick={() => setAction('transfer')}>{text.transfer}</Button>
        <Button variant="danger" className={css.apart} onClick={() => setAction('decommission')}>
          {text.decommission}
        </Button>
      </div>
      {action === null ? null : (
        <ActionDialog
          key={JSON.stringify(action)}
          action={action}
          system={system}
          onDone={(secret) => {
            // the answer may come after another dialog was opened
            setAction((open) => (open === action ? null : open))
            if (secret) setIssued((former) => [...former, secret])
          }}
          onCancel={() => setAction(null)}
        />
      )}
      {issued.length > 0 ? (
        <SecretsDialog
          issued={issued.map((secret) => ({ ...secret, system: name }))}
          onClose={() => setIssued([])}
        />
      ) : null}
    </Section>
  )
}

/** An offer that the new owner has not answered yet. */
function TransferOffer({ system: { offered, view } }: { system: DeskSystem }) {
  const withdraw = useWithdrawTransfer(view.name)
  if (!offered) return null
  return (
    <>
      <Notice
        action={
          <Button busy={withdraw.isPending ? text.working : false} onClick={() => withdraw.mutate()}>
            {text.withdrawOffer}
          </Button>
        }
      >
        {text.transferOffered(offered.name, offered.email, day(offered.expires_at))}
      </Notice>
      {withdraw.isError ? <Notice tone="fault">{errorMessage(withdraw.error)}</Notice> : null}
    </>
  )
}

/** The button next to a credential in use. */
export function RevokeCredential({ system, id }: { system: DeskSystem; id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        className={css.apart}
        aria-label={text.revokeNamed(id)}
        onClick={() => setOpen(true)}
      >
        {text.revoke}
      </Button>
      {open ? (
        <ActionDialog
          action={{ revoke: id }}
          system={system}
          onDone={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
