/** Who may see or change a system, for its owner: invite by e-mail, list, remove, and the lock 'Local only'. */
import { useState } from 'react'
import type { Member } from '#contract/accounts/members.ts'
import type { Role, SystemView } from '#contract/systems.ts'
import { useMembers, useRemoveMember } from '../../api/members.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { InviteForm } from './invite-form.tsx'
import css from './sharing.module.css'
import { useChangeSystem } from '../../api/systems.ts'
import { Switch } from '../../ui/switch.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import { text } from './sharing.text.ts'

const roleWords = {
  owner: text.ownerRole,
  operator: text.operatorRole,
  viewer: text.viewerRole,
} as const satisfies Record<Role, string>

export function Sharing({ system }: { system: SystemView }) {
  return (
    <section aria-labelledby="sharing" className={css.sharing}>
      <h2 id="sharing">{text.people}</h2>
      <p>
        {text.you} <strong>{roleWords[system.role]}</strong>
      </p>
      {system.role === 'owner' ? <Members name={system.name} /> : null}
    </section>
  )
}

function Members({ name }: { name: string }) {
  const members = useMembers(name)
  const [removing, setRemoving] = useState<Member | null>(null)
  return (
    <>
      {members.isPending ? <LoadingText>{text.loadingPeople}</LoadingText> : null}
      {members.isError ? (
        <Notice tone="fault" onRetry={() => void members.refetch()} retrying={members.isFetching}>
          {text.peopleNotFetched}
        </Notice>
      ) : null}
      {members.data?.length === 0 ? <p className={css.soft}>{text.nobodyElseYet}</p> : null}
      {members.data?.length ? (
        <ul className={css.list}>
          {members.data.map((member) => (
            <li key={member.id} className={css.member}>
              <span className={css.words}>
                <span className={css.email}>{member.email}</span>
                <span className={css.soft}>
                  {roleWords[member.role]}
                  {member.state === 'invited' ? text.notSignedUp : ''}
                </span>
              </span>
              <Button
                variant="quiet"
                aria-label={text.removeOf(member.email)}
                onClick={() => setRemoving(member)}
              >
                {text.remove}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <InviteForm name={name} members={members.data ?? []} />
      {removing ? <RemoveDialog name={name} member={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  )
}

interface RemoveDialogProps {
  name: string
  member: Member
  onClose: () => void
}

function RemoveDialog({ name, member, onClose }: RemoveDialogProps) {
  const remove = useRemoveMember(name)
  return (
    <Dialog
      open
      title={text.removePerson}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="danger"
            busy={remove.isPending && text.removing}
            onClick={() => remove.mutate(member.id, { onSuccess: onClose })}
          >
            {text.remove}
          </Button>
        </>
      }
    >
      <p>
        <strong>{member.email}</strong> {text.noLongerSees(name)}
      </p>
      {remove.isError ? <Notice tone="fault">{errorMessage(remove.error)}</Notice> : null}
    </Dialog>
  )
}

/** 'Local only': the owner's lock against new settings from here; the running settings stay. */
export function LocalLock({ system }: { system: SystemView }) {
  const change = useChangeSystem(system.name)
  const localOnly = change.isPending ? (change.variables.local_only ?? system.local_only) : system.local_only
  return (
    <section aria-labelledby="local-only" className={css.lock}>
      <h2 id="local-only">{text.lock}</h2>
      <Switch
        label={text.localOnly}
        checked={localOnly}
        disabled={system.role !== 'owner'}
        onChange={(on) => change.mutate({ local_only: on })}
        error={change.isError ? errorMessage(change.error) : null}
        aside={<Toggletip label={text.aboutLocalOnly}>{text.localOnlyHint}</Toggletip>}
      />
      {system.role === 'owner' ? null : <p className={css.soft}>{text.ownerOnly}</p>}
    </section>
  )
}
