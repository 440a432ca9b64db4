/** The language of the page. It is set before anything is rendered and changes by a reload, so that texts are plain values. */

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** A value in a sentence: already formatted, or a whole number without a unit. */
export type Figure = string | number

let current: Language = 'en'
let french: Readonly<Record<string, object>> = {}

/** The language chosen on this device, else the browser's first preference. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  const match = languages.find((language) => language === chosen)
  return match ?? (/^fr\b/i.test(preferred[0] ?? '') ? 'fr' : 'en')
}

/** Switches to French; must run before any page is loaded.
 *
 * @param tables the French texts, by feature; fetched only for French pages
 */
export function setFrenchTexts(tables: Readonly<Record<string, object>>): void {
  current = 'fr'
  french = tables
}

/** Adds the French texts of a part that is loaded later; must run before its first text is read. */
export function addFrenchTexts(tables: Readonly<Record<string, object>>): void {
  french = { ...french, ...tables }
}

export function isFrench(): boolean {
  return current === 'fr'
}

/** The locale of dates and numbers: `fr-CA`, or the English one given. */
export function localeOr(english: string): string {
  return current === 'fr' ? 'fr-CA' : english
}

/** A feature's texts in the page's language; the French table has the English one's type. */
export function inLanguage<T extends object>(feature: string, english: T): T {
  return { ...english, ...french[feature] }
}
