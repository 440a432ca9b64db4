/** The company's logo, or the default mark, with the name beside it. */
import css from './logo.module.css'

interface LogoProps {
  name: string
  /** URL of the company's logo, which replaces mark and name. */
  source?: string | null
}

export function Logo({ name, source }: LogoProps) {
  if (source) return <img className={css.own} src={source} alt={name} height={40} />
  return (
    <span className={css.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className={css.mark}>
        <circle cx="16" cy="16" r="14" className={css.ring} />
        <path d="M16 16V2a14 14 0 0 1 12.12 21Z" className={css.passed} />
        <path d="m16 16 12.12 7" className={css.arm} />
        <circle cx="16" cy="16" r="3" className={css.point} />
      </svg>
      <span className={css.name}>{name}</span>
    </span>
  )
}
