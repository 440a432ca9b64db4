/** The page that the activation email links to. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { accounts } from '../api/accounts.ts'
import { paths } from '../kit/paths.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Page } from '../ui/page.tsx'
import { activationOutcome, text } from './account.text.ts'
import type { ActivationOutcome } from './account.text.ts'
import { ResendActivation } from './resend-activation.tsx'

const bodies = {
  activated: text.accountActive,
  'already-active': text.accountAlreadyActive,
  'not-valid': text.activationLinkInvalid,
  unknown: text.activationUnknown,
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
    <Page title={text.activateYourAccount} hint={text.oneStepLeft} narrow>
      <Button variant="primary" wide busy={verifying && text.verifying} onClick={() => void verify()}>
        {text.verify}
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
      title={text.activationComplete}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={() => void navigate({ to: paths.login() })}>
          {text.proceedLogin}
        </Button>
      }
    >
      <p>{outcome ? bodies[outcome] : null}</p>
      {outcome === 'not-valid' ? <ResendActivation /> : null}
    </Dialog>
  )
}
