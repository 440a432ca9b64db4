/** The strength of a password as a word and as filled bars. */
import css from './account-page.module.css'
import { passwordStrength } from './password-strength.ts'

const bars = { Weak: 1, Moderate: 2, Strong: 3 } as const

export function PasswordMeter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <span className={css.strength}>
      <span className={css.meter} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={bar <= bars[strength] ? css.full : undefined} />
        ))}
      </span>
      <span>
        Password strength: <strong>{strength}</strong>
      </span>
    </span>
  )
}
