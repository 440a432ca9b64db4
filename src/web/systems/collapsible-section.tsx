/** A section that is collapsible in one-column layout and open in wider ones, unless it is seldom needed. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Suspense, useId, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { LoadingText } from '../ui/loading-text.tsx'
import css from './collapsible-section.module.css'
import { text } from './text/systems.text.ts'

/** From this width a page has two columns. */
const WIDE = '(width >= 900px)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export interface CollapsibleSectionProps {
  /** The text of the heading with which `children` begins. */
  title: string
  /** Collapsed in the two-column layout too, because few need it. */
  collapsedWhenWide?: boolean
  /** A collapsible section with its heading; not rendered or fetched until it is visible. */
  children: ReactNode
}

export function CollapsibleSection({ title, collapsedWhenWide = false, children }: CollapsibleSectionProps) {
  const id = useId()
  const wide = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches) && !collapsedWhenWide
  const [open, setOpen] = useState(false)
  const [wasShown, setWasShown] = useState(false)
  if ((wide || open) && !wasShown) setWasShown(true)
  const Chevron = open ? ChevronUp : ChevronDown
  return (
    <div className={wide ? undefined : css.narrow}>
      {wide ? null : (
        <h2>
          <button
            type="button"
            className={css.heading}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {title}
            <Chevron size={20} aria-hidden="true" />
          </button>
        </h2>
      )}
      <div id={id} className={css.content} hidden={!wide && !open}>
        {wasShown ? (
          <Suspense fallback={<LoadingText>{text.loading}</LoadingText>}>{children}</Suspense>
        ) : null}
      </div>
    </div>
  )
}
