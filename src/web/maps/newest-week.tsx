/** The newest week of a system, shown before a week is chosen. */
import type { MapWeek } from '../../contract/maps.ts'
import { useNewestWeek, useWeekPicture } from '../api/maps.ts'
import { CallError, errorMessage } from '../kit/call-error.ts'
import { MapImage } from '../shared/moisture/map-image.tsx'
import type { PictureChoice } from '../shared/moisture/picture-choice.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './historic-maps-page.module.css'
import { altText } from './week-map-viewer.tsx'
import { weekText, text } from './week.text.ts'

export interface NewestWeekProps {
  system: string
  picture: PictureChoice
}

/** @param errorShown whether the choices above fetch the same weeks and show their error */
export function NewestWeek({ system, picture, errorShown }: NewestWeekProps & { errorShown: boolean }) {
  const { data: week, isError, isFetching, refetch } = useNewestWeek(system)
  if (week === undefined && isError)
    return errorShown ? null : (
      <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
        {text.datesNotFetched(system)}
      </Notice>
    )
  if (week === undefined) return <LoadingText>{text.drawingMap}</LoadingText>
  if (week === null) return <p className={css.soft}>{text.noSoilReadings(system)}</p>
  return <WeekPicture key={`${system} ${week.start}`} system={system} week={week} picture={picture} />
}

function WeekPicture({ system, week, picture }: NewestWeekProps & { week: MapWeek }) {
  const { ramp, shown: layer, paper } = picture
  const request = { system, month: Number(week.start.slice(5, 7)), start: week.start }
  const { data, error, isFetching, refetch } = useWeekPicture({ ...request, ramp, layer, paper })
  return (
    <section className={css.newest} aria-labelledby="newest-week">
      <h2 id="newest-week">
        {system}, {weekText(week)}
      </h2>
      {error instanceof CallError && error.fromServer ? (
        <p className={css.soft}>{error.message}</p>
      ) : (
        <MapImage
          url={data?.url ?? null}
          alt={altText(system, data ?? null, { ...picture, layer })}
          loadingText={text.drawingMap}
          failed={error !== null}
          failure={errorMessage(error, text.mapNotShown)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </section>
  )
}
