/** Explore: the readings of one probe as an interactive graph, the refill forecast, and the data. */
import { useMemo, useState } from 'react'
import type { GraphData } from '../../contract/graphs.ts'
import type { ReadingsRequest } from '../api/graphs.ts'
import { useUnit } from '../api/preferences.ts'
import { errorMessage } from '../kit/call-error.ts'
import { useNow } from '../kit/use-now.ts'
import { classNames } from '../ui/class-names.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { ExploreChoices } from './explore-choices.tsx'
import { ExploreTable } from './explore-table.tsx'
import css from './explore.module.css'
import { bandOf, plotModel, rootZoneOf } from './plot-model.ts'
import type { PlotChoice, PlotModel } from './plot-model.ts'
import { refillForecast } from './refill-days.ts'
import { lineSentence, refillText } from './refill.text.ts'
import { WaterPlotView } from './water-plot-view.tsx'
import { useReadings } from '../api/graphs.ts'
import { dayReader } from './reading-tables.ts'
import type { TimeWindow } from './plot-window.ts'
import { text } from './graph.text.ts'

export interface ExploreProps {
  system: string
  start: string
  end: string
  /** Numbers of the probes that have readings in the range, at least one. */
  probes: readonly number[]
}

const MINUTE_MS = 60_000
const MIN_WINDOW_S = 3600

export function Explore({ system, start, end, probes }: ExploreProps) {
  const [chosenProbe, setProbe] = useState(probes[0] ?? 0)
  const probe = probes.includes(chosenProbe) ? chosenProbe : (probes[0] ?? 0)
  const [choice, setChoice] = useState<Omit<PlotChoice, 'length'>>({ view: 'together', unit: 'volume' })
  const { unit: length } = useUnit()
  const request = useMemo<ReadingsRequest>(
    () => ({ system, start, end, probes: [probe] }),
    [system, start, end, probe],
  )
  const { whole, data, detail, zoomTo } = useZoomedReadings(request)
  return (
    <>
      {data ? <Refill data={data} probe={probe} /> : null}
      <ExploreChoices
        probes={probes}
        probe={probe}
        onProbe={setProbe}
        choice={choice}
        onChoice={setChoice}
        length={length}
        data={data}
      />
      {whole.isError && !data ? (
        <Notice tone="attention" onRetry={() => void whole.refetch()} retrying={whole.isFetching}>
          {text.readingsNotFetched(errorMessage(whole.error))}
        </Notice>
      ) : null}
      {whole.isPending || (whole.isPlaceholderData && !data) ? (
        <div className={css.waiting}>
          <LoadingText>{text.fetchingReadings}</LoadingText>
        </div>
      ) : null}
      {data ? (
        <>
          <Graph
            key={`${start} ${end}`}
            data={data}
            shown={detail ?? data}
            choice={{ ...choice, length }}
            onZoom={zoomTo}
          />
          <ExploreTable data={data} request={request} length={length} />
        </>
      ) : null}
    </>
  )
}

/** The forecast: how long the water lasts. */
function Refill({ data, probe }: { data: GraphData; probe: number }) {
  const now = useNow(MINUTE_MS)
  const { full, refill } = bandOf(data)
  const zone = useMemo(() => rootZoneOf(data), [data])
  const last = zone.values.findLastIndex((value) => value !== null)
  const { headline, reason, urgent } = refillText(
    refillForecast({ times: data.times, values: zone.values }, full, refill),
    { at: last < 0 ? null : (data.times[last] ?? 0) * 1000, now, timeZone: data.time_zone },
  )
  return (
    <div>
      <p className={classNames(css.headline, urgent && css.urgent)}>
        {text.probeLabel(probe)} {headline[0]?.toLowerCase()}
        {headline.slice(1)}
      </p>
      <p className={css.reason}>{reason}</p>
    </div>
  )
}

interface GraphProps {
  /** Of the whole range. */
  data: GraphData
  /** The readings drawn: the same, or all readings of a shorter range when zoomed in. */
  shown: GraphData
  choice: PlotChoice
  onZoom: (window: { from: number; to: number }) => void
}

function Graph({ data, shown, choice: { view, unit, length }, onZoom }: GraphProps) {
  const wholeModel = useMemo(() => plotModel(data, { view, unit, length }), [data, view, unit, length])
  const model = useMemo(
    () =>
      shown === data
        ? wholeModel
        : { ...plotModel(shown, { view, unit, length }), lines: wholeModel.lines, extent: wholeModel.extent },
    [shown, data, wholeModel, view, unit, length],
  )
  const range = useMemo(() => {
    const from = data.times[0] ?? 0
    return { from, to: Math.max(from + MIN_WINDOW_S, data.times.at(-1) ?? 0) }
  }, [data])
  return (
    <>
      <p className={css.axis}>
        {model.scale.name[0]?.toUpperCase()}
        {text.timesOf(
          model.scale.name.slice(1),
          data.time_zone,
          data.reduced && shown === data ? text.lowestAndHighest : '',
        )}
      </p>
      <WaterPlotView
        label={text.graphOf(model.scale.name)}
        describedBy="graph-in-words"
        model={model}
        whole={range}
        onSettled={onZoom}
      />
      <TextDescription model={wholeModel} />
    </>
  )
}

function TextDescription({ model }: { model: PlotModel }) {
  const { times, columns, lines, scale, timeZone, marks } = model
  const passes = marks.length === 1 ? text.onePass : text.passes(marks.length)
  return (
    <ul id="graph-in-words" className={css.words}>
      {lines.map(({ label }, line) => (
        <li key={label}>
          {lineSentence(label, { times, values: columns[line] ?? [] }, { ...scale, timeZone })}
        </li>
      ))}
      {marks.length > 0 ? <li>{text.wateredInPasses(passes)}</li> : null}
    </ul>
  )
}

/** All readings are fetched when less than this share of the range is shown. */
const DETAIL_BELOW = 0.5

/** Readings to draw: the reduced ones of the whole range, or all readings of the shown part when zoomed in. */
function useZoomedReadings(request: ReadingsRequest) {
  const overview = useReadings(request)
  const [zoomedRange, setZoomedRange] = useState<{ of: string; start: string; end: string } | null>(null)
  const requestKey = JSON.stringify(request)
  const currentRange = zoomedRange?.of === requestKey ? zoomedRange : null
  const zoomedReadings = useReadings(
    currentRange ? { ...request, start: currentRange.start, end: currentRange.end } : null,
  )
  const data = overview.isPlaceholderData ? undefined : overview.data
  const times = data?.times ?? []
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)

  /** Fetches all readings if those of the whole range were reduced to their extremes. */
  const zoomTo = ({ from, to }: TimeWindow) => {
    if (!data?.reduced || to - from > DETAIL_BELOW * span) return setZoomedRange(null)
    const dayOf = dayReader(data.time_zone)
    const [start, end] = [dayOf(from), dayOf(to)]
    setZoomedRange((before) =>
      before?.of === requestKey && before.start === start && before.end === end
        ? before
        : { of: requestKey, start, end },
    )
  }
  const detail = currentRange && !zoomedReadings.isPlaceholderData ? zoomedReadings.data : undefined
  return { whole: overview, data, detail, zoomTo }
}
