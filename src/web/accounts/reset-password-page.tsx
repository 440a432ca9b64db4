/** Reset Password: has a link sent by which a new password can be set. */
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { accounts } from '../api/accounts.ts'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import { emailForm } from './account-forms.ts'
import css from './account-page.module.css'
import { resetFailure } from './account.text.ts'
import type { Said } from './account.text.ts'
import { FailureDialog } from './failure-dialog.tsx'

export function ResetPasswordPage() {
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<Said | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emailForm),
    defaultValues: { email: '' },
  })
  const send = handleSubmit(async ({ email }) => {
    try {
      await accounts.requestPasswordReset(email)
      setSent(true)
    } catch (error) {
      setFailure(resetFailure(error))
    }
  })
  return (
    <Page title="Reset Password" hint="We send you a link by which you set a new password." narrow>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="primary" wide busy={formState.isSubmitting && 'Sending…'}>
          Reset Password
        </Button>
      </form>
      <div className={css.ways}>
        <Link to={paths.login()}>Back to Log In</Link>
      </div>
      <FailureDialog title="Request Failed" failure={failure} onClose={() => setFailure(null)} />
      <RequestSent open={sent} onClose={() => setSent(false)} />
    </Page>
  )
}

function RequestSent({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title="Request Sent"
      onClose={onClose}
      closeLabel="Dismiss"
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        If an account with this email exists, a mail with a link is on its way. The link works once and for
        one hour. The mail may be in your junk or spam folder.
      </p>
    </Dialog>
  )
}
