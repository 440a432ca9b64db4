/** The questions of the FAQ and their answers. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'
import { text } from './help.text.ts'

export interface Question {
  id: string
  question: string
  answer: ReactNode
}

export const questions: readonly Question[] = [
  {
    id: 'what',
    question: text.purposeQuestion(brand.product),
    answer: (
      <>
        <p>{text.purposeAnswer}</p>
        <ul>
          <li>{text.setSystems}</li>
          <li>{text.drawGeofences}</li>
          <li>{text.placeProbes}</li>
          <li>{text.seeMaps}</li>
          <li>{text.drawGraphs}</li>
        </ul>
      </>
    ),
  },
  {
    id: 'install',
    question: text.installQuestion,
    answer: <p>{text.runsInBrowser(brand.product)}</p>,
  },
  {
    id: 'start',
    question: text.startQuestion,
    answer: (
      <ol>
        <li>
          <Link to={paths.signup()}>{text.signUp}</Link> {text.signUpDetails}
        </li>
        <li>{text.verifyEmail}</li>
        <li>
          <a href={brand.contactUrl}>{text.contact(brand.company)}</a> {text.scheduleSetup}
        </li>
      </ol>
    ),
  },
  {
    id: 'mail',
    question: text.noEmailQuestion,
    answer: (
      <>
        <p>{text.lookInJunk}</p>
        <p>
          {text.tryTo} <Link to={paths.login()}>{text.logIn}</Link>
          {text.loginOffersNewEmail} <a href={brand.contactUrl}>{text.contactUs}</a>.
        </p>
      </>
    ),
  },
  {
    id: 'not-set-up',
    question: text.notSetUpQuestion,
    answer: (
      <p>
        {text.notSetUpYet(brand.company)} <a href={brand.contactUrl}>{text.contactUs}</a>.
      </p>
    ),
  },
  {
    id: 'off',
    question: text.offQuestion,
    answer: (
      <>
        <p>{text.offMeaning}</p>
        <p>{text.neverStartsPump(brand.product)}</p>
      </>
    ),
  },
  {
    id: 'moisture-classes',
    question: text.coloursQuestion,
    answer: (
      <>
        <p>{text.coloursMeaning}</p>
        <ul>
          <li>{text.veryDry}</li>
          <li>{text.dry}</li>
          <li>{text.onTarget}</li>
          <li>{text.wet}</li>
          <li>{text.veryWet}</li>
        </ul>
        <p>{text.otherScales}</p>
      </>
    ),
  },
  {
    id: 'location',
    question: text.locationQuestion,
    answer: <LocationHelp />,
  },
  {
    id: 'password',
    question: text.passwordQuestion,
    answer: (
      <p>
        {text.askForLink} <Link to={paths.resetPassword()}>{text.resetPassword}</Link>
        {text.linkComesByEmail}
      </p>
    ),
  },
]

function LocationHelp() {
  return (
    <>
      <p>{text.locationNeeds}</p>
      <h3>{text.iphoneSafari}</h3>
      <ol>
        <li>{text.iphoneLocationServices}</li>
        <li>{text.iphoneSafariLocation}</li>
        <li>{text.iphoneSiteLocation}</li>
      </ol>
      <h3>{text.androidChrome}</h3>
      <ol>
        <li>{text.androidLocation}</li>
        <li>{text.androidChromeLocation}</li>
        <li>{text.androidSiteLocation}</li>
      </ol>
    </>
  )
}
