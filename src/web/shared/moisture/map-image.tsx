/** A map picture as an image, with text while it loads and a retry on failure. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './map-image.module.css'
import { text } from './moisture-words.text.ts'

export interface MapImageProps {
  /** Null until it is known. */
  url: string | null
  alt: string
  waiting: string
  /** Said instead of the image when it cannot be fetched. */
  failure: string
  onRetry: () => void
  retrying?: boolean
  /** Said instead of the image, whatever its address. */
  failed?: boolean
  /** Told instead: whoever shows it says so elsewhere. */
  onFailed?: () => void
  children?: ReactNode
}

/** The former picture stays until the next one is there. */
export function MapImage(props: MapImageProps) {
  const { url, alt, waiting, failure, onRetry, retrying, failed, onFailed, children } = props
  // By address: a new picture that fails must not stand behind the words of an old one, nor the other way round.
  const [loaded, setLoaded] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  if (failed || (url !== null && broken === url))
    return (
      <div className={css.words}>
        <Notice tone="fault" onRetry={onRetry} retrying={retrying}>
          {failure}
        </Notice>
      </div>
    )
  return (
    <>
      {loaded === null ? (
        <div className={css.waiting}>
          <LoadingText>{waiting}</LoadingText>
        </div>
      ) : null}
      {url === null ? null : (
        <img
          className={loaded === null ? css.coming : css.image}
          src={url}
          alt={alt}
          onLoad={() => setLoaded(url)}
          onError={() => {
            setBroken(url)
            onFailed?.()
          }}
        />
      )}
      {children}
      <p className={css.hint}>{text.saveImageHint}</p>
    </>
  )
}
