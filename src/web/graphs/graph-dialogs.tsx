/** Dialogs after Generate: progress, the pictures, or the error. */
import { textOfDay } from '../ui/date-field-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import css from './graph-dialogs.module.css'
import { graphFailure, sensorText, text } from './graph.text.ts'
import type { GraphRequestState } from './use-graph-request.ts'
import { useState } from 'react'
import { Notice } from '../ui/notice.tsx'

export interface GraphDialogsProps {
  drawing: GraphRequestState['drawing']
  system: string
  onExplore: () => void
}

const PICTURES_WIDTH = 1080

export function GraphDialogs({ drawing, system, onExplore }: GraphDialogsProps) {
  const { generated, urls, error, waiting, shown, draw, cancel, close } = drawing
  const retry = () => generated && draw(generated)
  const failure = waiting ? null : graphFailure(error, urls)
  if (waiting)
    return (
      <Dialog open title={text.pleaseWait} onClose={cancel} closeLabel={text.cancel}>
        <LoadingText>{text.graphReadySoon}</LoadingText>
      </Dialog>
    )
  if (!shown || !generated) return null
  if (failure)
    return (
      <Dialog
        open
        title={text.error}
        onClose={close}
        actions={
          <Button variant="primary" onClick={retry}>
            {text.tryAgain}
          </Button>
        }
      >
        <p>{failure.sentence}</p>
        {failure.reason ? <p className={css.reason}>{failure.reason}</p> : null}
      </Dialog>
    )
  if (!urls) return null
  const range = text.range(textOfDay(generated.start), textOfDay(generated.end))
  return (
    <Dialog
      open
      title={text.graphsGenerated}
      onClose={close}
      width={PICTURES_WIDTH}
      scrolls
      actions={
        <Button variant="primary" onClick={onExplore}>
          {text.explore}
        </Button>
      }
    >
      <p className={css.reason}>{text.saveImageHint(system, range)}</p>
      {Object.entries(urls).map(([sensor, url]) => (
        <SensorPicture
          key={sensor}
          name={sensorText(sensor)}
          url={url}
          alt={text.soilWaterOf(sensorText(sensor), system, range)}
          onRetry={retry}
        />
      ))}
    </Dialog>
  )
}

interface SensorPictureProps {
  name: string
  url: string
  alt: string
  /** Has all pictures drawn again: the server keeps them for a week only. */
  onRetry: () => void
}

/** Size of every picture; its space is reserved while it loads. */
const WIDTH = 1800
const HEIGHT = 800

/** The picture of one sensor; on a phone it scrolls sideways instead of shrinking. */
function SensorPicture({ name, url, alt, onRetry }: SensorPictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <figure className={css.figure}>
      {broken === url ? (
        <Notice tone="fault" onRetry={onRetry}>
          {text.pictureNotShown(name)}
        </Notice>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard
        <section className={css.window} aria-label={text.pictureOf(name)} tabIndex={0}>
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
