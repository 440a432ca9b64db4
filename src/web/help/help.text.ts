/** Texts of the help pages. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('help', {
  dataUseConsent: 'Data Use & Consent',
  consentIntro: (company: Figure) =>
    `You agree that ${company} may collect and use technical data in a form that does not identify you.`,
  whatDataCovers: 'What the data covers',
  yourDevice: 'your device;',
  itsSoftware: 'its system software and application software;',
  itsPeripherals: 'its peripherals.',
  purposeTitle: 'What it is used for',
  provideUpdates: (product: Figure) => `to provide updates of ${product};`,
  supportYou: 'to support you;',
  improveProducts: 'to improve our products and services.',
  formTitle: 'In which form',
  nonIdentifying: (company: Figure) =>
    `The data is collected in non-identifying form: it does not say who you are. As long as it stays in that form, ${company} may use it to improve its products and to provide services to you.`,
  whatSupportMaySee: 'What support may see',
  questions: 'Questions?',
  contact: (company: Figure) => `Contact ${company}`,
  faq: 'FAQ',
  pageHint: (product: Figure) => `Frequently asked questions about ${product}.`,
  searchPlaceholder: 'Search for a question...',
  search: 'Search for a question',
  noResults: (query: Figure) => `No results found for "${query}"`,
  purposeQuestion: (product: Figure) => `What does ${product} do?`,
  purposeAnswer: 'It puts your variable-rate irrigation systems on one screen. With it you can:',
  setSystems: 'change what a system applies: application rate, root depth and target moisture;',
  drawGeofences: 'draw geofences, and force a prescription percentage inside them;',
  placeProbes: 'mark where your soil probes are;',
  seeMaps: 'look at live and historic moisture maps of a field;',
  drawGraphs: 'draw graphs of what each probe measured.',
  installQuestion: 'Do I need to install anything?',
  runsInBrowser: (product: Figure) =>
    `No. ${product} runs in the browser on your phone, tablet or computer. Open it, log in, and you always have the newest version.`,
  startQuestion: 'How do I get started?',
  signUp: 'Sign up',
  signUpDetails: 'with your name, your email and a password.',
  verifyEmail: 'Open the email that we send you, follow its link and press Verify.',
  scheduleSetup: 'to schedule the setup of your systems. They appear in your account when the setup is done.',
  noEmailQuestion: 'I have not received the verification e-mail. What can I do?',
  lookInJunk:
    'Look in the junk or spam folder first: emails with a link often land there. It may take a few minutes to arrive.',
  tryTo: 'If it is not there, try to',
  logIn: 'log in',
  loginOffersNewEmail:
    '. The message that your login failed offers to send a new email. If that one does not arrive either,',
  contactUs: 'contact us',
  notSetUpQuestion: "Why do I see 'Sorry, we have not set up your Systems yet'?",
  notSetUpYet: (company: Figure) =>
    `This is normal after you have signed up. Your account exists, but ${company} has not connected your systems to it yet. The message goes away by itself when they are connected. If your setup is not scheduled,`,
  offQuestion: 'Does switching a system OFF turn it off?',
  offMeaning:
    'No. OFF sets all prescriptions to 100%: every zone of the field gets the full application rate that you enter, and your geofences are suspended. The system itself does not turn off.',
  neverStartsPump: (product: Figure) =>
    `${product} opens and closes valves. It never starts or stops the machine or the pump: do that at the panel, as before.`,
  coloursQuestion: 'What do the colours of a moisture map mean?',
  coloursMeaning:
    'How much of the water that plants can use is left in the soil: 0% is the wilting point, 100% is field capacity. Sand at 8% water by volume can be wet where clay at 25% is dry, so each place is compared with its own soil. The five classes follow your target moisture:',
  veryDry: 'very dry: under half of the target;',
  dry: 'dry: under 85% of the target;',
  onTarget: 'on target: from there to half-way between the target and field capacity;',
  wet: 'wet: up to field capacity;',
  veryWet: 'very wet: above field capacity. Water drains below the roots.',
  otherScales:
    'Under Show you can choose a scale from 0 to 100% instead, or water by volume. The line on the live map is the arm, and the band at the rim is what its last pass watered.',
  locationQuestion: 'Why is my location not detected on the probe page?',
  passwordQuestion: 'I forgot my password. How do I get a new one?',
  askForLink: 'Ask for a link on the page',
  resetPassword: 'Reset Password',
  linkComesByEmail: '. It comes by email and works once, for one hour.',
  locationNeeds:
    "Two things must allow it: the location services of the device, and the browser's permission for this site.",
  iphoneSafari: 'iPhone, Safari',
  iphoneLocationServices: 'Open Settings, then Privacy & Security, then Location Services, and turn them on.',
  iphoneSafariLocation:
    'In the same list choose Safari Websites, then While Using the App. Turn on Precise Location: probes are only metres apart.',
  iphoneSiteLocation:
    'Back in Safari, open the page menu left of the address, choose Website Settings, then Location, then Allow. Load the page again.',
  androidChrome: 'Android, Chrome',
  androidLocation: 'Open Settings, then Location, and turn it on.',
  androidChromeLocation:
    'Open Settings, then Apps, then Chrome, then Permissions, then Location: allow it while the app is used, with precise location.',
  androidSiteLocation:
    'In Chrome, tap the symbol left of the address, then Permissions, then Location, and allow it. Load the page again.',
})
