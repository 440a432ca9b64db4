/** Sign In: email and password, and the ways to an account and to a new password. */
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './account-page.module.css'
import type { Said } from './sign-in.text.ts'
import { FailureDialog } from './failure-dialog.tsx'
import type { LoginOutcome } from './login-attempt.ts'
import { text } from './sign-in.text.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

export function LoginPage() {
  const { form, complaints, failure, busy, send, forget } = useLogin()
  return (
    <Page title={text.signIn} narrow>
      <form className={css.form} ref={form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={complaints['email']}
        />
        <TextField
          label={text.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={complaints['password']}
        />
        <Button type="submit" variant="primary" wide busy={busy && text.signingIn}>
          {text.signIn}
        </Button>
      </form>
      <div className={css.ways}>
        <span>
          {text.noAccountYet} <Link to={paths.signup()}>{text.signUp}</Link>
        </span>
        <Link to={paths.resetPassword()}>{text.forgotYourPassword}</Link>
      </div>
      <FailureDialog
        title={text.loginFailedTitle}
        failure={failure}
        onClose={forget}
        action={<NotActivated />}
      />
    </Page>
  )
}

const ResendActivation = lazy(async () => {
  const { ResendActivation } = await loadWithRetry(() => import('./resend-activation.tsx'))
  return { default: ResendActivation }
})

/** The server gives the same error for a wrong password and for an account that is not activated yet. */
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
      {text.notActivatedYet}{' '}
      <button type="button" className={css.linkButton} onClick={() => setWanted(true)}>
        {text.resendActivation}
      </button>
    </p>
  )
}

/** Loads the code of the attempt; a failure to load it shows the sentence specified for a failure without detail. */
async function attempt(form: HTMLFormElement): Promise<LoginOutcome> {
  const typed = new FormData(form)
  const valueOf = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  try {
    const { attemptLogin } = await loadWithRetry(() => import('./login-attempt.ts'))
    return await attemptLogin({ email: valueOf('email'), password: valueOf('password') })
  } catch {
    return { complaints: {}, wrong: null, failure: { sentence: text.loginFailed, reasons: [] } }
  }
}

/** Loads what Sign In needs when somebody starts to type, so that it is there when they are done. */
function usePreloadOnInput() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    const preload = () => void import('./login-attempt.ts').catch(() => undefined)
    element?.addEventListener('focusin', preload, { once: true })
    return () => element?.removeEventListener('focusin', preload)
  }, [])
  return form
}

/** Two fields need no form library, and the size of this page is limited. */
function useLogin() {
  const [complaints, setComplaints] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    const outcome = await attempt(form)
    setBusy(false)
    setComplaints(outcome.complaints)
    setFailure(outcome.failure)
    if (outcome.wrong) form.querySelector<HTMLElement>(`[name="${outcome.wrong}"]`)?.focus()
  }
  return { form: usePreloadOnInput(), complaints, failure, busy, send, forget: () => setFailure(null) }
}
