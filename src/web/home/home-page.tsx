/** The landing page: what the product does, and Get Started. */
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Carousel } from './carousel.tsx'
import css from './home-page.module.css'
import { landingPictures } from './landing-pictures.ts'
import { text } from './home.text.ts'

const uses = [
  {
    title: text.controlEachPass,
    text: text.controlText,
  },
  {
    title: text.waterZone,
    text: text.waterZoneText,
  },
  {
    title: text.knowSoil,
    text: text.knowSoilText,
  },
]

const steps = [
  { title: text.signUp, text: text.signUpText },
  { title: text.activate, text: text.activateText },
  { title: text.setUp, text: text.setUpText },
]

export function HomePage() {
  useEffect(() => {
    document.title = brand.product
  }, [])
  return (
    <main id="content" tabIndex={-1} className={css.page}>
      <section className={css.hero}>
        <Carousel label={text.pictures} pictures={landingPictures} />
        <div className={css.panel}>
          <Logo name={brand.company} source={brand.logoUrl} />
          <h1 className={css.claim}>{text.headline}</h1>
          <p className={css.lead}>{text.intro(brand.product)}</p>
          <Link to={paths.login()} className={buttonClass('primary')}>
            {text.getStarted}
          </Link>
        </div>
      </section>
      <section className={css.section} aria-labelledby="uses">
        <h2 id="uses" className={css.heading}>
          {text.whatYouDo}
        </h2>
        <ul className={css.columns}>
          {uses.map((use) => (
            <li key={use.title}>
              <h3>{use.title}</h3>
              <p>{use.text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={css.section} aria-labelledby="steps">
        <h2 id="steps" className={css.heading}>
          {text.howGetStarted}
        </h2>
        <ol className={css.columns}>
          {steps.map((step, index) => (
            <li key={step.title}>
              <span className={css.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
    </main>
  )
}
