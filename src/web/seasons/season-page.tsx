/** The water of a calendar year, by system and month, beside what licences allow: to read, to print, to send. */
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { volumeUnit } from '../../contract/seasons.ts'
import type { Season, SeasonSystem, VolumeUnit } from '../../contract/seasons.ts'
import { useUnit } from '../api/preferences.ts'
import { useDownloadSeason, useSeason } from '../api/seasons.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { brand } from '../kit/brand.ts'
import { day } from '../kit/formats.ts'
import { useNow } from '../kit/use-now.ts'
import { paths } from '../kit/paths.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
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
} from './season.text.ts'

/** Whoever leaves it open over the new year sees the new one. */
const TICK_MS = 60_000

export function SeasonPage() {
  const now = useNow(TICK_MS)
  const thisYear = new Date(now).getFullYear()
  const [year, setYear] = useState(thisYear)
  const [chosen, setChosen] = useState<VolumeUnit | null>(null)
  const { unit: depthUnit } = useUnit()
  const { data, isPending, isError, isFetching, refetch } = useSeason(year)
  const entered = data?.systems.find(({ licence }) => licence)?.licence?.unit
  const unit = chosen ?? entered ?? (depthUnit === 'in' ? 'acre_feet' : 'm3')
  return (
    <Page
      title={`Water of ${year}`}
      hint="What each system diverted in a calendar year, beside its licence: for your records, and for whoever granted it."
      aside={
        <Link to={paths.systems()} className={css.back}>
          Back to Set Systems
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
      {isPending ? <LoadingText>Summing the records…</LoadingText> : null}
      {isError && !data ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          The water of {year} could not be fetched.
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
        label="Year"
        value={String(year)}
        options={years.map((value) => ({ value, label: value }))}
        onChange={(text) => onYear(Number(text))}
      />
      <Dropdown
        label="Volumes in"
        value={unit}
        options={VOLUME_UNITS}
        onChange={(text) => onUnit(volumeUnit.parse(text))}
      />
      <div className={css.files}>
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          busy={download.isPending && 'Fetching…'}
          onClick={() => download.mutate(year)}
        >
          Download CSV
        </Button>
      </div>
      {download.isError ? (
        <Notice tone="attention">The file could not be fetched: {sentenceOf(download.error)}</Notice>
      ) : null}
    </div>
  )
}

function Systems({ season, unit, now }: { season: Season; unit: VolumeUnit; now: number }) {
  const { year, systems } = season
  if (systems.length === 0)
    return (
      <Notice>
        No systems are connected to your account yet. They appear here with their first record.{' '}
        <Link to={paths.systems()}>Set Systems</Link>
      </Notice>
    )
  const methods = new Set(systems.flatMap(({ months }) => months.map(({ method }) => method)))
  const notes = [...methods].flatMap((method) => METHOD_NOTES[method] ?? [])
  return (
    <>
      <p className={css.printed}>
        {brand.product}, calendar year {year}, volumes in {UNIT_WORDS[unit]}. Printed {day(now)}{' '}
        {new Date(now).getFullYear()}.
      </p>
      {systems.length > 1 ? <Summary systems={systems} unit={unit} /> : null}
      {systems.map((system) => (
        <SystemWater key={system.system} system={system} year={year} unit={unit} />
      ))}
      <section aria-labelledby="how-measured" className={css.notes}>
        <h2 id="how-measured">How it was measured</h2>
        {notes.length === 0 ? <p>There is no record of water in {year}.</p> : null}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <p>
          Months and the year are those of each field’s own calendar. A gap is ground that the arm crossed
          between two records, or time with water on in which the meter was not heard; its water is not in the
          volume.
        </p>
      </section>
    </>
  )
}

function Summary({ systems, unit }: { systems: SeasonSystem[]; unit: VolumeUnit }) {
  const total = systems.reduce((sum, { volume_m3: volume }) => sum + volume, 0)
  const licences = systems.flatMap(({ licence }) => licence?.volume_m3 ?? [])
  // a sum beside systems without one would seem to hold for them
  const allowed =
    licences.length === systems.length ? licences.reduce((sum, volume) => sum + volume, 0) : null
  return (
    <table className={classNames(css.table, css.summary)} aria-label="All systems">
      <thead>
        <tr>
          <th scope="col">System</th>
          <th scope="col">
            Diverted, <span className={css.unit}>{UNIT_WORDS[unit]}</span>
          </th>
          <th scope="col">
            Licence, <span className={css.unit}>{UNIT_WORDS[unit]}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {systems.map(({ system, volume_m3: volume, licence }) => (
          <tr key={system}>
            <th scope="row">{system}</th>
            <td>{volumeIn(volume, unit)}</td>
            <td>{licence ? volumeIn(licence.volume_m3, unit) : 'none entered'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
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
}

function SystemWater({ system, year, unit }: SystemWaterProps) {
  const [entering, setEntering] = useState(false)
  const { licence, role } = system
  return (
    <section aria-label={system.system} className={css.system}>
      <div className={css.head}>
        <h2>{system.system}</h2>
        {role === 'viewer' ? null : (
          <Button onClick={() => setEntering(true)} className={css.action}>
            {licence ? 'Change licence' : 'Enter licence'}
          </Button>
        )}
      </div>
      <p className={css.diverted}>
        <strong>{volumeWords(system.volume_m3, unit)}</strong> diverted
      </p>
      <Licence system={system} unit={unit} />
      <Months system={system} unit={unit} />
      {entering ? (
        <LicenceDialog system={system} year={year} unit={unit} onClose={() => setEntering(false)} />
      ) : null}
    </section>
  )
}

function Licence({ system, unit }: { system: SeasonSystem; unit: VolumeUnit }) {
  const { licence } = system
  const use = licenceUse(system, unit)
  if (!licence || !use) return <p className={css.soft}>No licence is entered.</p>
  return (
    <>
      <meter
        className={css.meter}
        aria-label={`Share of the licence of ${system.system}`}
        min={0}
        max={100}
        high={100}
        value={Math.min(100, use.percent)}
        data-exceeded={use.exceeded || undefined}
      />
      <p>
        Licence: {volumeWords(licence.volume_m3, licence.unit)} a year, from {licence.from_year} on.{' '}
        {use.exceeded ? null : use.sentence}
      </p>
      {use.exceeded ? <Notice tone="attention">{use.sentence}</Notice> : null}
    </>
  )
}

function Months({ system: { system, months, volume_m3: total }, unit }: Omit<SystemWaterProps, 'year'>) {
  const measured = [...new Set(months.map(({ method }) => method))].filter((method) => method !== 'none')
  return (
    <table className={css.table} aria-label={`Months of ${system}`}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">
            Diverted, <span className={css.unit}>{UNIT_WORDS[unit]}</span>
          </th>
          <th scope="col">How measured</th>
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
          <th scope="row">Year</th>
          <td>{volumeIn(total, unit)}</td>
          <td>{measured.map((method) => METHOD_WORDS[method]).join(', ') || METHOD_WORDS.none}</td>
        </tr>
      </tfoot>
    </table>
  )
}
