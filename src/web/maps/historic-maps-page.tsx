/** Historic Moisture Maps: the mean of a past week, chosen by month, system and start date. */
import { lazy, Suspense } from 'react'
import { useMapWeeks } from '../api/maps.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { errorMessage } from '../kit/call-error.ts'
import { paths } from '../kit/paths.ts'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import css from './historic-maps-page.module.css'
import { useWeekChoice } from './use-week-choice.ts'
import type { WeekChoice } from './use-week-choice.ts'
import { MONTHS, weekText, yearOf, text } from './week.text.ts'
import { NewestWeek } from './newest-week.tsx'
import { WeekMapViewer } from './week-map-viewer.tsx'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const MoistureExplorer = lazy(async () => {
  const { MoistureExplorer } = await loadWithRetry(() => import('../shared/moisture/moisture-explorer.tsx'))
  return { default: MoistureExplorer }
})

export function HistoricMapsPage() {
  const choice = useWeekChoice()
  const { request, picture, explored } = choice
  return (
    <Page title={text.title} hint={text.pageHint}>
      <Choices choice={choice} />
      <SystemLinks system={choice.system} currentPath={paths.historicMaps()} />
      {choice.viewing && choice.ready ? (
        <WeekMapViewer
          request={request}
          picture={picture}
          onExplore={choice.explore}
          onClose={choice.close}
        />
      ) : null}
      {explored ? (
        <Suspense fallback={<LoadingText>{text.loadingSeason}</LoadingText>}>
          <MoistureExplorer
            key={`${explored.system} ${explored.start}`}
            system={explored.system}
            days={yearOf(explored.start)}
            picture={picture}
          />
        </Suspense>
      ) : choice.ready ? null : (
        <NewestMap choice={choice} />
      )}
    </Page>
  )
}

/** The newest week of the remembered system, or of the first one. */
function NewestMap({ choice: { month, system, systems, picture } }: { choice: WeekChoice }) {
  const shownSystem = system || systems.data?.[0]
  if (shownSystem)
    return <NewestWeek system={shownSystem} picture={picture} errorShown={month !== '' && system !== ''} />
  // once a month is chosen, the dropdown of systems shows the error
  if (month) return null
  if (systems.isPending) return <LoadingText>{text.loadingSystems}</LoadingText>
  return <NoSystem systems={systems} />
}

/** Why there is no system to choose. */
function NoSystem({ systems: { data, isError, isFetching, refetch } }: Pick<WeekChoice, 'systems'>) {
  if (data?.length === 0) return <Notice>{text.noSystems}</Notice>
  if (!isError || data) return null
  return (
    <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
      {text.systemsNotFetched}
    </Notice>
  )
}

/** Each choice appears once the previous one is made. */
function Choices({ choice }: { choice: WeekChoice }) {
  const { month, system, start, ready, error } = choice
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.selectMonth}
        placeholder={text.selectMonth}
        value={month}
        options={MONTHS}
        onChange={choice.chooseMonth}
      />
      {month ? <SystemChoice systems={choice.systems} value={system} onChange={choice.chooseSystem} /> : null}
      {month && system ? (
        <StartChoice system={system} month={month} value={start} onChange={choice.chooseStart} />
      ) : null}
      <Button
        variant="primary"
        wide
        disabled={!ready}
        busy={choice.drawing ? text.drawingMap : false}
        onClick={choice.generate}
      >
        {text.generate}
      </Button>
      {ready ? (
        <Button wide onClick={choice.explore}>
          {text.explore}
        </Button>
      ) : null}
      {error ? (
        <Notice tone="attention" onRetry={choice.generate} retrying={choice.drawing}>
          {errorMessage(error)}
        </Notice>
      ) : null}
    </div>
  )
}

interface ChoiceProps {
  value: string
  onChange: (value: string) => void
}

function SystemChoice({ systems, value, onChange }: ChoiceProps & Pick<WeekChoice, 'systems'>) {
  const { data: names, isPending } = systems
  return (
    <>
      <Dropdown
        label={text.selectSystem}
        placeholder={isPending ? text.loadingSystems : text.selectSystem}
        value={value}
        options={(names ?? []).map((name) => ({ value: name, label: name }))}
        disabled={isPending || !names?.length}
        onChange={onChange}
      />
      <NoSystem systems={systems} />
    </>
  )
}

function StartChoice({ system, month, value, onChange }: ChoiceProps & { system: string; month: string }) {
  const { data: weeks, isPending, isError, isFetching, refetch } = useMapWeeks(system, month)
  const monthName = MONTHS[Number(month) - 1]?.label
  return (
    <>
      <Dropdown
        label={text.selectStartDate}
        placeholder={isPending ? text.loadingGraphs : text.selectStartDate}
        value={value}
        options={(weeks ?? []).map((week) => ({ value: week.start, label: weekText(week) }))}
        disabled={isPending || !weeks?.length}
        onChange={onChange}
      />
      {weeks?.length === 0 ? <Notice>{text.noReadingsInMonth(system, monthName ?? '')}</Notice> : null}
      {isError && !weeks ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          {text.datesNotFetched(system)}
        </Notice>
      ) : null}
    </>
  )
}
