/** Theme and language follow the account from device to device; who has none keeps them on this device. */
import type { PreferencesPatch } from '../contract/accounts/accounts.ts'
import { keepLanguage, languageSaved, unsavedLanguage, wantedLanguage } from './kit/language-choice.ts'
import { keepRole } from './kit/role.ts'
import { isSignedIn, session } from './kit/session.ts'
import { applyTheme, storedTheme } from './kit/theme.ts'
import type { Theme } from './kit/theme.ts'
import type { Language } from './language/language.ts'

/** Another language is another page: it does not wait longer for the account to be told. */
const TELL_MS = 2000

/** Loaded for customers only: a visitor's first page is weighed. */
const preferences = () => import('./api/preferences.ts')

/** Shows a theme, and remembers it for the account when somebody is signed in. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  if (isSignedIn(session.getState())) void tell({ theme })
}

/** Sentences are values of a loaded page: another language is another page. What is unsaved is asked about by whoever holds it. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language, 'hand')
  if (isSignedIn(session.getState())) {
    await Promise.race([tell({ language }), new Promise((resolve) => setTimeout(resolve, TELL_MS))])
  }
  window.location.reload()
}

async function tell(choice: PreferencesPatch): Promise<void> {
  try {
    await (await preferences()).changePreferences(choice)
    if (choice.language) languageSaved()
  } catch {
    // The choice holds on this device; it is told with the next one.
  }
}

/** What somebody chose before signing in becomes the choice of an account that has none. */
async function takeOver(fresh: boolean): Promise<void> {
  try {
    const account = await (await preferences()).readPreferences()
    keepRole(account.provider)
    const own = storedTheme()
    if (fresh && account.theme === 'system' && own !== 'system') await tell({ theme: own })
    else if (account.theme !== own) applyTheme(account.theme)
    await takeOverLanguage(account.language)
  } catch {
    // Without an answer the page looks as it did the last time.
  }
}

/** Chosen here and not told counts as the newer choice. */
async function takeOverLanguage(ofAccount: Language | 'device'): Promise<void> {
  const language = unsavedLanguage()
  if (language) {
    await tell({ language })
    return
  }
  if (ofAccount === 'device' || ofAccount === wantedLanguage()) return
  keepLanguage(ofAccount, 'account')
  window.location.reload()
}

/** From now on, shows what the account of whoever is signed in prefers. */
export function followAccountChoices(): void {
  let user = session.getState().user?.id ?? null
  let asked = false
  session.subscribe(({ user: now, isAuthenticated }) => {
    const fresh = (now?.id ?? null) !== user
    user = now?.id ?? null
    if (!now || !isAuthenticated || (asked && !fresh)) return
    asked = true
    void takeOver(fresh)
  })
}
