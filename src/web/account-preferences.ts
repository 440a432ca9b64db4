/** Theme and language: stored in the account, so that they follow the user between devices; for visitors, on this device. */
import type { PreferencesPatch } from '../contract/accounts/accounts.ts'
import {
  storeLanguage,
  markLanguageSaved,
  unsavedLanguage,
  preferredLanguage,
} from './kit/language-choice.ts'
import { storeRole } from './kit/role.ts'
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
  if (isSignedIn(session.getState())) void savePreference({ theme })
}

/** Texts are constants once the page is loaded, so another language needs a reload. Components with unsaved input warn by themselves. */
export async function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(language, 'hand')
  if (isSignedIn(session.getState())) {
    await Promise.race([
      savePreference({ language }),
      new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS)),
    ])
  }
  window.location.reload()
}

async function savePreference(change: PreferencesPatch): Promise<void> {
  try {
    await (await preferences()).changePreferences(change)
    if (change.language) markLanguageSaved()
  } catch {
    // The choice still applies on this device, and is saved with the next change.
  }
}

/** A choice made before signing in becomes the account's if it has none. */
async function loadPreferences(userChanged: boolean): Promise<void> {
  try {
    const account = await (await preferences()).readPreferences()
    storeRole(account.provider)
    const local = storedTheme()
    if (userChanged && account.theme === 'system' && local !== 'system')
      await savePreference({ theme: local })
    else if (account.theme !== local) applyTheme(account.theme)
    await loadLanguage(account.language)
  } catch {
    // Without a response the page keeps the theme and language of this device.
  }
}

/** A choice on this device that is not saved yet counts as the newer one. */
async function loadLanguage(accountLanguage: Language | 'device'): Promise<void> {
  const language = unsavedLanguage()
  if (language) {
    await savePreference({ language })
    return
  }
  if (accountLanguage === 'device' || accountLanguage === preferredLanguage()) return
  storeLanguage(accountLanguage, 'account')
  window.location.reload()
}

/** Follows the preferences of the signed-in account. */
export function followAccountPreferences(): void {
  let user = session.getState().user?.id ?? null
  let requested = false
  session.subscribe(({ user: now, isAuthenticated }) => {
    const userChanged = (now?.id ?? null) !== user
    user = now?.id ?? null
    if (!now || !isAuthenticated || (requested && !userChanged)) return
    requested = true
    void loadPreferences(userChanged)
  })
}
