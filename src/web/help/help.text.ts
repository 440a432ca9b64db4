/** What is said on these screens. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const say = inLanguage('help', {
  dataUseConsent: 'Data Use & Consent',
  youAgreeMayCollect: (company: Figure) =>
    `You agree that ${company} may collect and use technical data in a form that does not identify you.`,
  whatDataCovers: 'What the data covers',
  yourDevice: 'your device;',
  systemSoftwareApplicationSoftware: 'its system software and application software;',
  itsPeripherals: 'its peripherals.',
  whatUsed: 'What it is used for',
  provideUpdates: (product: Figure) => `to provide updates of ${product};`,
  supportYou: 'to support you;',
  improveOurProductsServices: 'to improve our products and services.',
  whichForm: 'In which form',
  dataCollectedNonIdentifying: (company: Figure) =>
    `The data is collected in non-identifying form: it does not say who you are. As long as it stays in that form, ${company} may use it to improve its products and to provide services to you.`,
  whoSeesScreens: 'What support may see',
  questions: 'Questions?',
  contact: (company: Figure) => `Contact ${company}`,
  faq: 'FAQ',
  frequentlyAskedQuestionsAbout: (product: Figure) => `Frequently asked questions about ${product}.`,
  searchQuestion: 'Search for a question...',
  searchQuestion2: 'Search for a question',
  noResultsFound: (query: Figure) => `No results found for "${query}"`,
  whatDoesDo: (product: Figure) => `What does ${product} do?`,
  putsYourVariableRate: 'It puts your variable-rate irrigation systems on one screen. With it you can:',
  changeWhatSystemApplies: 'change what a system applies: application rate, root depth and target moisture;',
  drawGeofencesForcePrescription: 'draw geofences, and force a prescription percentage inside them;',
  markWhereYourSoil: 'mark where your soil probes stand;',
  lookLiveHistoricMoisture: 'look at live and historic moisture maps of a field;',
  drawGraphsWhatEach: 'draw graphs of what each probe measured.',
  doINeedInstall: 'Do I need to install anything?',
  noRunsBrowserYour: (product: Figure) =>
    `No. ${product} runs in the browser of your phone, tablet or computer. Open it, log in, and you always have the newest version.`,
  howDoIGet: 'How do I get started?',
  signUp: 'Sign up',
  yourNameYourEmail: 'with your name, your email and a password.',
  openMailWeSend: 'Open the email that we send you, follow its link and press Verify.',
  scheduleSetupYourSystems:
    'to schedule the setup of your systems. They appear in your account when the setup is done.',
  iNotReceivedVerification: 'I have not received the verification e-mail. What can I do?',
  lookIntoJunkOr:
    'Look into the junk or spam folder first: emails with a link often land there. It may take a few minutes to arrive.',
  ifNotThereTry: 'If it is not there, try to',
  logIn: 'log in',
  messageYourLoginFailed:
    '. The message that your login failed offers to send a new email. If that one does not arrive either,',
  contactUs: 'contact us',
  whyDoISee: "Why do I see 'Sorry, we have not set up your Systems yet'?",
  normalAfterYouSigned: (company: Figure) =>
    `This is normal after you have signed up. Your account exists, but ${company} has not connected your systems to it yet. The message goes away by itself when they are connected. If your setup is not scheduled,`,
  doesSwitchingSystemOff: 'Does switching a system OFF turn it off?',
  noOffSetsAll:
    'No. OFF sets all prescriptions to 100%: every zone of the field gets the full application rate that you enter, and your geofences are suspended. The system itself does not turn off.',
  opensClosesValvesNever: (product: Figure) =>
    `${product} opens and closes valves. It never starts or stops the machine or the pump: do that at the panel, as before.`,
  whatDoColoursMoisture: 'What do the colours of a moisture map mean?',
  howMuchWaterPlants:
    'How much of the water that plants can use is left in the soil: 0% is the wilting point, 100% is field capacity. Sand at 8% water by volume can be wet where clay at 25% is dry, so each place is compared with its own soil. The five classes follow your target moisture:',
  veryDryUnderHalf: 'very dry: under half of the target;',
  dryUnder85Target: 'dry: under 85% of the target;',
  targetThereHalfWay: 'on target: from there to half-way between the target and field capacity;',
  wetUpFieldCapacity: 'wet: up to field capacity;',
  veryWetAboveField: 'very wet: above field capacity. Water drains below the roots.',
  underShowYouCan:
    'Under Show you can choose a scale from 0 to 100% instead, or water by volume. The line on the live map is the arm, and the band at the rim is what its last pass watered.',
  whyMyLocationNot: 'Why is my location not detected on the probe page?',
  iForgotMyPassword: 'I forgot my password. How do I get a new one?',
  askLinkPage: 'Ask for a link on the page',
  resetPassword: 'Reset Password',
  comesMailWorksOnce: '. It comes by email and works once, for one hour.',
  twoThingsMustAllow:
    "Two things must allow it: the location services of the device, and the browser's permission for this site.",
  iphoneSafari: 'iPhone, Safari',
  openSettingsThenPrivacy:
    'Open Settings, then Privacy & Security, then Location Services, and turn them on.',
  sameListChooseSafari:
    'In the same list choose Safari Websites, then While Using the App. Turn on Precise Location: probes stand only metres apart.',
  backSafariOpenPage:
    'Back in Safari, open the page menu left of the address, choose Website Settings, then Location, then Allow. Load the page again.',
  androidChrome: 'Android, Chrome',
  openSettingsThenLocation: 'Open Settings, then Location, and turn it on.',
  openSettingsThenApps:
    'Open Settings, then Apps, then Chrome, then Permissions, then Location: allow it while the app is used, with precise location.',
  chromeTapSymbolLeft:
    'In Chrome, tap the symbol left of the address, then Permissions, then Location, and allow it. Load the page again.',
})
