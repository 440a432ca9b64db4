/** What customers ask, and the answers. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { brand } from '../kit/brand.ts'
import { paths } from '../kit/paths.ts'

export interface Question {
  id: string
  question: string
  answer: ReactNode
}

export const questions: readonly Question[] = [
  {
    id: 'what',
    question: `What does ${brand.product} do?`,
    answer: (
      <>
        <p>It puts your variable-rate irrigation systems on one screen. With it you can:</p>
        <ul>
          <li>change what a system applies: application rate, root depth and target moisture;</li>
          <li>draw geofences, and force a prescription percentage inside them;</li>
          <li>mark where your soil probes stand;</li>
          <li>look at live and historic moisture maps of a field;</li>
          <li>draw graphs of what each probe measured.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'install',
    question: 'Do I need to install anything?',
    answer: (
      <p>
        No. {brand.product} runs in the browser of your phone, tablet or computer. Open it, log in, and you
        always have the newest version.
      </p>
    ),
  },
  {
    id: 'start',
    question: 'How do I get started?',
    answer: (
      <ol>
        <li>
          <Link to={paths.signup()}>Sign up</Link> with your name, your email and a password.
        </li>
        <li>Open the mail that we send you, follow its link and press Verify.</li>
        <li>
          <a href={brand.contactUrl}>Contact {brand.company}</a> to schedule the setup of your systems. They
          appear in your account when the setup is done.
        </li>
      </ol>
    ),
  },
  {
    id: 'mail',
    question: 'I have not received the verification e-mail. What can I do?',
    answer: (
      <>
        <p>
          Look into the junk or spam folder first: mails with a link often land there. It may take some
          minutes to arrive.
        </p>
        <p>
          If it is not there, try to <Link to={paths.login()}>log in</Link>. The message that your login
          failed offers to send a new mail. If that one does not arrive either,{' '}
          <a href={brand.contactUrl}>contact us</a>.
        </p>
      </>
    ),
  },
  {
    id: 'not-set-up',
    question: "Why do I see 'Sorry, we have not set up your Systems yet'?",
    answer: (
      <p>
        This is normal after you have signed up. Your account exists, but {brand.company} has not connected
        your systems to it yet. The message goes away by itself when they are connected. If your setup is not
        scheduled, <a href={brand.contactUrl}>contact us</a>.
      </p>
    ),
  },
  {
    id: 'off',
    question: 'Does switching a system OFF turn it off?',
    answer: (
      <>
        <p>
          No. OFF sets all prescriptions to 100%: every zone of the field gets the full application rate that
          you enter, and your geofences are suspended. The system itself does not turn off.
        </p>
        <p>
          {brand.product} opens and closes valves. It never starts or stops the machine or the pump: do that
          at the panel, as before.
        </p>
      </>
    ),
  },
  {
    id: 'moisture-classes',
    question: 'What do the colours of a moisture map mean?',
    answer: (
      <>
        <p>
          How much of the water that plants can use is left in the soil: 0% is the wilting point, 100% is
          field capacity. Sand at 8% water by volume can be wet where clay at 25% is dry, so each place is
          compared with its own soil. The five classes follow your target moisture:
        </p>
        <ul>
          <li>very dry: under half of the target;</li>
          <li>dry: under 85% of the target;</li>
          <li>on target: from there to half-way between the target and field capacity;</li>
          <li>wet: up to field capacity;</li>
          <li>very wet: above field capacity. Water drains below the roots.</li>
        </ul>
        <p>
          Under Show you can choose a scale from 0 to 100% instead, or water by volume. The line on the live
          map is the arm, and the band at the rim is what its last pass watered.
        </p>
      </>
    ),
  },
  {
    id: 'location',
    question: 'Why is my location not detected on the probe page?',
    answer: <LocationHelp />,
  },
  {
    id: 'password',
    question: 'I forgot my password. How do I get a new one?',
    answer: (
      <p>
        Ask for a link on the page <Link to={paths.resetPassword()}>Reset Password</Link>. It comes by mail,
        works once and for one hour.
      </p>
    ),
  },
]

function LocationHelp() {
  return (
    <>
      <p>
        Two things must allow it: the location services of the device, and the browser&apos;s permission for
        this site.
      </p>
      <h3>iPhone, Safari</h3>
      <ol>
        <li>Open Settings, then Privacy &amp; Security, then Location Services, and turn them on.</li>
        <li>
          In the same list choose Safari Websites, then While Using the App. Turn on Precise Location: probes
          stand only metres apart.
        </li>
        <li>
          Back in Safari, open the page menu left of the address, choose Website Settings, then Location, then
          Allow. Load the page again.
        </li>
      </ol>
      <h3>Android, Chrome</h3>
      <ol>
        <li>Open Settings, then Location, and turn it on.</li>
        <li>
          Open Settings, then Apps, then Chrome, then Permissions, then Location: allow it while the app is
          used, with precise location.
        </li>
        <li>
          In Chrome, tap the symbol left of the address, then Permissions, then Location, and allow it. Load
          the page again.
        </li>
      </ol>
    </>
  )
}
