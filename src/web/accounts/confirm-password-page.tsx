/** The page that a reset link opens: a new password, entered twice. */
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
import { resetFailure, text } from './account.text.ts'
import type { FailureText } from './sign-in.text.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { PasswordMeter } from './password-meter.tsx'

export function ConfirmPasswordPage() {
  const [failure, setFailure] = useState<FailureText | null>(null)
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
    <Page title={text.setNewPassword} narrow>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={text.newPassword}
          type="password"
          placeholder={text.passwordMinimum}
          autoComplete="new-password"
          required
          hint={
            <>
              {text.passwordRules}
              <PasswordMeter password={password} />
            </>
          }
          error={formState.errors.new_password?.message}
          {...register('new_password')}
        />
        <TextField
          label={text.confirmNewPassword}
          type="password"
          autoComplete="new-password"
          required
          error={formState.errors.re_new_password?.message}
          {...register('re_new_password')}
        />
        <Button type="submit" variant="primary" wide busy={formState.isSubmitting && text.saving}>
          {text.resetPassword}
        </Button>
      </form>
      <FailureDialog
        title={text.resetFailed}
        failure={failure}
        onClose={() => setFailure(null)}
        action={
          <div className={css.ways}>
            <Link to={paths.resetPassword()}>{text.sendNewLink}</Link>
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
      title={text.success}
      onClose={onClose}
      actions={
        <Link to={paths.login()} className={buttonClass('primary')}>
          {text.logIn}
        </Link>
      }
    >
      <p>{text.passwordChanged}</p>
    </Dialog>
  )
}
