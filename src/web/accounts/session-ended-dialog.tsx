/** Asks for the password when the session has ended, so that nothing typed is lost. */
import { useState } from 'react'
import { accounts } from '../api/accounts.ts'
import { session } from '../kit/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './account-page.module.css'
import { text } from './account.text.ts'
import { loginFailure } from './login-attempt.ts'
import { text as signIn } from './sign-in.text.ts'

const FORM = 'session-ended'

export function SessionEndedDialog({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await accounts.login(email, password)
    } catch (error) {
      setFailure(loginFailure(error).sentence)
    } finally {
      setBusy(false)
    }
  }
  const leave = () => session.dispatch({ type: 'LOGOUT' })
  return (
    <Dialog
      open
      persistent
      title={text.sessionEnded}
      onClose={leave}
      closeLabel={text.leavePage}
      actions={
        <>
          <Button onClick={leave}>{text.logInAsSomeoneElse}</Button>
          <Button type="submit" form={FORM} variant="primary" busy={busy && signIn.signingIn}>
            {text.continue}
          </Button>
        </>
      }
    >
      <p>{text.passwordToContinue}</p>
      <form
        id={FORM}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextField label={text.email} type="email" autoComplete="username" value={email} readOnly />
        <TextField
          label={text.password}
          type="password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={failure}
        />
      </form>
    </Dialog>
  )
}
