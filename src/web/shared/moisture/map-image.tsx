/** A map picture as an image, with text while it loads and a retry on failure. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './map-image.module.css'
import { text } from './moisture.text.ts'

export interface MapImageProps {
  /** Null until it is known. */
  url: string | null
  alt: string
  loadingText: string
  /** Shown instead of the image if loading fails. */
  failure: string
  onRetry: () => void
  retrying?: boolean
  /** Shown instead of the image, whatever its URL. */
  failed?: boolean
  /** Called instead of showing a message, if the parent shows its own. */
  onFailed?: () => void
  children?: ReactNode
}

/** The previous image stays until the next one has loaded. */
export function MapImage(props: MapImageProps) {
  const { url, alt, loadingText, failure, onRetry, retrying, failed, onFailed, children } = props
  // Tracked by URL: the state of an old image must not apply to a new one.
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
          <LoadingText>{loadingText}</LoadingText>
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
