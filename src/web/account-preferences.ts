/** Theme and language follow the account from device to device; who has none keeps them on this device. */
import type { PreferencesPatch } from '../contract/accounts/accounts.ts'
import { keepLanguage, languageSaved, unsavedLanguage, wantedLanguage } from './kit/language-choice.ts'
import { keepRole } from './kit/role.ts'
import { isSignedIn, session } from './kit/session.ts'
import { applyTheme, storedTheme } from './kit/theme.ts'
import type { Theme } from './kit/theme.ts'
import type { Language } from './language/language.ts'

/** How long a change of language, which reloads the page, waits for the account to be updated. */
const SAVE_TIMEOUT_MS = 2000

/** Loaded for customers only: the size of a visitor's first page is limited. */
const preferences = () => import('./api/preferences.ts')

/** Applies a theme, and stores it in the account when somebody is signed in. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  if (isSignedIn(session.getState())) void saveChoice({ theme })
}

/** Texts are constants of the loaded page, so another language needs a reload. Components with unsaved input warn by themselves. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language, 'hand')
  if (isSignedIn(session.getState())) {
    await Promise.race([
      saveChoice({ language }),
      new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS)),
    ])
  }
  window.location.reload()
}

async function saveChoice(choice: PreferencesPatch): Promise<void> {
  try {
    await (await preferences()).changePreferences(choice)
    if (choice.language) languageSaved()
  } catch {
    // The choice holds on this device; it is told with the next one.
  }
}

/** A choice made before signing in becomes that of the account if it has none. */
async function adoptChoices(fresh: boolean): Promise<void> {
  try {
    const account = await (await preferences()).readPreferences()
    keepRole(account.provider)
    const own = storedTheme()
    if (fresh && account.theme === 'system' && own !== 'system') await saveChoice({ theme: own })
    else if (account.theme !== own) applyTheme(account.theme)
    await adoptLanguage(account.language)
  } catch {
    // Without an answer the page looks as it did the last time.
  }
}

/** A choice on this device that is not saved yet counts as the newer one. */
async function adoptLanguage(ofAccount: Language | 'device'): Promise<void> {
  const language = unsavedLanguage()
  if (language) {
    await saveChoice({ language })
    return
  }
  if (ofAccount === 'device' || ofAccount === wantedLanguage()) return
  keepLanguage(ofAccount, 'account')
  window.location.reload()
}

/** Follows the preferences of the signed-in account. */
export function followAccountChoices(): void {
  let user = session.getState().user?.id ?? null
  let asked = false
  session.subscribe(({ user: now, isAuthenticated }) => {
    const fresh = (now?.id ?? null) !== user
    user = now?.id ?? null
    if (!now || !isAuthenticated || (asked && !fresh)) return
    asked = true
    void adoptChoices(fresh)
  })
}
