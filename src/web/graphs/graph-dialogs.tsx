/** What follows on Generate: the waiting, the pictures, or why there are none. */
import { textOfDay } from '../ui/date-field-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import css from './graph-dialogs.module.css'
import { graphFailure, sensorText } from './graph.text.ts'
import { SensorPicture } from './sensor-picture.tsx'
import type { GraphRequestState } from './use-graph-request.ts'

export interface GraphDialogsProps {
  drawing: GraphRequestState['drawing']
  system: string
  onExplore: () => void
}

const PICTURES_WIDTH = 1080

export function GraphDialogs({ drawing, system, onExplore }: GraphDialogsProps) {
  const { of, urls, error, waiting, shown, draw, callOff, close } = drawing
  const again = () => of && draw(of)
  const failure = waiting ? null : graphFailure(error, urls)
  if (waiting)
    return (
      <Dialog open title="Please Wait" onClose={callOff} closeLabel="Cancel">
        <LoadingText>Your graph will be ready soon...</LoadingText>
      </Dialog>
    )
  if (!shown || !of) return null
  if (failure)
    return (
      <Dialog
        open
        title="Error"
        onClose={close}
        actions={
          <Button variant="primary" onClick={again}>
            Try again
          </Button>
        }
      >
        <p>{failure.sentence}</p>
        {failure.reason ? <p className={css.reason}>{failure.reason}</p> : null}
      </Dialog>
    )
  if (!urls) return null
  const range = `${textOfDay(of.start)} to ${textOfDay(of.end)}`
  return (
    <Dialog
      open
      title="Graphs Generated Successfully!"
      onClose={close}
      width={PICTURES_WIDTH}
      scrolls
      actions={
        <Button variant="primary" onClick={onExplore}>
          Explore
        </Button>
      }
    >
      <p className={css.reason}>
        {system}, {range}. Right-click to "Save image as..." or hold to save image on mobile device
      </p>
      {Object.entries(urls).map(([sensor, url]) => (
        <SensorPicture
          key={sensor}
          name={sensorText(sensor)}
          url={url}
          alt={`${sensorText(sensor)} under ${system}: soil water from ${range}, between the full and the refill line. The values are in Explore, as a graph and as a table.`}
          onRetry={again}
        />
      ))}
    </Dialog>
  )
}
