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
      title={say.termsService}
      onClose={onClose}
      width={640}
      scrolls
      actions={
        <Button variant="primary" onClick={onAgree}>
          {say.iAgree}
        </Button>
      }
    >
      <p>{say.theseTermsApplyBetween(brand.company, brand.product)}</p>
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
        {say.accountOwnerMustLeast}
      </li>
      <li>
        <h3>{say.whoCovered}</h3>
        {say.theseTermsCoverAccount}
      </li>
      <li>
        <h3>{say.whatDoes(product)}</h3>
        {say.sendsSettingsIrrigationEquipment(product)}
      </li>
      <li>
        <h3>{say.automaticUpdates}</h3>
        {say.mayUpdateAutomaticallyWithout(company, product)}
      </li>
      <li>
        <h3>{say.noUptimeGuarantee}</h3>
        {say.providedAsNeitherAvailability(product)}
      </li>
      <li>
        <h3>{say.limitLiability}</h3>
        {say.asFarAsLaw(company)}
      </li>
      <li>
        <h3>{say.disputes}</h3>
        {say.disputesCannotSettledTalking(province)}
      </li>
    </ol>
  )
}
