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
      scrolls
      actions={
        <Button variant="primary" onClick={onAgree}>
          I Agree
        </Button>
      }
    >
      <p>
        These terms apply between you and {brand.company} when you use {brand.product}. Last updated August 1,
        2024.
      </p>
      <Terms />
    </Dialog>
  )
}

function Terms() {
  const { company, product, province } = brand
  return (
    <ol className={css.terms}>
      <li>
        <h3>Minimum age</h3>
        An account owner must be at least 18 years old. By agreeing you confirm that you are.
      </li>
      <li>
        <h3>Who is covered</h3>
        These terms cover the account owner and every user whom the owner authorises. The owner is responsible
        for what authorised users do with the account, and for keeping its password secret.
      </li>
      <li>
        <h3>What {product} does</h3>
        {product} sends settings to irrigation equipment and shows what the equipment and the probes report.
        You remain responsible for your equipment, for its safe operation, and for checking in the field that
        it does what you want.
      </li>
      <li>
        <h3>Automatic updates</h3>
        {company} may update {product} automatically, without asking each time. Updates may add, change or
        remove functions.
      </li>
      <li>
        <h3>No uptime guarantee</h3>
        {product} is provided as it is. Neither its availability nor that of the networks between it and your
        equipment is guaranteed. Be ready to operate your equipment without it.
      </li>
      <li>
        <h3>Limit of liability</h3>
        As far as the law allows, the liability of {company} is limited to the fees that you paid in the 12
        months before the claim.
      </li>
      <li>
        <h3>Disputes</h3>
        Disputes that cannot be settled by talking are settled by arbitration under the law of the Province of{' '}
        {province}, Canada.
      </li>
    </ol>
  )
}
