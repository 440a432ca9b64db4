/** The picture of one sensor; on a phone it is pushed sideways rather than made too small to read. */
import { useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import css from './graph-dialogs.module.css'

export interface SensorPictureProps {
  name: string
  url: string
  alt: string
  /** Has all pictures drawn again: they are kept for a week only. */
  onRetry: () => void
}

/** Of every picture; its place is kept while it comes. */
const WIDTH = 1800
const HEIGHT = 800

export function SensorPicture({ name, url, alt, onRetry }: SensorPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <figure className={css.figure}>
      {broken === url ? (
        <Notice tone="fault" onRetry={onRetry}>
          The picture of {name} cannot be shown at this time.
        </Notice>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to push it too
        <section className={css.window} aria-label={`Picture of ${name}`} tabIndex={0}>
          <img
            className={css.picture}
            src={url}
            alt={alt}
            loading="lazy"
            width={WIDTH}
            height={HEIGHT}
            onError={() => setBroken(url)}
          />
        </section>
      )}
    </figure>
  )
}
