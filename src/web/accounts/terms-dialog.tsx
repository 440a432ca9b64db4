/** The Terms of Service, to read and to agree to. */
import { brand } from '../kit/brand.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './account-page.module.css'

interface TermsDialogProps {
  open: boolean
  onAgree: () => void
  onClose: () => void
}

export function TermsDialog({ open, onAgree, onClose }: TermsDialogProps) {
  return (
    <Dialog
      open={open}
      title="Terms of Service"
      onClose={onClose}
      width={640}
      actions={
        <Button variant="primary" onClick={onAgree}>
          I Agree
        </Button>
      }
    >
      <ol className={css.terms}>
        <li>
          <strong>Age.</strong> An account owner must be at least 18 years old.
        </li>
        <li>
          <strong>Who is covered.</strong> These terms cover the account owner and every user whom the owner
          authorises. The owner answers for what authorised users do.
        </li>
        <li>
          <strong>Updates.</strong> {brand.company} may update {brand.product} automatically, without asking
          each time.
        </li>
        <li>
          <strong>No uptime guarantee.</strong> {brand.product} is provided as it is. Neither its availability
          nor that of the networks between it and your equipment is guaranteed.
        </li>
        <li>
          <strong>Liability.</strong> The liability of {brand.company} is limited to the fees that you paid in
          the 12 months before the claim.
        </li>
        <li>
          <strong>Disputes.</strong> Disputes are settled by arbitration under the law of the Province of{' '}
          {brand.province}, Canada.
        </li>
      </ol>
      <p>Last updated August 1, 2024.</p>
    </Dialog>
  )
}
