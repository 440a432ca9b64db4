/** Weather of a system: recent days with rain and evapotranspiration, the forecast, and manual rain. */
import { useState } from 'react'
import { inchesToMm, mmToInches } from '#agronomy/units.ts'
import type { SystemView } from '#contract/systems.ts'
import { RAIN_MAX_MM, type RainSource, type Weather, type WeatherDay } from '#contract/weather.ts'
import { useUnit } from '../../api/preferences.ts'
import { useChooseRainSource, useEnterRain, useWeather } from '../../api/weather.ts'
import { problemMessage, errorMessage } from '../../kit/call-error.ts'
import { quantity } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DepthField } from '../settings/depth-field.tsx'
import { numberOf } from '../settings/settings-values.ts'
import { StationFile } from './station-file.tsx'
import css from './system-weather.module.css'
import {
  dayName,
  type DepthUnit,
  depthText,
  networkSentences,
  hasData,
  otherSources,
  rainArgument,
  enteredBy,
  sourceName,
  sourceSentence,
  stationCredit,
  stationSentence,
  text,
} from './weather.text.ts'

/** Past days in the table; the form offers all days for which rain can be entered. */
const DAYS_SHOWN = 7
/** Of an entry, in inches. */
const RAIN_LIMITS = { min: 0, max: mmToInches(RAIN_MAX_MM), step: 0.01 }

export function SystemWeather({ system, now }: { system: SystemView; now: number }) {
  const { data, isError, isFetching, refetch } = useWeather(system.name)
  const { unit } = useUnit()
  const stations = stationSentence(data?.days ?? [])
  return (
    <section aria-labelledby="weather" className={css.weather}>
      <h2 id="weather">{text.title}</h2>
      {data ? (
        <>
          <p className={data.state === 'late' ? css.late : css.soft}>
            {sourceSentence(data, now, system.time_zone)}
          </p>
          {networkSentences(data, now, system.time_zone).map((sentence) => (
            <p key={sentence} className={css.late}>
              {sentence}
            </p>
          ))}
          <Days weather={data} system={system} unit={unit} />
          {stations === '' ? null : <p className={css.credit}>{stations}</p>}
          {system.role === 'viewer' ? (
            <p className={css.soft}>{text.viewOnly}</p>
          ) : (
            <>
              <RainForm weather={data} system={system} unit={unit} />
              <StationFile system={system.name} file={data.file} unit={unit} />
            </>
          )}
          <p className={css.credit}>
            {data.state === 'off' ? null : data.simulated ? (
              `${text.simulated} `
            ) : (
              <>
                {text.weatherBy} <a href="https://open-meteo.com/">Open-Meteo.com</a> (CC BY 4.0).{' '}
              </>
            )}
            {stationCredit(data)}
          </p>
        </>
      ) : isError ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {text.weatherNotFetched}
        </Notice>
      ) : (
        <p className={css.soft}>{text.loadingWeather}</p>
      )}
    </section>
  )
}

interface DaysProps {
  weather: Weather
  system: SystemView
  unit: DepthUnit
}

