/** Seasonal water use by system and month, compared with licences: on screen, printed, and as a file. */
import { ChevronDown, ChevronUp, Download, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { volumeUnit } from '../../contract/seasons.ts'
import type { Season, SeasonSystem, VolumeUnit } from '../../contract/seasons.ts'
import { useUnit } from '../api/preferences.ts'
import { useDownloadSeason, useSeason } from '../api/seasons.ts'
import { errorMessage } from '../kit/call-error.ts'
import { brand } from '../kit/brand.ts'
import { day } from '../kit/formats.ts'
import { compareNames } from '../kit/name-order.ts'
import { useNow } from '../kit/use-now.ts'
import { paths } from '../kit/paths.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { LicenceDialog } from './licence-dialog.tsx'
import css from './season-page.module.css'
import {
  gapSentence,
  licenceUse,
  METHOD_NOTES,
  METHOD_WORDS,
  MONTHS,
  UNIT_WORDS,
  VOLUME_UNITS,
  volumeIn,
  volumeWords,
  text,
} from './season.text.ts'

/** A page left open over the new year switches to the new one. */
const TICK_MS = 60_000

export function SeasonPage() {
  const now = useNow(TICK_MS)
  const thisYear = new Date(now).getFullYear()
  const [year, setYear] = useState(thisYear)
  const [chosenUnit, setChosen] = useState<VolumeUnit | null>(null)
  const { unit: depthUnit } = useUnit()
  const { data, isPending, isError, isFetching, refetch } = useSeason(year)
  const entered = data?.systems.find(({ licence }) => licence)?.licence?.unit
  const unit = chosenUnit ?? entered ?? (depthUnit === 'in' ? 'acre_feet' : 'm3')
  return (
    <Page
      title={text.waterOf(year)}
      hint={text.pageHint}
      aside={
        <Link to={paths.systems()} className={css.back}>
          {text.backToSetSystems}
        </Link>
      }
      reading
    >
      <Choices
        year={year}
        firstYear={data?.first_year ?? year}
        thisYear={thisYear}
        unit={unit}
        onYear={setYear}
        onUnit={setChosen}
      />
      {isPending ? <LoadingText>{text.summingRecords}</LoadingText> : null}
      {isError && !data ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {text.waterNotFetched(year)}
        </Notice>
      ) : null}
      {data ? <Systems season={data} unit={unit} now={now} /> : null}
    </Page>
  )
}

interface ChoicesProps {
  year: number
  firstYear: number
  thisYear: number
  unit: VolumeUnit
  onYear: (year: number) => void
  onUnit: (unit: VolumeUnit) => void
}

function Choices({ year, firstYear, thisYear, unit, onYear, onUnit }: ChoicesProps) {
  const download = useDownloadSeason()
  const oldest = Math.min(firstYear, year, thisYear)
  const years = Array.from({ length: thisYear - oldest + 1 }, (_, back) => String(thisYear - back))
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.year}
        value={String(year)}
        options={years.map((value) => ({ value, label: value }))}
        onChange={(text) => onYear(Number(text))}
      />
      <Dropdown
        label={text.volumesIn}
        value={unit}
        options={VOLUME_UNITS}
        onChange={(text) => onUnit(volumeUnit.parse(text))}
      />
      <div className={css.files}>
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          {text.print}
        </Button>
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          busy={download.isPending && text.fetching}
          onClick={() => download.mutate(year)}
        >
          {text.downloadCsv}
        </Button>
      </div>
      {download.isError ? (
        <Notice tone="attention">{text.fileNotFetched(errorMessage(download.error))}</Notice>
      ) : null}
    </div>
  )
}

function Systems({ season, unit, now }: { season: Season; unit: VolumeUnit; now: number }) {
  const { year } = season
  const systems = season.systems.toSorted((a, b) => compareNames(a.system, b.system))
  if (systems.length === 0)
    return (
      <Notice>
        {text.noSystems} <Link to={paths.systems()}>{text.setSystems}</Link>
      </Notice>
    )
  const methods = new Set(systems.flatMap(({ months }) => months.map(({ method }) => method)))
  const notes = [...methods].flatMap((method) => METHOD_NOTES[method] ?? [])
  return (
    <>
      <p className={css.printed}>
        {text.printedCaption(brand.product, year, UNIT_WORDS[unit], day(now), new Date(now).getFullYear())}
      </p>
      {systems.length > 1 ? <Summary systems={systems} unit={unit} /> : null}
      {systems.map((system) => (
        <SystemWater
          key={system.system}
          system={system}
          year={year}
          unit={unit}
          collapsible={systems.length > 1}
        />
      ))}
      <section aria-labelledby="how-measured" className={css.notes}>
        <h2 id="how-measured">{text.howMeasured}</h2>
        {notes.length === 0 ? <p>{text.noWaterOnRecord(year)}</p> : null}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <p>{text.notes}</p>
      </section>
    </>
  )
}

