/** The Terms of Service, with a button to accept them. */
import { brand } from '../kit/brand.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './account-page.module.css'
import { text } from './account.text.ts'

interface TermsDialogProps {
  open: boolean
  onAgree: () => void
  onClose: () => void
}

export function TermsDialog({ open, onAgree, onClose }: TermsDialogProps) {
  return (
    <Dialog
      open={open}
      title={text.termsOfService}
      onClose={onClose}
      width={640}
      scrolls
      actions={
        <Button variant="primary" onClick={onAgree}>
          {text.iAgree}
        </Button>
      }
    >
      <p>{text.termsParties(brand.company, brand.product)}</p>
      <Terms />
    </Dialog>
  )
}

function Terms() {
  const { company, product, province } = brand
  return (
    <ol className={css.terms}>
      <li>
        <h3>{text.minimumAge}</h3>
        {text.ownerIsAdult}
      </li>
      <li>
        <h3>{text.whoCovered}</h3>
        {text.usersCovered}
      </li>
      <li>
        <h3>{text.productPurposeTitle(product)}</h3>
        {text.productPurpose(product)}
      </li>
      <li>
        <h3>{text.automaticUpdates}</h3>
        {text.updatesWithoutAsking(company, product)}
      </li>
      <li>
        <h3>{text.noUptimeGuarantee}</h3>
        {text.providedAsIs(product)}
      </li>
      <li>
        <h3>{text.limitOfLiability}</h3>
        {text.liabilityLimitedToFees(company)}
      </li>
      <li>
        <h3>{text.disputes}</h3>
        {text.arbitration(province)}
      </li>
    </ol>
  )
}
