/** The Terms of Service, to read and to agree to. */
import { brand } from '../kit/brand.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './account-page.module.css'
import { say } from './account.text.ts'

interface TermsDialogProps {
  open: boolean
  onAgree: () => void
  onClose: () => void
}

export function TermsDialog({ open, onAgree, onClose }: TermsDialogProps) {
  return (
    <Dialog
      open={open}
      title={say.termsOfService}
      onClose={onClose}
      width={640}
      scrolls
      actions={
        <Button variant="primary" onClick={onAgree}>
          {say.iAgree}
        </Button>
      }
    >
      <p>{say.termsParties(brand.company, brand.product)}</p>
      <Terms />
    </Dialog>
  )
}

function Terms() {
  const { company, product, province } = brand
  return (
    <ol className={css.terms}>
      <li>
        <h3>{say.minimumAge}</h3>
        {say.ownerIsAdult}
      </li>
      <li>
        <h3>{say.whoCovered}</h3>
        {say.usersCovered}
      </li>
      <li>
        <h3>{say.whatItDoes(product)}</h3>
        {say.whatItSends(product)}
      </li>
      <li>
        <h3>{say.automaticUpdates}</h3>
        {say.updatesWithoutAsking(company, product)}
      </li>
      <li>
        <h3>{say.noUptimeGuarantee}</h3>
        {say.providedAsIs(product)}
      </li>
      <li>
        <h3>{say.limitOfLiability}</h3>
        {say.liabilityLimitedToFees(company)}
      </li>
      <li>
        <h3>{say.disputes}</h3>
        {say.arbitration(province)}
      </li>
    </ol>
  )
}
