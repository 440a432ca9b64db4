/** The strength of a password as a word and as bars. */
import css from './account-page.module.css'
import { PASSWORD_BROWSER_MIN } from '../../contract/limits.ts'
import { text } from './account.text.ts'

const bars = { Weak: 1, Moderate: 2, Strong: 3 } as const
const words = { Weak: text.weak, Moderate: text.moderate, Strong: text.strong } as const

export function PasswordMeter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  // Its space is reserved from the start, so that nothing moves on the first keystroke.
  const filled = password ? bars[strength] : 0
  return (
    <span className={css.strength}>
      <span className={css.meter} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={bar <= filled ? css.full : undefined} />
        ))}
      </span>
      <span>
        {text.passwordStrength} <strong>{password ? words[strength] : '–'}</strong>
      </span>
    </span>
  )
}

type PasswordStrength = 'Weak' | 'Moderate' | 'Strong'

const STRONG_FROM = 12

/** @example passwordStrength('prairie') // 'Moderate' */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = password
  if (length < PASSWORD_BROWSER_MIN) return 'Weak'
  return length < STRONG_FROM ? 'Moderate' : 'Strong'
}
