/** Texts of the offline banner. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const text = inLanguage('offline', {
  noConnection: 'No connection, and nothing is kept on this device yet.',
  noConnectionShowing: (at: Figure) => `No connection, showing ${at}.`,
  serverFailed: 'Trouble on our side.',
  newerBuild: (product: Figure) => `There is a new version of ${product}. What you typed is kept.`,
  missingPart: 'A part of this page could not be loaded. What you typed is kept.',
  loadNewBuild: 'Load it',
  supportRequest: 'Your provider’s support asks to see your screens.',
  answerSupportRequest: 'Answer',
})
