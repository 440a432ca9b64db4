/** What customers ask, and the answers. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'
import { say } from './help.text.ts'

export interface Question {
  id: string
  question: string
  answer: ReactNode
}

export const questions: readonly Question[] = [
  {
    id: 'what',
    question: say.whatItIsQuestion(brand.product),
    answer: (
      <>
        <p>{say.whatItIs}</p>
        <ul>
          <li>{say.setSystems}</li>
          <li>{say.drawGeofences}</li>
          <li>{say.placeProbes}</li>
          <li>{say.seeMaps}</li>
          <li>{say.drawGraphs}</li>
        </ul>
      </>
    ),
  },
  {
    id: 'install',
    question: say.installQuestion,
    answer: <p>{say.runsInBrowser(brand.product)}</p>,
  },
  {
    id: 'start',
    question: say.startQuestion,
    answer: (
      <ol>
        <li>
          <Link to={paths.signup()}>{say.signUp}</Link> {say.signUpDetails}
        </li>
        <li>{say.verifyEmail}</li>
        <li>
          <a href={brand.contactUrl}>{say.contact(brand.company)}</a> {say.scheduleSetup}
        </li>
      </ol>
    ),
  },
  {
    id: 'mail',
    question: say.noEmailQuestion,
    answer: (
      <>
        <p>{say.lookInJunk}</p>
        <p>
          {say.tryTo} <Link to={paths.login()}>{say.logIn}</Link>
          {say.loginOffersNewEmail} <a href={brand.contactUrl}>{say.contactUs}</a>.
        </p>
      </>
    ),
  },
  {
    id: 'not-set-up',
    question: say.notSetUpQuestion,
    answer: (
      <p>
        {say.notSetUpYet(brand.company)} <a href={brand.contactUrl}>{say.contactUs}</a>.
      </p>
    ),
  },
  {
    id: 'off',
    question: say.offQuestion,
    answer: (
      <>
        <p>{say.offMeaning}</p>
        <p>{say.neverStartsPump(brand.product)}</p>
      </>
    ),
  },
  {
    id: 'moisture-classes',
    question: say.coloursQuestion,
    answer: (
      <>
        <p>{say.coloursMeaning}</p>
        <ul>
          <li>{say.veryDry}</li>
          <li>{say.dry}</li>
          <li>{say.onTarget}</li>
          <li>{say.wet}</li>
          <li>{say.veryWet}</li>
        </ul>
        <p>{say.otherScales}</p>
      </>
    ),
  },
  {
    id: 'location',
    question: say.locationQuestion,
    answer: <LocationHelp />,
  },
  {
    id: 'password',
    question: say.passwordQuestion,
    answer: (
      <p>
        {say.askForLink} <Link to={paths.resetPassword()}>{say.resetPassword}</Link>
        {say.linkComesByEmail}
      </p>
    ),
  },
]

function LocationHelp() {
  return (
    <>
      <p>{say.locationNeeds}</p>
      <h3>{say.iphoneSafari}</h3>
      <ol>
        <li>{say.iphoneLocationServices}</li>
        <li>{say.iphoneSafariLocation}</li>
        <li>{say.iphoneSiteLocation}</li>
      </ol>
      <h3>{say.androidChrome}</h3>
      <ol>
        <li>{say.androidLocation}</li>
        <li>{say.androidChromeLocation}</li>
        <li>{say.androidSiteLocation}</li>
      </ol>
    </>
  )
}
