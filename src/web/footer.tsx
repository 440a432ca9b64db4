/** The footer of every page: links to the company, data use, language and theme. */
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand/react'
import css from './footer.module.css'
import { brand } from './kit/brand.ts'
import { paths } from './kit/paths.ts'
import { shownTheme, themes } from './kit/theme.ts'
import type { Theme } from './kit/theme.ts'
import { chooseLanguage, chooseTheme } from './account-preferences.ts'
import { isFrench, languages } from './language/language.ts'
import type { Language } from './language/language.ts'
import { text } from './language/frame.text.ts'

const themeWords = {
  system: text.sameAsPhone,
  light: text.light,
  dark: text.dark,
  sunlight: text.sunlight,
} as const satisfies Record<Theme, string>

const year = new Date().getFullYear()

export function Footer() {
  return (
    <footer className={css.foot}>
      <div className={css.inner}>
        <ul className={css.links}>
          <li>
            <a href={brand.aboutUrl}>{text.about}</a>
          </li>
          <li>
            <a href={brand.contactUrl}>{text.contact}</a>
          </li>
          <li>
            <Link to={paths.dataConsent()}>{text.dataUseConsent}</Link>
          </li>
          <li>
            <a href={brand.socialUrl}>{text.follow(brand.company)}</a>
          </li>
        </ul>
        <div className={css.choices}>
          <LanguageChoice />
          <ThemeChoice />
        </div>
        <p className={css.copyright}>
          © {year} {brand.company}
        </p>
      </div>
    </footer>
  )
}

/** Each language in its own name. */
const languageWords = { en: 'English', fr: 'Français' } as const satisfies Record<Language, string>

function LanguageChoice() {
  const [current, other] = isFrench() ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
  return (
    <label className={css.theme}>
      <span>{text.language}</span>
      <select value={current} onChange={() => void chooseLanguage(other)}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageWords[language]}
          </option>
        ))}
      </select>
    </label>
  )
}

function ThemeChoice() {
  const theme = useStore(shownTheme)
  const choose = (value: string) => chooseTheme(themes.find((option) => option === value) ?? 'system')
  return (
    <label className={css.theme}>
      <span>{text.theme}</span>
      <select value={theme} onChange={(event) => choose(event.currentTarget.value)}>
        {themes.map((option) => (
          <option key={option} value={option}>
            {themeWords[option]}
          </option>
        ))}
      </select>
    </label>
  )
}
