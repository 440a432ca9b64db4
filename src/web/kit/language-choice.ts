/** The language that somebody chose on this device. */
import { languageFor } from '../language/language.ts'
import type { Language } from '../language/language.ts'
import { browserStorage } from './storage.ts'

const KEY = 'language'

/** The language for this page. */
export function wantedLanguage(): Language {
  return languageFor(browserStorage().getItem(KEY), navigator.languages)
}

/** Sentences are values of a loaded page: another language is another page. What is unsaved is asked about by whoever holds it. */
export function chooseLanguage(language: Language): void {
  browserStorage().setItem(KEY, language)
  window.location.reload()
}
