/** Sign Up: a new account, once the terms are accepted. */
import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { accounts } from '../api/accounts.ts'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import { signupForm } from './account-forms.ts'
import type { SignupForm } from './account-forms.ts'
import css from './account-page.module.css'
import { signupFailure, text } from './account.text.ts'
import type { FailureText } from './sign-in.text.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { TermsDialog } from './terms-dialog.tsx'

const emptyForm: SignupForm = { name: '', email: '', password: '', re_password: '', terms: false }

export function SignupPage() {
  const [failure, setFailure] = useState<FailureText | null>(null)
  const [created, setCreated] = useState(false)
  const navigate = useNavigate()
  const form = useForm<SignupForm>({
    resolver: zodResolver(signupForm),
    defaultValues: emptyForm,
  })
  const { control, formState, handleSubmit } = form
  const agreed = useWatch({ control, name: 'terms' })
  const send = handleSubmit(async ({ name, email, password, re_password }) => {
    try {
      await accounts.signup({ name, email, password, re_password })
      setCreated(true)
    } catch (error) {
      setFailure(signupFailure(error))
    }
  })
  return (
    <Page title={text.signUp} hint={text.providerConnects} narrow>
      <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
        <Person form={form} />
        <Passwords form={form} />
        <Terms form={form} />
        <Button
          type="submit"
          variant="primary"
          wide
          disabled={!agreed}
          busy={formState.isSubmitting && text.registering}
        >
          {text.register}
        </Button>
      </form>
      <div className={css.ways}>
        <span>
          {text.haveAccount} <Link to={paths.login()}>{text.logIn}</Link>
        </span>
      </div>
      <FailureDialog title={text.signUpError} failure={failure} onClose={() => setFailure(null)} />
      <AccountCreated open={created} onClose={() => void navigate({ to: paths.login() })} />
    </Page>
  )
}

type FormPart = { form: UseFormReturn<SignupForm> }

function Person({ form: { register, formState } }: FormPart) {
  return (
    <>
      <TextField
        label={text.name}
        autoComplete="name"
        required
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={text.email}
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
    </>
  )
}

function Passwords({ form: { control, register, formState } }: FormPart) {
  const password = useWatch({ control, name: 'password' })
  return (
    <>
      <TextField
        label={text.password}
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
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <TextField
        label={text.confirmPassword}
        type="password"
        autoComplete="new-password"
        required
        error={formState.errors.re_password?.message}
        {...register('re_password')}
      />
    </>
  )
}

function Terms({ form: { register, formState, setValue } }: FormPart) {
  const [termsOpen, setTermsOpen] = useState(false)
  const agree = () => {
    setValue('terms', true, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    setTermsOpen(false)
  }
  return (
    <>
      <Checkbox
        label={text.agreeToTerms}
        aside={
          <button type="button" className={css.linkButton} onClick={() => setTermsOpen(true)}>
            {text.termsOfService}
          </button>
        }
        error={formState.errors.terms?.message}
        {...register('terms')}
      />
      <TermsDialog open={termsOpen} onAgree={agree} onClose={() => setTermsOpen(false)} />
    </>
  )
}

function AccountCreated({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title={text.accountCreated}
      onClose={onClose}
      closeLabel={text.dismiss}
      actions={
        <Button variant="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <p>{text.checkYourEmail}</p>
    </Dialog>
  )
}
