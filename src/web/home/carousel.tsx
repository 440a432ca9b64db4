/** The carousel of the landing page: one picture at a time, fading into the next, wrapping at both ends. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import css from './carousel.module.css'
import type { LandingPicture } from './landing-pictures.ts'
import { text } from './home.text.ts'

const KEYS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

export function Carousel({ label, pictures }: { label: string; pictures: readonly LandingPicture[] }) {
  const [index, setIndex] = useState(0)
  // The others are fetched after the first has loaded, so that they never delay it.
  const [first, setFirst] = useState(true)
  const turn = (step: number) => {
    setFirst(false)
    setIndex((now) => wrappedIndex(now, step, pictures.length))
  }
  const turnByKey = (event: KeyboardEvent) => turn(KEYS.get(event.key) ?? 0)
  return (
    <section className={css.carousel} aria-roledescription="carousel" aria-label={label}>
      {pictures.map(({ source, alt }, i) => (
        <img
          key={source}
          src={i === 0 || !first ? source : undefined}
          alt={alt}
          width={2000}
          height={780}
          decoding="async"
          fetchPriority={i === 0 ? 'high' : 'low'}
          className={css.picture}
          data-shown={i === index}
          aria-hidden={i !== index}
          onLoad={() => setFirst(false)}
        />
      ))}
      <div className={css.bar}>
        <button
          type="button"
          className={css.turn}
          aria-label={text.previousPicture}
          onClick={() => turn(-1)}
          onKeyDown={turnByKey}
        >
          <ChevronLeft size={24} aria-hidden="true" />
        </button>
        <p className={css.caption} aria-live="polite">
          <span className={css.place}>{text.pictureOf(index + 1, pictures.length)}</span>{' '}
          {pictures[index]?.caption}
        </p>
        <button
          type="button"
          className={css.turn}
          aria-label={text.nextPicture}
          onClick={() => turn(1)}
          onKeyDown={turnByKey}
        >
          <ChevronRight size={24} aria-hidden="true" />
        </button>
      </div>
    </section>
  )
}

/** @example wrappedIndex(3, 1, 4) // 0 */
export function wrappedIndex(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count
}
