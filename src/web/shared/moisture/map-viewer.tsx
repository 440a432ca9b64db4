/** The viewer of a map: its picture, how to keep it, its colours, and the way to look closer. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MapImage } from './map-image.tsx'
import type { MapImageProps } from './map-image.tsx'
import css from './map-viewer.module.css'
import type { PictureWishes } from './picture-choice.ts'
import { PictureWishesBar } from './picture-wishes.tsx'

export interface MapViewerProps extends Omit<MapImageProps, 'children'> {
  title: string
  /** A line about what is shown. */
  line?: ReactNode
  wishes: PictureWishes
  onExplore?: () => void
  onClose: () => void
}

/** Of the specification. */
const WIDTH = 380

export function MapViewer({ title, line, wishes, onExplore, onClose, ...image }: MapViewerProps) {
  return (
    <Dialog open title={title} onClose={onClose} bare width={WIDTH}>
      <div className={css.viewer}>
        {line ? <p className={css.line}>{line}</p> : null}
        <MapImage {...image} />
        <div className={css.wishes}>
          <PictureWishesBar {...wishes} />
          {onExplore ? (
            <Button wide onClick={onExplore}>
              Explore
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
