/** The language of the page. It is settled before anything is drawn and changes by a reload, so that sentences are plain values. */

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** A figure within a sentence: written already, or a whole number without a unit. */
export type Figure = string | number

let spoken: Language = 'en'
let french: Readonly<Record<string, object>> = {}

/** What was chosen on this device, else what the browser asks for first. */
export function languageFor(chosen: string | null, wishes: readonly string[]): Language {
  const held = languages.find((language) => language === chosen)
  return held ?? (/^fr\b/i.test(wishes[0] ?? '') ? 'fr' : 'en')
}

/**
 * From now on, before any page is loaded.
 *
 * @param tables the French sentences, by feature; they are fetched by those who read French only
 */
export function speakFrench(tables: Readonly<Record<string, object>>): void {
  spoken = 'fr'
  french = tables
}

/** French of a part that is fetched later, before its first sentence is read. */
export function alsoInFrench(tables: Readonly<Record<string, object>>): void {
  french = { ...french, ...tables }
}

export function inFrench(): boolean {
  return spoken === 'fr'
}

/** The locale of dates and numbers; English keeps the one that a format has always had. */
export function localeOr(english: string): string {
  return spoken === 'fr' ? 'fr-CA' : english
}

/** The sentences of a feature in the language of the page; the compiler holds the French table to the English one's type. */
export function inLanguage<T extends object>(feature: string, english: T): T {
  return { ...english, ...french[feature] }
}
