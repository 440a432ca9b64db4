/** The page behind the link of the activation mail. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { accounts } from '../api/accounts.ts'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { activationOutcome } from './account.text.ts'
import type { ActivationOutcome } from './account.text.ts'
import { ResendActivation } from './resend-activation.tsx'

const bodies = {
  activated: 'Your account is active. You can log in now.',
  'already-active': 'This account was already active. You can log in.',
  'not-valid':
    'This link is not valid or has expired, so nothing was activated. If your account is not active yet, have a new mail sent.',
  unknown:
    'The server did not answer, so it is not known whether your account is active. Check the connection and verify again.',
} as const satisfies Record<ActivationOutcome, string>

export function ActivationPage() {
  const { uid, token } = useParams({ strict: false })
  const [outcome, setOutcome] = useState<ActivationOutcome | null>(null)
  const [verifying, setVerifying] = useState(false)
  const verify = async () => {
    setVerifying(true)
    try {
      await accounts.activate({ uid: String(uid), token: String(token) })
      setOutcome(activationOutcome(null))
    } catch (error) {
      setOutcome(activationOutcome(error))
    } finally {
      setVerifying(false)
    }
  }
  return (
    <Page title="Activate your account" hint="One step is left: confirm that this email is yours." narrow>
      <Button variant="primary" wide busy={verifying && 'Verifying…'} onClick={() => void verify()}>
        Verify
      </Button>
      <ActivationComplete outcome={outcome} onClose={() => setOutcome(null)} />
    </Page>
  )
}

interface ActivationCompleteProps {
  outcome: ActivationOutcome | null
  onClose: () => void
}

function ActivationComplete({ outcome, onClose }: ActivationCompleteProps) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={outcome !== null}
      title="Activation Complete"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={() => void navigate({ to: paths.login() })}>
          Proceed to Login
        </Button>
      }
    >
      <p>{outcome ? bodies[outcome] : null}</p>
      {outcome === 'not-valid' ? <ResendActivation /> : null}
    </Dialog>
  )
}
