/** Says that what the form shows is not what the machine was told, and offers the ways on. */
import { TriangleAlert } from 'lucide-react'
import { problems } from '../../../contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import css from './unsent.module.css'

export interface UnsentProps {
  /** Somebody else's settings were stored since. */
  overtaken: boolean
  /** It was sent and nobody answered. */
  unknown: boolean
  onAgain: () => void
  onDiscard: () => void
}

function sentenceOf({ overtaken, unknown }: Pick<UnsentProps, 'overtaken' | 'unknown'>): string {
  if (unknown) return 'Not known whether it was sent'
  return overtaken ? `Not sent. ${problems.settings_changed_meanwhile.message}` : 'Not sent'
}

export function Unsent({ onAgain, onDiscard, ...state }: UnsentProps) {
  return (
    <div className={css.unsent}>
      <output className={css.words}>
        <TriangleAlert size={16} aria-hidden="true" />
        <span>{sentenceOf(state)}</span>
      </output>
      <div className={css.ways}>
        {state.unknown ? <Button onClick={onAgain}>Try again</Button> : null}
        <Button variant="quiet" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </div>
  )
}
