/** An inline notice about a problem, with an action. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './notice.module.css'
import { classNames } from './class-names.ts'
import { text } from '../language/parts.text.ts'

type NoticeTone = 'plain' | 'done' | 'attention' | 'fault'

export interface NoticeProps {
  tone?: NoticeTone
  /** Of what somebody just did: told at once, and brought into sight in a dialog; every fault is. */
  answers?: boolean
  children: ReactNode
  /** Shows a button 'Try again'. */
  onRetry?: () => void
  retrying?: boolean
  /** Another action, for example a link. */
  action?: ReactNode
}

const icons = { plain: Info, done: CircleCheck, attention: TriangleAlert, fault: CircleAlert } as const

export function Notice({
  tone = 'plain',
  answers = tone === 'fault',
  children,
  onRetry,
  retrying,
  action,
}: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={classNames(css.notice, css[tone])} role={answers ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" className={css.icon} />
      <div className={css.text}>{children}</div>
      {onRetry ? (
        <Button onClick={onRetry} busy={retrying ? text.trying : false}>
          {text.tryAgain}
        </Button>
      ) : null}
      {action}
    </div>
  )
}
