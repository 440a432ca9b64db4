/** Sign In: email and password, with links to sign-up and password reset. */
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './account-page.module.css'
import type { FailureText } from './sign-in.text.ts'
import { FailureDialog } from './failure-dialog.tsx'
import type { LoginOutcome } from './login-attempt.ts'
import { text } from './sign-in.text.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

export function LoginPage() {
  const { form, errors, failure, busy, send, dismiss } = useLogin()
  return (
    <Page title={text.signIn} narrow>
      <form className={css.form} ref={form} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={errors['email']}
        />
        <TextField
          label={text.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors['password']}
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
        onClose={dismiss}
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
  const [open, setOpen] = useState(false)
  if (open) {
    return (
      <Suspense>
        <ResendActivation />
      </Suspense>
    )
  }
  return (
    <p>
      {text.notActivatedYet}{' '}
      <button type="button" className={css.linkButton} onClick={() => setOpen(true)}>
        {text.resendActivation}
      </button>
    </p>
  )
}

/** Loads the code that signs in; if it fails to load, the message specified for a failure without detail is shown. */
async function attempt(form: HTMLFormElement): Promise<LoginOutcome> {
  const formData = new FormData(form)
  const valueOf = (name: string) => {
    const value = formData.get(name)
    return typeof value === 'string' ? value : ''
  }
  try {
    const { attemptLogin } = await loadWithRetry(() => import('./login-attempt.ts'))
    return await attemptLogin({ email: valueOf('email'), password: valueOf('password') })
  } catch {
    return { errors: {}, firstInvalid: null, failure: { sentence: text.loginFailed, reasons: [] } }
  }
}

/** Preloads the code that signs in when somebody starts to type. */
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
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<FailureText | null>(null)
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    const outcome = await attempt(form)
    setBusy(false)
    setErrors(outcome.errors)
    setFailure(outcome.failure)
    if (outcome.firstInvalid) form.querySelector<HTMLElement>(`[name="${outcome.firstInvalid}"]`)?.focus()
  }
  return { form: usePreloadOnInput(), errors, failure, busy, send, dismiss: () => setFailure(null) }
}
