/** The foot of every page: where the company is found, what it does with data, and how the screen shall look. */
import { Link } from '@tanstack/react-router'
import { useStore } from 'zustand/react'
import css from './footer.module.css'
import { brand } from './kit/brand.ts'
import { paths } from './kit/paths.ts'
import { shownTheme, themes } from './kit/theme.ts'
import type { Theme } from './kit/theme.ts'
import { chooseTheme } from './theme-of-account.ts'

const themeWords = {
  system: 'Same as phone',
  light: 'Light',
  dark: 'Dark',
  sunlight: 'Sunlight',
} as const satisfies Record<Theme, string>

const year = new Date().getFullYear()

export function Footer() {
  return (
    <footer className={css.foot}>
      <div className={css.inner}>
        <ul className={css.links}>
          <li>
            <a href={brand.aboutUrl}>About</a>
          </li>
          <li>
            <a href={brand.contactUrl}>Contact</a>
          </li>
          <li>
            <Link to={paths.dataConsent()}>Data Use &amp; Consent</Link>
          </li>
          <li>
            <a href={brand.socialUrl}>Follow {brand.company}</a>
          </li>
        </ul>
        <ThemeChoice />
        <p className={css.copyright}>
          © {year} {brand.company}
        </p>
      </div>
    </footer>
  )
}

function ThemeChoice() {
  const theme = useStore(shownTheme)
  const choose = (value: string) => chooseTheme(themes.find((known) => known === value) ?? 'system')
  return (
    <label className={css.theme}>
      <span>Theme</span>
      <select value={theme} onChange={(event) => choose(event.currentTarget.value)}>
        {themes.map((known) => (
          <option key={known} value={known}>
            {themeWords[known]}
          </option>
        ))}
      </select>
    </label>
  )
}
