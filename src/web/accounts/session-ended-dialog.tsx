/** Asks for the password where the session ended, so that nothing that was typed is lost. */
import { useState } from 'react'
import { accounts } from '../api/accounts.ts'
import { session } from '../kit/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './account-page.module.css'
import { loginFailure } from './account.text.ts'

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
      title="Your session has ended"
      onClose={leave}
      closeLabel="Leave this page"
      actions={
        <>
          <Button onClick={leave}>Log in as somebody else</Button>
          <Button type="submit" form={FORM} variant="primary" busy={busy && 'Signing in…'}>
            Continue
          </Button>
        </>
      }
    >
      <p>Enter your password to go on. What you typed is still there.</p>
      <form
        id={FORM}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
        <TextField
          label="Password"
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
