/** The language chosen on this device, and whether it is saved in the account yet. */
import { languageFor } from '../language/language.ts'
import type { Language } from '../language/language.ts'
import { browserStorage } from './storage.ts'

const KEY = 'language'
const UNTOLD = 'language-untold'

/** The language for this page. */
export function wantedLanguage(): Language {
  return languageFor(browserStorage().getItem(KEY), navigator.languages)
}

/** A choice on this device that is not saved to the account yet, or null. */
export function unsavedLanguage(): Language | null {
  return browserStorage().getItem(UNTOLD) === null ? null : wantedLanguage()
}

export function languageSaved(): void {
  browserStorage().removeItem(UNTOLD)
}

/** Takes effect when a page is next loaded. */
export function keepLanguage(language: Language, by: 'hand' | 'account'): void {
  browserStorage().setItem(KEY, language)
  if (by === 'hand') browserStorage().setItem(UNTOLD, 'yes')
  else languageSaved()
}
