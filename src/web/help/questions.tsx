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
    question: say.whatDoesDo(brand.product),
    answer: (
      <>
        <p>{say.putsYourVariableRate}</p>
        <ul>
          <li>{say.changeWhatSystemApplies}</li>
          <li>{say.drawGeofencesForcePrescription}</li>
          <li>{say.markWhereYourSoil}</li>
          <li>{say.lookLiveHistoricMoisture}</li>
          <li>{say.drawGraphsWhatEach}</li>
        </ul>
      </>
    ),
  },
  {
    id: 'install',
    question: say.doINeedInstall,
    answer: <p>{say.noRunsBrowserYour(brand.product)}</p>,
  },
  {
    id: 'start',
    question: say.howDoIGet,
    answer: (
      <ol>
        <li>
          <Link to={paths.signup()}>{say.signUp}</Link> {say.yourNameYourEmail}
        </li>
        <li>{say.openMailWeSend}</li>
        <li>
          <a href={brand.contactUrl}>{say.contact(brand.company)}</a> {say.scheduleSetupYourSystems}
        </li>
      </ol>
    ),
  },
  {
    id: 'mail',
    question: say.iNotReceivedVerification,
    answer: (
      <>
        <p>{say.lookIntoJunkOr}</p>
        <p>
          {say.ifNotThereTry} <Link to={paths.login()}>{say.logIn}</Link>
          {say.messageYourLoginFailed} <a href={brand.contactUrl}>{say.contactUs}</a>.
        </p>
      </>
    ),
  },
  {
    id: 'not-set-up',
    question: say.whyDoISee,
    answer: (
      <p>
        {say.normalAfterYouSigned(brand.company)} <a href={brand.contactUrl}>{say.contactUs}</a>.
      </p>
    ),
  },
  {
    id: 'off',
    question: say.doesSwitchingSystemOff,
    answer: (
      <>
        <p>{say.noOffSetsAll}</p>
        <p>{say.opensClosesValvesNever(brand.product)}</p>
      </>
    ),
  },
  {
    id: 'moisture-classes',
    question: say.whatDoColoursMoisture,
    answer: (
      <>
        <p>{say.howMuchWaterPlants}</p>
        <ul>
          <li>{say.veryDryUnderHalf}</li>
          <li>{say.dryUnder85Target}</li>
          <li>{say.targetThereHalfWay}</li>
          <li>{say.wetUpFieldCapacity}</li>
          <li>{say.veryWetAboveField}</li>
        </ul>
        <p>{say.underShowYouCan}</p>
      </>
    ),
  },
  {
    id: 'location',
    question: say.whyMyLocationNot,
    answer: <LocationHelp />,
  },
  {
    id: 'password',
    question: say.iForgotMyPassword,
    answer: (
      <p>
        {say.askLinkPage} <Link to={paths.resetPassword()}>{say.resetPassword}</Link>
        {say.comesMailWorksOnce}
      </p>
    ),
  },
]

function LocationHelp() {
  return (
    <>
      <p>{say.twoThingsMustAllow}</p>
      <h3>{say.iphoneSafari}</h3>
      <ol>
        <li>{say.openSettingsThenPrivacy}</li>
        <li>{say.sameListChooseSafari}</li>
        <li>{say.backSafariOpenPage}</li>
      </ol>
      <h3>{say.androidChrome}</h3>
      <ol>
        <li>{say.openSettingsThenLocation}</li>
        <li>{say.openSettingsThenApps}</li>
        <li>{say.chromeTapSymbolLeft}</li>
      </ol>
    </>
  )
}