function Summary({ systems, unit }: { systems: SeasonSystem[]; unit: VolumeUnit }) {
  const total = systems.reduce((sum, { volume_m3: volume }) => sum + volume, 0)
  const licences = systems.flatMap(({ licence }) => licence?.volume_m3 ?? [])
  // a total would seem to include systems without a licence
  const allowed =
    licences.length === systems.length ? licences.reduce((sum, volume) => sum + volume, 0) : null
  return (
    <table className={classNames(css.table, css.summary)} aria-label={text.allSystems}>
      <thead>
        <tr>
          <th scope="col">{text.system}</th>
          <th scope="col">
            {text.divertedColumn} <span className={css.unit}>{UNIT_WORDS[unit]}</span>
          </th>
          <th scope="col">
            {text.licenceColumn} <span className={css.unit}>{UNIT_WORDS[unit]}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {systems.map(({ system, volume_m3: volume, licence }) => (
          <tr key={system}>
            <th scope="row">{system}</th>
            <td>{volumeIn(volume, unit)}</td>
            <td>{licence ? volumeIn(licence.volume_m3, unit) : text.noLicenceEntered}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.total}</th>
          <td>{volumeIn(total, unit)}</td>
          <td>{allowed === null ? '–' : volumeIn(allowed, unit)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

interface SystemWaterProps {
  system: SeasonSystem
  year: number
  unit: VolumeUnit
  /** With several systems the months are folded, except in print. */
  collapsible: boolean
}

function SystemWater({ system, year, unit, collapsible }: SystemWaterProps) {
  const [editing, setEditing] = useState(false)
  const [expanded, setExpanded] = useState(false)
  const id = useId()
  const Chevron = expanded ? ChevronUp : ChevronDown
  const { licence, role } = system
  return (
    <section aria-label={system.system} className={css.system}>
      <div className={css.head}>
        <h2>{system.system}</h2>
        {role === 'viewer' ? null : (
          <Button onClick={() => setEditing(true)} className={css.action}>
            {licence ? text.changeLicence : text.enterLicence}
            <VisuallyHidden> {text.ofSystem(system.system)}</VisuallyHidden>
          </Button>
        )}
      </div>
      <p className={css.diverted}>
        <strong>{volumeWords(system.volume_m3, unit)}</strong> {text.diverted}
      </p>
      {system.metered.map(({ meter, volume_m3: volume }) => (
        <p key={meter} className={css.soft}>
          {text.metered(meter, volumeWords(volume, unit))}
        </p>
      ))}
      <Licence system={system} unit={unit} />
      {collapsible ? (
        <button
          type="button"
          className={css.fold}
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded(!expanded)}
        >
          <Chevron size={20} aria-hidden="true" />
          <span>
            {text.months}
            <VisuallyHidden> {text.ofSystem(system.system)}</VisuallyHidden>
          </span>
        </button>
      ) : null}
      <div id={id} className={collapsible && !expanded ? css.folded : undefined}>
        <Months system={system} unit={unit} />
      </div>
      {editing ? (
        <LicenceDialog system={system} year={year} unit={unit} onClose={() => setEditing(false)} />
      ) : null}
    </section>
  )
}

function Licence({ system, unit }: { system: SeasonSystem; unit: VolumeUnit }) {
  const { licence } = system
  const use = licenceUse(system, unit)
  if (!licence || !use) return <p className={css.soft}>{text.noLicenceYet}</p>
  return (
    <>
      <meter
        className={css.meter}
        aria-label={text.shareOfLicence(system.system)}
        min={0}
        max={100}
        high={100}
        value={Math.min(100, use.percent)}
        data-exceeded={use.exceeded || undefined}
      />
      <p>
        {text.licencePerYear(
          volumeWords(licence.volume_m3, licence.unit),
          licence.from_year,
          use.exceeded ? '' : use.sentence,
        )}
      </p>
      {use.exceeded ? <Notice tone="attention">{use.sentence}</Notice> : null}
    </>
  )
}

function Months({
  system: { system, months, volume_m3: total },
  unit,
}: Pick<SystemWaterProps, 'system' | 'unit'>) {
  const methods = [...new Set(months.map(({ method }) => method))].filter((method) => method !== 'none')
  return (
    <table className={css.table} aria-label={text.monthsOf(system)}>
      <thead>
        <tr>
          <th scope="col">{text.month}</th>
          <th scope="col">
            {text.divertedColumn} <span className={css.unit}>{UNIT_WORDS[unit]}</span>
          </th>
          <th scope="col">{text.howMeasuredColumn}</th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => {
          const gap = gapSentence(month)
          return (
            <tr key={month.month} data-none={month.method === 'none' || undefined}>
              <th scope="row">{MONTHS[month.month - 1]}</th>
              <td>{month.method === 'none' ? '–' : volumeIn(month.volume_m3, unit)}</td>
              <td>
                {METHOD_WORDS[month.method]}
                {gap ? <span className={css.gap}>{gap}</span> : null}
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.year}</th>
          <td>{volumeIn(total, unit)}</td>
          <td>{methods.map((method) => METHOD_WORDS[method]).join(', ') || METHOD_WORDS.none}</td>
        </tr>
      </tfoot>
    </table>
  )
}
