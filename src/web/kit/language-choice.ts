/** The language chosen on this device, and whether it is saved in the account yet. */
import { languageFor } from '../language/language.ts'
import type { Language } from '../language/language.ts'
import { browserStorage } from './storage.ts'

const KEY = 'language'
const UNSAVED = 'language-untold'

/** The language for this page. */
export function preferredLanguage(): Language {
  return languageFor(browserStorage().getItem(KEY), navigator.languages)
}

/** A choice on this device that is not saved to the account yet, or null. */
export function unsavedLanguage(): Language | null {
  return browserStorage().getItem(UNSAVED) === null ? null : preferredLanguage()
}

export function markLanguageSaved(): void {
  browserStorage().removeItem(UNSAVED)
}

/** Takes effect when a page is next loaded. */
export function storeLanguage(language: Language, chosenBy: 'hand' | 'account'): void {
  browserStorage().setItem(KEY, language)
  if (chosenBy === 'hand') browserStorage().setItem(UNSAVED, 'yes')
  else markLanguageSaved()
}
