/** Historic Moisture Maps: the mean of one week of the past, chosen by month, system and start. */
import { lazy, Suspense, useState } from 'react'
import { useMapWeeks, useWeekMap } from '../api/maps.ts'
import { useSystemGroup } from '../api/systems.ts'
import { usePictureWishes } from '../map/picture-choice.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { sentenceOf } from '../kit/call-error.ts'
import css from './historic-maps-page.module.css'
import { MONTHS, weekText, yearOf } from './week-words.ts'
import { WeekMapViewer } from './week-map-viewer.tsx'

const MoistureExplorer = lazy(async () => {
  const { MoistureExplorer } = await import('../map/moisture-explorer.tsx')
  return { default: MoistureExplorer }
})

export function HistoricMapsPage() {
  const [month, setMonth] = useState('')
  const [system, setSystem] = useState('')
  const [start, setStart] = useState('')
  const [viewing, setViewing] = useState(false)
  const [explored, setExplored] = useState<Explored | null>(null)
  const wishes = usePictureWishes()
  const map = useWeekMap()
  const wanted = { system, month: Number(month), start }
  const generate = () =>
    map.mutate({ ...wanted, ramp: wishes.ramp, layer: wishes.layer }, { onSuccess: () => setViewing(true) })
  // what was chosen before says nothing about the choice that follows it
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value)
    setStart('')
    map.reset()
    setExplored(null)
  }
  const explore = () => {
    setViewing(false)
    setExplored({ system, start })
  }
  const ready = month !== '' && system !== '' && start !== ''
  return (
    <Page
      title="Historic Moisture Maps"
      hint="Select a Month, a System, and an available Date Range to Generate your map"
      narrow={explored === null}
    >
      <div className={css.choices}>
        <Dropdown
          label="Select Month"
          placeholder="Select Month"
          value={month}
          options={MONTHS}
          onChange={choose(setMonth)}
        />
        {month ? <SystemChoice value={system} onChange={choose(setSystem)} /> : null}
        {month && system ? (
          <WeekChoice
            system={system}
            month={month}
            value={start}
            onChange={(day) => {
              setStart(day)
              setExplored(null)
              map.reset()
            }}
          />
        ) : null}
        <Button
          variant="primary"
          wide
          disabled={!ready}
          busy={map.isPending && !viewing ? 'Drawing the map…' : false}
          onClick={generate}
        >
          Generate
        </Button>
        {ready ? (
          <Button wide onClick={explore}>
            Explore
          </Button>
        ) : null}
        {map.isError && !viewing ? (
          <Notice tone="attention" onRetry={generate} retrying={map.isPending}>
            {sentenceOf(map.error)}
          </Notice>
        ) : null}
      </div>
      {viewing && ready ? (
        <WeekMapViewer
          wanted={wanted}
          wishes={wishes}
          onExplore={explore}
          onClose={() => setViewing(false)}
        />
      ) : null}
      {explored ? (
        <Suspense fallback={<LoadingText>Loading the season…</LoadingText>}>
          <MoistureExplorer
            key={`${explored.system} ${explored.start}`}
            system={explored.system}
            days={yearOf(explored.start)}
            wishes={wishes}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}

interface Explored {
  system: string
  /** The day that it opens at. */
  start: string
}

interface ChoiceProps {
  value: string
  onChange: (value: string) => void
}

function SystemChoice({ value, onChange }: ChoiceProps) {
  const { data: names, isPending, isError, isFetching, refetch } = useSystemGroup()
  return (
    <>
      <Dropdown
        label="Select System"
        placeholder={isPending ? 'Loading systems...' : 'Select System'}
        value={value}
        options={(names ?? []).map((name) => ({ value: name, label: name }))}
        disabled={isPending || !names?.length}
        onChange={onChange}
      />
      {names?.length === 0 ? <Notice>No systems are connected to your account yet.</Notice> : null}
      {isError && !names ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          Your systems could not be fetched.
        </Notice>
      ) : null}
    </>
  )
}

function WeekChoice({ system, month, value, onChange }: ChoiceProps & { system: string; month: string }) {
  const { data: weeks, isPending, isError, isFetching, refetch } = useMapWeeks(system, month)
  const monthName = MONTHS[Number(month) - 1]?.label
  return (
    <>
      <Dropdown
        label="Select Start Date"
        placeholder={isPending ? 'Loading graphs...' : 'Select Start Date'}
        value={value}
        options={(weeks ?? []).map((week) => ({ value: week.start, label: weekText(week) }))}
        disabled={isPending || !weeks?.length}
        onChange={onChange}
      />
      {weeks?.length === 0 ? (
        <Notice>
          {system} has no readings in {monthName} of any year. Choose another month.
        </Notice>
      ) : null}
      {isError && !weeks ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          The dates of {system} could not be fetched.
        </Notice>
      ) : null}
    </>
  )
}
