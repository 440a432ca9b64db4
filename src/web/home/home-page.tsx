/** The landing page: what the product is, drawn from its subject, and the way in. */
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Carousel } from './carousel.tsx'
import css from './home-page.module.css'
import { landingPictures } from './landing-pictures.ts'

const uses = [
  {
    title: 'Control each pass',
    text: 'Set application rate, root depth and target moisture for every system, and see when the machine has applied them.',
  },
  {
    title: 'Water by the zone',
    text: 'Draw a geofence with its own prescription percentage, and the towers above it follow.',
  },
  {
    title: 'Know the soil',
    text: 'Place your moisture probes, and read the field as a live map, a historic map or a graph.',
  },
]

const steps = [
  { title: 'Sign up', text: 'Nothing to install: it runs in the browser of your phone.' },
  { title: 'Activate', text: 'Open the link in the email we send you.' },
  { title: 'Set up', text: 'Contact us to schedule the setup of your systems.' },
]

export function HomePage() {
  useEffect(() => {
    document.title = brand.product
  }, [])
  return (
    <main id="content" tabIndex={-1} className={css.page}>
      <section className={css.hero}>
        <Carousel label="Pictures" pictures={landingPictures} />
        <div className={css.panel}>
          <Logo name={brand.company} source={brand.logoUrl} />
          <h1 className={css.claim}>Every drop where the field needs it</h1>
          <p className={css.lead}>
            {brand.product} puts your variable-rate centre pivots in your hand: see where they stand, change
            what they apply, and watch the soil answer.
          </p>
          <Link to={paths.login()} className={buttonClass('primary')}>
            Get Started
          </Link>
        </div>
      </section>
      <section className={css.section} aria-labelledby="uses">
        <h2 id="uses" className={css.heading}>
          What you do with it
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
          How to get started
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
