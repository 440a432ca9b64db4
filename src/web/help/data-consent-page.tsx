/** Data Use & Consent: what the provider may collect, and what for. */
import { brand } from '../kit/brand.ts'
import { Page } from '../ui/page.tsx'
import css from './data-consent-page.module.css'

export function DataConsentPage() {
  return (
    <Page title="Data Use & Consent" reading>
      <div className={css.text}>
        <p className={css.lead}>
          You agree that {brand.company} may collect and use technical data in a form that does not identify
          you.
        </p>
        <section aria-labelledby="covers">
          <h2 id="covers">What the data covers</h2>
          <ul>
            <li>your device;</li>
            <li>its system software and application software;</li>
            <li>its peripherals.</li>
          </ul>
        </section>
        <section aria-labelledby="used-for">
          <h2 id="used-for">What it is used for</h2>
          <ul>
            <li>to provide updates of {brand.product};</li>
            <li>to support you;</li>
            <li>to improve our products and services.</li>
          </ul>
        </section>
        <section aria-labelledby="form">
          <h2 id="form">In which form</h2>
          <p>
            The data is collected in non-identifying form: it does not say who you are. As long as it stays in
            that form, {brand.company} may use it to improve its products and to provide services to you.
          </p>
        </section>
        <p>
          Questions? <a href={brand.contactUrl}>Contact {brand.company}</a>.
        </p>
      </div>
    </Page>
  )
}
