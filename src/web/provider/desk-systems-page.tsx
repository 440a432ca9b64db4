/** All systems at the desk: search, filter, a page at a time, and a map. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, useDeferredValue, useState } from 'react'
import { needs } from '../../contract/accounts/desk.ts'
import type { DeskRow } from '../../contract/accounts/desk.ts'
import { useDeskMap, useDeskSystems } from '../api/provider.ts'
import { ago, number } from '../kit/formats.ts'
import { useNow } from '../kit/use-now.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { MapLoading } from '../map/map-loading.tsx'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TextField } from '../ui/text-field.tsx'
import css from './desk.module.css'
import { NeedBadge, SystemLink } from './desk-parts.tsx'
import { deliveryWord } from '../shared/delivery/delivery.text.ts'
import { NEED_WORDS, text } from './desk.text.ts'

const DeskMap = lazy(async () => ({ default: (await import('./systems-map.tsx')).SystemsMap }))

const TICK_MS = 20_000
const FILTERS = [
  { value: 'any', label: text.needsAttention },
  ...needs.map((need) => ({ value: need, label: NEED_WORDS[need] })),
  { value: 'online', label: text.online },
  { value: 'stopped', label: text.stoppedByProvider },
  { value: 'decommissioned', label: text.decommissioned },
] as const

/** In the URL, so that a search can be shared and is in the history. */
function useFilters() {
  const navigate = useNavigate()
  const filters = useRouterState({
    select: ({ location }) => ({
      search: wordOf(location.search, 'search'),
      need: wordOf(location.search, 'need'),
    }),
    structuralSharing: true,
  })
  const setFilters = (change: Partial<typeof filters>) =>
    void navigate({ to: '.', search: { ...filters, ...change }, replace: true })
  return { ...filters, setFilters }
}

function wordOf(search: object, key: string): string {
  const value: unknown = Reflect.get(search, key)
  return typeof value === 'string' ? value : ''
}

export function DeskSystemsPage() {
  const now = useNow(TICK_MS)
  const { search, need, setFilters } = useFilters()
  const [typed, setTyped] = useState(search)
  const filter = FILTERS.find(({ value }) => value === need)?.value
  const systemsQuery = useDeskSystems({ search: useDeferredValue(search), need: filter })
  const rows = systemsQuery.data?.pages.flatMap(({ systems }) => systems) ?? []
  return (
    <Page title={text.systems} hint={text.systemsHint}>
      <search className={css.choices}>
        <TextField
          label={text.search}
          type="search"
          value={typed}
          maxLength={100}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setFilters({ search: currentTarget.value })
          }}
        />
        <Dropdown
          label={text.show}
          value={filter ?? ''}
          placeholder={text.allSystems}
          options={FILTERS}
          onChange={(value) => setFilters({ need: value })}
        />
      </search>
      <MapSection />
      {systemsQuery.isPending ? <LoadingText>{text.loading}</LoadingText> : null}
      {systemsQuery.isError ? (
        <Notice tone="fault" onRetry={() => void systemsQuery.refetch()} retrying={systemsQuery.isFetching}>
          {text.notFetched}
        </Notice>
      ) : null}
      {systemsQuery.data && rows.length === 0 ? <output>{text.noSystemMatches}</output> : null}
      {rows.length > 0 ? <Table rows={rows} now={now} /> : null}
      {systemsQuery.hasNextPage ? (
        <Button
          className={css.start}
          busy={systemsQuery.isFetchingNextPage ? text.loadingMore : false}
          onClick={() => void systemsQuery.fetchNextPage()}
        >
          {text.showMore}
        </Button>
      ) : null}
    </Page>
  )
}

function Table({ rows, now }: { rows: readonly DeskRow[]; now: number }) {
  return (
    <table className={classNames(css.table, css.cards)} aria-label={text.systemsFound}>
      <thead>
        <tr>
          <th scope="col">{text.system}</th>
          <th scope="col">{text.owner}</th>
          <th scope="col">{text.state}</th>
          <th scope="col">{text.newest}</th>
          <th scope="col">{text.lastSeen}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <SystemLink name={row.name} />
            </th>
            <td>
              {row.owner ? (
                <>
                  {row.owner.name}
                  <span className={css.email}>{row.owner.email}</span>
                </>
              ) : (
                text.noOwner
              )}
            </td>
            <td>
              <span className={css.badges}>
                {row.stopped ? <StatusBadge tone="stopped" word={text.stoppedByProvider} /> : null}
                {row.needs.map((need) => (
                  <NeedBadge key={need} need={need} />
                ))}
                {row.online && row.needs.length === 0 ? (
                  <StatusBadge tone="running" word={text.online} />
                ) : null}
              </span>
            </td>
            <td data-of={text.newest}>{row.delivery ? deliveryWord(row.delivery) : '–'}</td>
            <td data-of={text.lastSeen} className={css.soft}>
              {row.last_seen ? ago(row.last_seen, now) : text.never}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MapSection() {
  const [shown, setShown] = useState(false)
  const places = useDeskMap(shown)
  return (
    <>
      <Button className={css.start} pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? text.hideMap : text.onMap}
      </Button>
      {shown ? <DeskMapOf places={places} /> : null}
    </>
  )
}

/** An empty frame would not say whether the places are still to come. */
function DeskMapOf({ places }: { places: ReturnType<typeof useDeskMap> }) {
  const { data, isError, isFetching, refetch } = places
  if (isError && !data) {
    return (
      <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
        {text.notFetched} {text.withoutMap}
      </Notice>
    )
  }
  return (
    <div>
      <MapFrame loadingText={text.loadingMap} fallback={text.withoutMap}>
        {data ? <DeskMap systems={data} /> : <MapLoading>{text.loadingMap}</MapLoading>}
      </MapFrame>
      {data ? (
        <p className={css.soft}>{text.mapHint(number(data.states.filter((state) => state !== 0).length))}</p>
      ) : null}
    </div>
  )
}
