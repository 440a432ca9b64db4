/** A status badge with word, icon and colour, never colour alone. */
import { CircleCheck, CirclePause, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import css from './status-badge.module.css'
import { classNames } from './class-names.ts'

export type StatusTone = 'running' | 'attention' | 'fault' | 'stopped' | 'plain'

export interface StatusBadgeProps {
  tone: StatusTone
  word: string
  icon?: LucideIcon
  /** Outdated: shaped differently from a current one. */
  remembered?: boolean
}

const icons = {
  running: CircleCheck,
  attention: TriangleAlert,
  fault: CircleX,
  stopped: CirclePause,
  plain: Info,
} as const satisfies Record<StatusTone, LucideIcon>

export function StatusBadge({ tone, word, icon, remembered }: StatusBadgeProps) {
  const Icon = icon ?? icons[tone]
  return (
    <span className={classNames(css.badge, css[tone], remembered && css.remembered)}>
      <Icon size={16} aria-hidden="true" />
      <span className={css.word}>{word}</span>
    </span>
  )
}
