/** The viewer of one live map: the picture, drawn again as readings come in, and how to keep it. */
import { useState } from 'react'
import { useLiveMapImage } from '../api/live-maps.ts'
import { clock } from '../kit/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './live-map-viewer.module.css'

export interface LiveMapViewerProps {
  userId: number
  system: string
  onClose: () => void
}

const WIDTH = 380

export function LiveMapViewer({ userId, system, onClose }: LiveMapViewerProps) {
  const { url, askedAt, redraw } = useLiveMapImage(userId, system)
  // By address: a new picture that fails must not stand behind the words of an old one, nor the other way round.
  const [loaded, setLoaded] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const broken = url !== null && failed === url
  return (
    <Dialog open title="Live Map" onClose={onClose} bare width={WIDTH}>
      <div className={css.viewer}>
        {loaded === null && !broken ? (
          <div className={css.waiting}>
            <LoadingText>Drawing the live map…</LoadingText>
          </div>
        ) : null}
        {url !== null && !broken ? (
          <img
            className={loaded === null ? css.coming : css.image}
            src={url}
            alt={altText(system, askedAt)}
            onLoad={() => setLoaded(url)}
            onError={() => setFailed(url)}
          />
        ) : null}
        {broken ? (
          <div className={css.words}>
            <Notice tone="fault" onRetry={redraw}>
              The live map of {system} cannot be shown at this time.
            </Notice>
          </div>
        ) : (
          <p className={css.hint}>Right-click to "Save image as..." or hold to save image on mobile device</p>
        )}
      </div>
    </Dialog>
  )
}

function altText(system: string, askedAt: number): string {
  return `Live map of the soil moisture under ${system}, from its soil probes, as of ${clock(askedAt)}: yellow is dry, dark blue is wet; the scale and the time of the readings are printed below the field.`
}
