/** The page behind a reset link: a new password, entered twice. */
import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { accounts } from '../api/accounts.ts'
import { paths } from '../kit/paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import { newPasswordForm } from './account-forms.ts'
import css from './account-page.module.css'
import { resetFailure } from './account.text.ts'
import type { Said } from './account.text.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { PasswordMeter } from './password-meter.tsx'

export function ConfirmPasswordPage() {
  const [failure, setFailure] = useState<Said | null>(null)
  const [changed, setChanged] = useState(false)
  const { uid, token } = useParams({ strict: false })
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { new_password: '', re_new_password: '' },
  })
  const password = useWatch({ control, name: 'new_password' })
  const send = handleSubmit(async (passwords) => {
    try {
      await accounts.resetPassword({ uid: String(uid), token: String(token), ...passwords })
      setChanged(true)
    } catch (error) {
      setFailure(resetFailure(error))
    }
  })
  return (
    <Page title="Set a new password" narrow>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label="New Password"
          type="password"
          placeholder="At least 8 characters"
          autoComplete="new-password"
          required
          hint={
            <>
              Use at least 8 characters, not only numbers, and no parts of your name or email.
              <PasswordMeter password={password} />
            </>
          }
          error={formState.errors.new_password?.message}
          {...register('new_password')}
        />
        <TextField
          label="Confirm New Password"
          type="password"
          autoComplete="new-password"
          required
          error={formState.errors.re_new_password?.message}
          {...register('re_new_password')}
        />
        <Button type="submit" variant="primary" wide busy={formState.isSubmitting && 'Saving…'}>
          Reset Password
        </Button>
      </form>
      <FailureDialog
        title="Reset Failed"
        failure={failure}
        onClose={() => setFailure(null)}
        wayOn={
          <div className={css.ways}>
            <Link to={paths.resetPassword()}>Have a new link sent</Link>
          </div>
        }
      />
      <PasswordChanged open={changed} onClose={() => setChanged(false)} />
    </Page>
  )
}

function PasswordChanged({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title="Success"
      onClose={onClose}
      actions={
        <Link to={paths.login()} className={buttonClass('primary')}>
          Log In
        </Link>
      }
    >
      <p>Password Changed Successfully</p>
    </Dialog>
  )
}
