/** Data Use & Consent: what the provider may collect, and what for. */
import { brand } from '../kit/brand.ts'
import { Page } from '../ui/page.tsx'

export function DataConsentPage() {
  return (
    <Page title="Data Use & Consent" narrow>
      <p>
        {brand.company} may collect technical data in a form that does not identify you. The data covers your
        device, its system and application software, and its peripherals.
      </p>
      <p>It is used for updates, support and improvements of the product.</p>
    </Page>
  )
}
