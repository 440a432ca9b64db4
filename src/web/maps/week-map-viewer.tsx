/** The viewer of a weekly map; other colours are separate pictures, fetched when chosen. */
import type { WeekMap } from '../../contract/maps.ts'
import { useWeekPicture } from '../api/maps.ts'
import type { WeekRequest } from '../api/maps.ts'
import { errorMessage } from '../kit/call-error.ts'
import { MapViewer } from '../shared/moisture/map-viewer.tsx'
import { coverText } from '../shared/moisture/moisture-sentences.text.ts'
import { RAMP_MEANING } from '../shared/moisture/picture-choice.ts'
import type { PictureChoice } from '../shared/moisture/picture-choice.ts'
import { weekText, text } from './week.text.ts'

export interface WeekMapViewerProps {
  request: Pick<WeekRequest, 'system' | 'month' | 'start'>
  picture: PictureChoice
  onExplore?: () => void
  onClose: () => void
}

export function WeekMapViewer({ request, picture, onExplore, onClose }: WeekMapViewerProps) {
  const { ramp, layer, paper } = picture
  const { data, error, isFetching, refetch } = useWeekPicture({ ...request, ramp, layer, paper })
  return (
    <MapViewer
      title={text.historicMap}
      url={data?.url ?? null}
      alt={altText(request.system, data ?? null, picture)}
      warning={data && coverText(data.cover, data.root_depth_in)}
      loadingText={text.drawingMap}
      failed={error !== null}
      failure={errorMessage(error, text.mapNotShown)}
      onRetry={() => void refetch()}
      retrying={isFetching}
      picture={picture}
      onExplore={onExplore}
      onClose={onClose}
    />
  )
}

export function altText(system: string, week: WeekMap | null, { ramp, layer }: PictureChoice): string {
  const subject =
    layer === 'uncertainty' ? text.uncertaintyAlt(system) : text.mapAlt(system, RAMP_MEANING[ramp])
  const days = week ? ` ${text.fromProbes(week.probes, weekText(week), week.notes.join(' '))}` : ''
  return text.printedOnPicture(subject, days)
}
