/** Requests a new activation mail, without revealing who has an account. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { accounts } from '../api/accounts.ts'
import { errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { emailForm } from './account-forms.ts'
import css from './account-page.module.css'
import { text } from './account.text.ts'

export function ResendActivation() {
  const [sent, setSent] = useState(false)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(emailForm),
    defaultValues: { email: '' },
  })
  const send = handleSubmit(async ({ email }) => {
    try {
      await accounts.resendActivation(email)
      setSent(true)
    } catch (error) {
      setError('email', { message: errorMessage(error) })
    }
  })
  if (sent) {
    return <Notice tone="done">{text.activationSent}</Notice>
  }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label={text.email}
        type="email"
        autoComplete="email"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" busy={formState.isSubmitting && text.sending}>
        {text.sendNewMail}
      </Button>
    </form>
  )
}
