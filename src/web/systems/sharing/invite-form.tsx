/** Invites somebody to a system by email, as operator or viewer. */
import { useState } from 'react'
import { memberRole } from '#contract/accounts/members.ts'
import type { Member, MemberRole } from '#contract/accounts/members.ts'
import { useInvite } from '../../api/members.ts'
import { problemMessage, errorMessage, isTransient } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './sharing.module.css'
import { text } from './sharing.text.ts'

const options = [
  { value: 'operator', label: text.operatorChoice },
  { value: 'viewer', label: text.viewerChoice },
] as const satisfies { value: MemberRole; label: string }[]

/** The browser's own validation of an email address. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/

export function InviteForm({ name, members }: { name: string; members: readonly Member[] }) {
  const invite = useInvite(name)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('operator')
  const [invalid, setInvalid] = useState(false)
  const isMember = members.some((member) => member.email.toLowerCase() === email.trim().toLowerCase())

  const send = () => {
    const address = email.trim()
    setInvalid(!ADDRESS.test(address))
    if (invite.isPending || !ADDRESS.test(address)) return
    invite.mutate({ email: address, role }, { onSuccess: () => setEmail('') })
  }
  const failure = invite.isError ? errorMessage(invite.error) : null
  const unanswered = isTransient(invite.error)
  return (
    <form
      className={css.invite}
      noValidate
      aria-label={text.shareSystem}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h3>{text.shareSystem}</h3>
      <TextField
        label={text.email}
        type="email"
        autoComplete="off"
        value={email}
        error={invalid ? problemMessage('email_invalid') : unanswered ? null : failure}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setInvalid(false)
          invite.reset()
        }}
      />
      <Dropdown
        label={text.role}
        value={role}
        options={options}
        onChange={(value) => setRole(memberRole.options.find((option) => option === value) ?? 'viewer')}
      />
      <Button type="submit" busy={invite.isPending && text.sending}>
        {isMember ? text.changeRole : text.invite}
      </Button>
      {unanswered ? (
        <Notice tone="fault" onRetry={send}>
          {failure}
        </Notice>
      ) : null}
      {invite.isSuccess && members.some(({ id }) => id === invite.data.id) ? (
        <Notice tone="done">
          {invite.data.state === 'active'
            ? text.hasAccess(invite.data.email)
            : text.invited(invite.data.email)}
        </Notice>
      ) : null}
    </form>
  )
}
