/** Data Use & Consent: what the provider may collect, and what for. */
import { Link } from '@tanstack/react-router'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'
import { isSignedIn } from '../kit/session.ts'
import { useSession } from '../kit/use-session.ts'
import { Page } from '../ui/page.tsx'
import css from './data-consent-page.module.css'
import { say } from './help.text.ts'

export function DataConsentPage() {
  const signedIn = useSession(isSignedIn)
  return (
    <Page title={say.dataUseConsent} reading>
      <div className={css.text}>
        <p className={css.lead}>{say.consentIntro(brand.company)}</p>
        <section aria-labelledby="covers">
          <h2 id="covers">{say.whatDataCovers}</h2>
          <ul>
            <li>{say.yourDevice}</li>
            <li>{say.itsSoftware}</li>
            <li>{say.itsPeripherals}</li>
          </ul>
        </section>
        <section aria-labelledby="used-for">
          <h2 id="used-for">{say.whatUsed}</h2>
          <ul>
            <li>{say.provideUpdates(brand.product)}</li>
            <li>{say.supportYou}</li>
            <li>{say.improveProducts}</li>
          </ul>
        </section>
        <section aria-labelledby="form">
          <h2 id="form">{say.whichForm}</h2>
          <p>{say.nonIdentifying(brand.company)}</p>
        </section>
        {signedIn ? (
          <p>
            <Link to={paths.supportAccess()}>{say.whatSupportMaySee}</Link>
          </p>
        ) : null}
        <p>
          {say.questions} <a href={brand.contactUrl}>{say.contact(brand.company)}</a>.
        </p>
      </div>
    </Page>
  )
}
