/** Sign In: email and password, and the ways to an account and to a new password. */
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import type { FormEvent } from 'react'
import { accounts } from '../api/accounts.ts'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import { complaintsByField, loginForm } from './account-forms.ts'
import css from './account-page.module.css'
import { loginFailure } from './account.text.ts'
import type { Said } from './account.text.ts'
import { FailureDialog } from './failure-dialog.tsx'

export function LoginPage() {
  const { complaints, failure, busy, send, forget } = useLogin()
  return (
    <Page title="Sign In" narrow>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={complaints['email']}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={complaints['password']}
        />
        <Button type="submit" variant="primary" wide busy={busy && 'Signing in…'}>
          Sign In
        </Button>
      </form>
      <div className={css.ways}>
        <span>
          No account yet? <Link to={paths.signup()}>Sign Up</Link>
        </span>
        <Link to={paths.resetPassword()}>Forgot your password?</Link>
      </div>
      <FailureDialog title="Login Failed" failure={failure} onClose={forget} wayOn={<NotActivated />} />
    </Page>
  )
}

const ResendActivation = lazy(async () => {
  const { ResendActivation } = await import('./resend-activation.tsx')
  return { default: ResendActivation }
})

/** The server does not tell a wrong password from an account that waits for its activation. */
function NotActivated() {
  const [wanted, setWanted] = useState(false)
  if (wanted) {
    return (
      <Suspense>
        <ResendActivation />
      </Suspense>
    )
  }
  return (
    <p>
      Not activated yet?{' '}
      <button type="button" className={css.linkButton} onClick={() => setWanted(true)}>
        Send the activation mail again
      </button>
    </p>
  )
}

/** Two fields need no form library: this page is weighed (130 KiB). */
function useLogin() {
  const [complaints, setComplaints] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const read = loginForm.safeParse(Object.fromEntries(new FormData(form)))
    setComplaints(read.success ? {} : complaintsByField(read.error))
    if (!read.success) {
      const wrong = read.error.issues[0]?.path[0]
      form.querySelector<HTMLElement>(`[name="${String(wrong)}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      // The guard of this route leads on to the systems as soon as the session is there.
      await accounts.login(read.data.email, read.data.password)
    } catch (error) {
      setFailure(loginFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return { complaints, failure, busy, send, forget: () => setFailure(null) }
}