function Days({ weather, system, unit }: DaysProps) {
  const first = weather.days.findIndex(({ day }) => day === weather.today) - DAYS_SHOWN
  const visibleDays = weather.days.slice(Math.max(0, first)).filter((day) => hasData(day, weather))
  if (visibleDays.length === 0) return <p>{text.noRainKnown}</p>
  return (
    <table className={css.days}>
      <caption className={css.caption}>{text.tableTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{text.dayColumn}</th>
          <th scope="col">{text.rain}</th>
          <th scope="col">ET</th>
        </tr>
      </thead>
      <tbody>
        {visibleDays.map((day) => (
          <Day key={day.day} day={day} today={weather.today} system={system} unit={unit} />
        ))}
      </tbody>
    </table>
  )
}

interface DayProps {
  day: WeatherDay
  today: string
  system: SystemView
  unit: DepthUnit
}

function Day({ day, today, system, unit }: DayProps) {
  const choose = useChooseRainSource(system.name)
  const { rain, forecast, rain_chance_pct: chance, reference_et_mm: et } = day
  const otherChoices = system.role === 'viewer' ? [] : otherSources(day)
  const name = dayName(day.day, today)
  const use = (source: RainSource | null) => choose.mutate({ day: day.day, source })
  return (
    <tr className={forecast ? css.ahead : undefined}>
      <th scope="row">
        {name}
        {forecast ? <span className={css.soft}>{text.forecast}</span> : null}
      </th>
      <td>
        <span className={css.amount}>
          {rain.used_mm === null ? text.notKnown : depthText(rain.used_mm, unit)}
        </span>
        {forecast && chance !== null ? (
          <span className={css.soft}>{text.chance(quantity(chance, '%', 0))}</span>
        ) : (
          <span className={css.soft}>{rainArgument(day, unit, system.time_zone)}</span>
        )}
        <span className={css.choices}>
          {rain.chosen && system.role !== 'viewer' ? (
            <Button
              variant="quiet"
              busy={choose.isPending && text.saving}
              aria-label={text.undoFor(name)}
              onClick={() => use(null)}
            >
              {text.undo}
            </Button>
          ) : (
            otherChoices.map((source) => (
              <Button
                key={source}
                variant="quiet"
                busy={choose.isPending && choose.variables.source === source && text.saving}
                aria-label={text.chooseSourceForDay(sourceName(day, source), name)}
                onClick={() => use(source)}
              >
                {text.chooseSource(sourceName(day, source))}
              </Button>
            ))
          )}
        </span>
        {choose.isError ? <span role="alert">{errorMessage(choose.error)}</span> : null}
      </td>
      <td>
        {et === null ? '–' : depthText(et, unit)}
        {day.et_method === 'neighbours' ? <span className={css.soft}>{text.guessed}</span> : null}
      </td>
    </tr>
  )
}

function RainForm({ weather, system, unit }: DaysProps) {
  const { name, time_zone: timeZone } = system
  const type = useEnterRain(name)
  const days = weather.days.filter(({ day }) => day <= weather.today).toReversed()
  const [day, setDay] = useState(weather.today)
  // inches as text, so that it means the same if the account's unit changes meanwhile
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { typed_mm: stored = null, typed: by = null } =
    days.find((candidate) => candidate.day === day)?.rain ?? {}
  const save = () => {
    const mm = inchesToMm(numberOf(typed) ?? Number.NaN)
    const fits = mm >= 0 && mm <= RAIN_MAX_MM
    setError(fits ? null : amountProblem(unit))
    // what was typed before the answer came is for another day, and stays
    const onSuccess = () => setTyped((now) => (now === typed ? '' : now))
    if (fits) type.mutate({ day, mm: Number(mm.toFixed(2)) }, { onSuccess })
  }
  return (
    <form
      className={css.form}
      aria-label={text.enterRain}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Dropdown
        label={text.dayRain}
        value={day}
        onChange={setDay}
        options={days.map((option) => ({ value: option.day, label: dayName(option.day, weather.today) }))}
      />
      <DepthField
        label={text.rainYourGauge}
        unit={unit}
        limits={RAIN_LIMITS}
        value={typed}
        hint={
          stored === null || by === null
            ? undefined
            : text.alreadyEntered(depthText(stored, unit), enteredBy(by, timeZone))
        }
        error={error ?? (type.isError ? errorMessage(type.error) : null)}
        onChange={setTyped}
      />
      <div className={css.buttons}>
        <Button type="submit" busy={type.isPending && text.saving}>
          {text.saveRain}
        </Button>
        {stored === null ? null : (
          <Button variant="quiet" onClick={() => type.mutate({ day, mm: null })}>
            {text.remove}
          </Button>
        )}
      </div>
    </form>
  )
}

function amountProblem(unit: DepthUnit): string {
  return unit === 'mm'
    ? problemMessage('rain_amount_invalid')
    : text.rainLimits(quantity(Math.floor(10 * mmToInches(RAIN_MAX_MM)) / 10, 'in', 1))
}
