/** The audit log at the desk: search and export. */
import { useDeferredValue, useState } from 'react'
import type { DeskAuditEntry } from '../../contract/accounts/desk-audit.ts'
import { useAudit, useExportAudit } from '../api/desk-people.ts'
import { errorMessage } from '../kit/call-error.ts'
import { clock, day } from '../kit/formats.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './desk.module.css'
import { text as desk } from './desk.text.ts'
import { text } from './people.text.ts'

const RESULTS = [
  { value: 'accepted', label: text.accepted },
  { value: 'refused', label: text.refused },
] as const

interface Filters {
  search: string
  outcome: string
  from: string
  to: string
}

export function RecordPage() {
  const [filters, setFilters] = useState<Filters>({ search: '', outcome: '', from: '', to: '' })
  const { search, outcome, from, to } = useDeferredValue(filters)
  const outcomeFilter = RESULTS.find(({ value }) => value === outcome)?.value
  const query = { search, from, to, ...(outcomeFilter ? { outcome: outcomeFilter } : {}) }
  const audit = useAudit(query)
  const file = useExportAudit()
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? []
  const change = (field: keyof Filters) => (value: string) => setFilters({ ...filters, [field]: value })
  return (
    <Page title={text.record} hint={text.recordHint}>
      <search className={css.choices}>
        <TextField
          label={text.searchRecord}
          type="search"
          maxLength={100}
          value={filters.search}
          onChange={({ currentTarget }) => change('search')(currentTarget.value)}
        />
        <Dropdown
          label={text.result}
          value={filters.outcome}
          placeholder={text.allResults}
          options={RESULTS}
          onChange={change('outcome')}
        />
        <TextField
          label={text.fromDay}
          type="date"
          value={filters.from}
          onChange={({ currentTarget }) => change('from')(currentTarget.value)}
        />
        <TextField
          label={text.toDay}
          type="date"
          value={filters.to}
          onChange={({ currentTarget }) => change('to')(currentTarget.value)}
        />
      </search>
      <Button
        className={css.start}
        busy={file.isPending ? text.exporting : false}
        onClick={() => file.mutate(query)}
      >
        {text.exportCsv}
      </Button>
      {file.isError ? (
        <Notice tone="fault" onRetry={() => file.mutate(query)} retrying={file.isPending}>
          {errorMessage(file.error)}
        </Notice>
      ) : null}
      {audit.isPending ? <LoadingText>{desk.loading}</LoadingText> : null}
      {audit.isError ? (
        <Notice tone="fault" onRetry={() => void audit.refetch()} retrying={audit.isFetching}>
          {desk.notFetched}
        </Notice>
      ) : null}
      {audit.data && entries.length === 0 ? <output>{text.nothingFound}</output> : null}
      {entries.length > 0 ? <Entries entries={entries} /> : null}
      {audit.hasNextPage ? (
        <Button
          className={css.start}
          busy={audit.isFetchingNextPage ? desk.loadingMore : false}
          onClick={() => void audit.fetchNextPage()}
        >
          {desk.showMore}
        </Button>
      ) : null}
    </Page>
  )
}

function Entries({ entries }: { entries: readonly DeskAuditEntry[] }) {
  return (
    <table className={classNames(css.table, css.cards, css.record)} aria-label={text.record}>
      <thead>
        <tr>
          <th scope="col">{desk.when}</th>
          <th scope="col">{desk.who}</th>
          <th scope="col">{text.actionColumn}</th>
          <th scope="col">{desk.system}</th>
          <th scope="col">{text.details}</th>
          <th scope="col">{text.result}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={css.soft}>
              {day(entry.at)}, {clock(entry.at)}
            </td>
            <td>{whoOf(entry)}</td>
            <th scope="row">{entry.action}</th>
            <td>{entry.system}</td>
            <td className={css.mono}>{textOf(entry)}</td>
            <td>
              {entry.outcome === 'accepted' ? (
                text.accepted
              ) : (
                <>
                  {text.refused} <span className={css.mono}>{entry.outcome}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function whoOf({ who, user_id: id }: DeskAuditEntry): string {
  return who ?? (id === null ? text.commandLine : text.formerUser(id))
}

/**
 * What was asked for, without the name of the system, which has its own column.
 *
 * @example 'stopped: true, reason: Asked for by phone'
 */
function textOf({ after, system }: DeskAuditEntry): string {
  if (typeof after !== 'object' || after === null) return ''
  return Object.entries(after)
    .filter(([key, value]) => key !== 'name' || value !== system)
    .map(([key, value]) => `${key}: ${valueText(value)}`)
    .join(', ')
}

/** @example valueText({ 1: false, 4: true }) // '4' */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  // five decimals are a metre; more would be floating-point noise
  if (typeof value === 'number') return String(Number(value.toFixed(5)))
  if (Array.isArray(value)) return value.map(valueText).join(' ')
  if (value === null) return '–'
  if (typeof value !== 'object') return JSON.stringify(value)
  const switches = Object.entries(value)
  if (!switches.every(([, on]) => typeof on === 'boolean')) return JSON.stringify(value)
  return switches.flatMap(([name, on]) => (on ? [name] : [])).join(' ') || '–'
}
