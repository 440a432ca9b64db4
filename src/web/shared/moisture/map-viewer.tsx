/** The viewer of a map: picture, download, colours, and zoom. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MapImage } from './map-image.tsx'
import type { MapImageProps } from './map-image.tsx'
import css from './map-viewer.module.css'
import type { PictureChoice } from './picture-choice.ts'
import { Dropdown } from '../../ui/dropdown.tsx'
import { RAMP_WORDS, SHOWN_WORDS } from './picture-choice.ts'
import { text } from './moisture.text.ts'

export interface MapViewerProps extends Omit<MapImageProps, 'children'> {
  title: string
  /** A line about what is shown. */
  line?: ReactNode
  picture: PictureChoice
  /** A warning, for example that sensors cover too little of the root zone. */
  warning?: string | null
  onExplore?: () => void
  onClose: () => void
}

/** Width in the specification. */
const WIDTH = 380

export function MapViewer({ title, line, warning, picture, onExplore, onClose, ...image }: MapViewerProps) {
  return (
    <Dialog open title={title} onClose={onClose} noPadding width={WIDTH}>
      <div className={css.viewer}>
        {line ? <p className={css.line}>{line}</p> : null}
        <MapImage {...image} />
        {warning ? (
          <div className={css.warning}>
            <Notice tone="attention">{warning}</Notice>
          </div>
        ) : null}
        <div className={css.choices}>
          <PictureChoiceBar {...picture} />
          {onExplore ? (
            <Button wide onClick={onExplore}>
              {text.explore}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

const RAMPS = Object.entries(RAMP_WORDS).map(([value, label]) => ({ value, label }))

const SHOWN = Object.entries(SHOWN_WORDS).map(([value, label]) => ({ value, label }))

/** Below the picture of a map: what it shows, its colours, and the second picture with the uncertainty of the first. */
function PictureChoiceBar({ ramp, shown, layer, setRamp, setShown, setUncertainty }: PictureChoice) {
  const uncertainty = layer === 'uncertainty'
  return (
    <div className={css.choice}>
      <Dropdown label={text.show} value={shown} options={SHOWN} disabled={uncertainty} onChange={setShown} />
      <Dropdown label={text.colours} value={ramp} options={RAMPS} disabled={uncertainty} onChange={setRamp} />
      <Button wide pressed={uncertainty} onClick={() => setUncertainty(!uncertainty)}>
        {text.uncertaintyQuestion}
      </Button>
    </div>
  )
}
