/** What is said when nothing is heard. */
import { inLanguage } from '../language/language.ts'
import type { Figure } from '../language/language.ts'

export const say = inLanguage('offline', {
  noConnection: 'No connection. Nothing is known yet.',
  noConnectionShowing: (at: Figure) => `No connection, showing ${at}.`,
  newerBuild: (product: Figure) => `There is a new version of ${product}. What you typed is kept.`,
  loadNewer: 'Load it',
})
