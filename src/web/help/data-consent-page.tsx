/** Data Use & Consent: what the provider may collect, and what for. */
import { Link } from '@tanstack/react-router'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'
import { isSignedIn } from '../kit/session.ts'
import { useSession } from '../kit/use-session.ts'
import { Page } from '../ui/page.tsx'
import css from './data-consent-page.module.css'
import { text } from './help.text.ts'

export function DataConsentPage() {
  const signedIn = useSession(isSignedIn)
  return (
    <Page title={text.dataUseConsent} reading>
      <div className={css.text}>
        <p className={css.lead}>{text.consentIntro(brand.company)}</p>
        <section aria-labelledby="covers">
          <h2 id="covers">{text.whatDataCovers}</h2>
          <ul>
            <li>{text.yourDevice}</li>
            <li>{text.itsSoftware}</li>
            <li>{text.itsPeripherals}</li>
          </ul>
        </section>
        <section aria-labelledby="used-for">
          <h2 id="used-for">{text.purposeTitle}</h2>
          <ul>
            <li>{text.provideUpdates(brand.product)}</li>
            <li>{text.supportYou}</li>
            <li>{text.improveProducts}</li>
          </ul>
        </section>
        <section aria-labelledby="form">
          <h2 id="form">{text.formTitle}</h2>
          <p>{text.nonIdentifying(brand.company)}</p>
        </section>
        {signedIn ? (
          <p>
            <Link to={paths.supportAccess()}>{text.whatSupportMaySee}</Link>
          </p>
        ) : null}
        <p>
          {text.questions} <a href={brand.contactUrl}>{text.contact(brand.company)}</a>.
        </p>
      </div>
    </Page>
  )
}
