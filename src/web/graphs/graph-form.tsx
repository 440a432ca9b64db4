/** The form of a graph, and the available dates of the chosen system. */
import { databaseName } from '../../contract/graphs.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './graph-form.module.css'
import { presetRanges } from './graph-request.ts'
import { DATES_FAILED, DATES_LOADED, FETCHING_DATES, NO_DATES, NO_TOKEN, text } from './graph.text.ts'
import type { GraphRequestState } from './use-graph-request.ts'
import { classNames } from '../ui/class-names.ts'

export function GraphForm({ request }: { request: GraphRequestState }) {
  const { userId, databases, typed, dates, days, range, ready, validationError, generate, drawing } = request
  const hasDatabase = typed.database !== ''
  const asDay = { days, hint: text.dayMonthYear, onEnter: generate }
  return (
    <div className={css.form}>
      <div className={css.line}>
        <Dropdown
          label={text.selectSystem}
          placeholder={databases.isLoading ? text.loadingSystems : text.selectSystem}
          value={typed.database}
          options={(databases.data ?? []).map((database) => ({
            value: database,
            label: databaseName(database),
          }))}
          disabled={!databases.data?.length}
          onChange={request.chooseDatabase}
        />
        <DateField
          {...asDay}
          label={text.startDate}
          placeholder={text.enterStartDate}
          calendarLabel={text.firstDay}
          value={typed.start}
          error={range.startProblem}
          onChange={request.setStart}
        />
        <DateField
          {...asDay}
          label={text.endDate}
          placeholder={text.enterEndDate}
          calendarLabel={text.lastDay}
          value={typed.end}
          min={range.start}
          error={range.endProblem}
          onChange={request.setEnd}
        />
        <Button
          variant="primary"
          className={css.generate}
          disabled={!ready}
          busy={drawing.waiting ? text.generating : false}
          onClick={generate}
        >
          {text.generate}
        </Button>
      </div>
      <div className={css.said}>
        {/* a live region: no buttons in it */}
        <div className={css.news} aria-live="polite">
          {hasDatabase && userId !== null ? (
            <DateMessage
              pending={dates.isPending || (dates.isFetching && dates.isError)}
              failed={dates.isError && !dates.data}
              none={days.length === 0}
              onRetry={() => void dates.refetch()}
            />
          ) : null}
          {validationError ? <p className={css.lacking}>{validationError}</p> : null}
        </div>
        {days.length > 0 ? <PresetRanges request={request} /> : null}
      </div>
      <SystemNotices request={request} />
    </div>
  )
}

function PresetRanges({ request: { days, setRange } }: { request: GraphRequestState }) {
  return (
    <div className={css.usual}>
      {presetRanges(days).map((preset) => (
        <Button key={preset.label} variant="quiet" onClick={() => setRange(preset)}>
          {preset.label}
        </Button>
      ))}
    </div>
  )
}

/** Why there is no system to select. */
function SystemNotices({ request: { missingToken, databases } }: { request: GraphRequestState }) {
  if (missingToken) return <Notice tone="fault">{NO_TOKEN}</Notice>
  if (databases.isError && !databases.data)
    return (
      <Notice tone="attention" onRetry={() => void databases.refetch()} retrying={databases.isFetching}>
        {text.systemsNotFetched}
      </Notice>
    )
  return databases.data?.length === 0 ? <Notice>{text.noSoilReadings}</Notice> : null
}

interface DateMessageProps {
  pending: boolean
  failed: boolean
  none: boolean
  onRetry: () => void
}

/** The state of the dates of the chosen system, in the specification's words and colours. */
function DateMessage({ pending, failed, none, onRetry }: DateMessageProps) {
  if (pending) return <p className={css.message}>{FETCHING_DATES}</p>
  if (failed)
    return (
      <div className={css.failure}>
        <p className={classNames(css.message, css.fault)}>{DATES_FAILED}</p>
        <Button onClick={onRetry}>{text.tryAgain}</Button>
      </div>
    )
  return none ? (
    <p className={css.message}>{NO_DATES}</p>
  ) : (
    <p className={classNames(css.message, css.done)}>{DATES_LOADED}</p>
  )
}
