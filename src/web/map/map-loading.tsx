/** Text shown in place of a map while it loads. */
import type { ReactNode } from 'react'
import { LoadingText } from '../ui/loading-text.tsx'
import css from './map-frame.module.css'

export function MapLoading({ children }: { children: ReactNode }) {
  return (
    <div className={css.waiting}>
      <LoadingText>{children}</LoadingText>
    </div>
  )
}
