/** Reset Password: requests a link to set a new password. */
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
import { resetFailure, text } from './account.text.ts'
import type { FailureText } from './sign-in.text.ts'
import { FailureDialog } from './failure-dialog.tsx'

export function ResetPasswordPage() {
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<FailureText | null>(null)
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
    <Page title={text.resetPassword} hint={text.resetHint} narrow>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={text.email}
          type="email"
          autoComplete="username"
          required
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="primary" wide busy={formState.isSubmitting && text.sending}>
          {text.resetPassword}
        </Button>
      </form>
      <div className={css.ways}>
        <Link to={paths.login()}>{text.backToLogIn}</Link>
      </div>
      <FailureDialog title={text.requestFailed} failure={failure} onClose={() => setFailure(null)} />
      <RequestSent open={sent} onClose={() => setSent(false)} />
    </Page>
  )
}

function RequestSent({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title={text.requestSent}
      onClose={onClose}
      closeLabel={text.dismiss}
      actions={
        <Button variant="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <p>{text.resetLinkSent}</p>
    </Dialog>
  )
}
