/** The viewer of one live map: title, age, picture and description, or the overlay 'Error'. */
import { useState } from 'react'
import { useLiveMapImage } from '../api/live-maps.ts'
import { useLiveMap } from '../api/maps.ts'
import { useNow } from '../kit/use-now.ts'
import { MapViewer } from '../shared/moisture/map-viewer.tsx'
import { coverText } from '../shared/moisture/moisture-sentences.text.ts'
import { RAMP_MEANING } from '../shared/moisture/picture-choice.ts'
import type { PictureChoice } from '../shared/moisture/picture-choice.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { asOfWords, text } from './live-map.text.ts'

export interface LiveMapViewerProps {
  userId: number
  system: string
  picture: PictureChoice
  onExplore?: () => void
  onClose: () => void
}

const TICK_MS = 30_000

export function LiveMapViewer({ userId, system, picture, onExplore, onClose }: LiveMapViewerProps) {
  const { ramp, layer, paper } = picture
  const { url, redraw } = useLiveMapImage(userId, system, { ramp, layer, paper })
  const { data: time } = useLiveMap(system)
  const now = useNow(TICK_MS)
  const [failed, setFailed] = useState(false)
  const failure = text.mapNotShown(system)
  const retry = () => {
    setFailed(false)
    redraw()
  }
  const words = time?.as_of ? asOfWords(time.as_of, now, time.time_zone) : null
  if (failed)
    return (
      <Dialog
        open
        title={text.error}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={retry}>
            {text.tryAgain}
          </Button>
        }
      >
        <p>{failure}</p>
      </Dialog>
    )
  return (
    <MapViewer
      title={text.liveMap}
      line={words}
      url={url}
      alt={altText(system, [words, ...(time?.notes ?? [])], picture)}
      warning={time && coverText(time.cover, time.root_depth_in)}
      loadingText={text.drawingLiveMap}
      failure={failure}
      onFailed={() => setFailed(true)}
      onRetry={redraw}
      picture={picture}
      onExplore={onExplore}
      onClose={onClose}
    />
  )
}

/** @param descriptions the time of the readings, and the picture's alternative text */
function altText(
  system: string,
  descriptions: readonly (string | null)[],
  { ramp, layer }: PictureChoice,
): string {
  const subject =
    layer === 'uncertainty' ? text.uncertaintyAlt(system) : text.mapAlt(system, RAMP_MEANING[ramp])
  const sentences = descriptions.flatMap((description) =>
    description ? (description.endsWith('.') ? description : `${description}.`) : [],
  )
  const parts = [`${subject}.`, ...sentences, text.printedOnPicture]
  return parts.join(' ')
}
