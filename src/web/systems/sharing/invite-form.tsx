/** Shares a system with an address: as somebody who may change it, or who may only look. */
import { useState } from 'react'
import { problems } from '#contract/errors.ts'
import { memberRole } from '#contract/accounts/members.ts'
import type { Member, MemberRole } from '#contract/accounts/members.ts'
import { useInvite } from '../../api/members.ts'
import { sentenceOf } from '../../kit/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './sharing.module.css'

const options = [
  { value: 'operator', label: 'Operator, may change settings' },
  { value: 'viewer', label: 'Viewer, may only look' },
] as const satisfies { value: MemberRole; label: string }[]

/** What the browser itself would take for an address. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/

export function InviteForm({ name, members }: { name: string; members: readonly Member[] }) {
  const invite = useInvite(name)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('operator')
  const [wrong, setWrong] = useState(false)
  const known = members.some((member) => member.email.toLowerCase() === email.trim().toLowerCase())

  const send = () => {
    const address = email.trim()
    setWrong(!ADDRESS.test(address))
    if (invite.isPending || !ADDRESS.test(address)) return
    invite.mutate({ email: address, role }, { onSuccess: () => setEmail('') })
  }
  const refused = invite.isError ? sentenceOf(invite.error) : null
  return (
    <form
      className={css.invite}
      noValidate
      aria-label="Share this system"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h3>Share this system</h3>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        value={email}
        error={wrong ? problems.email_invalid.message : refused}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setWrong(false)
          invite.reset()
        }}
      />
      <Dropdown
        label="Role"
        value={role}
        options={options}
        onChange={(value) => setRole(memberRole.options.find((known) => known === value) ?? 'viewer')}
      />
      <Button type="submit" busy={invite.isPending && 'Sending…'}>
        {known ? 'Change role' : 'Invite'}
      </Button>
      {invite.isSuccess && members.some(({ id }) => id === invite.data.id) ? (
        <Notice tone="done">
          {invite.data.state === 'active'
            ? `${invite.data.email} has access now.`
            : `${invite.data.email} was invited, and has access after signing up.`}
        </Notice>
      ) : null}
    </form>
  )
}
