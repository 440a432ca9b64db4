/** Every system: searched, filtered, a page at a time; and all of them on a map. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, useDeferredValue, useState } from 'react'
import { needs } from '../../contract/accounts/desk.ts'
import type { DeskRow } from '../../contract/accounts/desk.ts'
import { useDeskMap, useDeskSystems } from '../api/provider.ts'
import { ago, number } from '../kit/formats.ts'
import { useNow } from '../kit/use-now.ts'
import { MapFrame } from '../map/map-frame.tsx'
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
import { NEED_WORDS, say } from './desk.text.ts'

const DeskMap = lazy(async () => ({ default: (await import('./systems-map.tsx')).SystemsMap }))

const TICK_MS = 20_000
const FILTERS = [
  { value: 'any', label: say.any },
  ...needs.map((need) => ({ value: need, label: NEED_WORDS[need] })),
  { value: 'online', label: say.online },
  { value: 'stopped', label: say.stopped },
  { value: 'decommissioned', label: say.decommissioned },
] as const

/** Of the address, so that a search can be sent and gone back to. */
function useAsked() {
  const navigate = useNavigate()
  const asked = useRouterState({
    select: ({ location }) => ({
      search: wordOf(location.search, 'search'),
      need: wordOf(location.search, 'need'),
    }),
    structuralSharing: true,
  })
  const ask = (change: Partial<typeof asked>) =>
    void navigate({ to: '.', search: { ...asked, ...change }, replace: true })
  return { ...asked, ask }
}

function wordOf(search: object, key: string): string {
  const value: unknown = Reflect.get(search, key)
  return typeof value === 'string' ? value : ''
}

export function DeskSystemsPage() {
  const now = useNow(TICK_MS)
  const { search, need, ask } = useAsked()
  const [typed, setTyped] = useState(search)
  const filter = FILTERS.find(({ value }) => value === need)?.value
  const found = useDeskSystems({ search: useDeferredValue(search), need: filter })
  const rows = found.data?.pages.flatMap(({ systems }) => systems) ?? []
  return (
    <Page title={say.systems} hint={say.systemsHint}>
      <search className={css.choices}>
        <TextField
          label={say.search}
          type="search"
          value={typed}
          maxLength={100}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            ask({ search: currentTarget.value })
          }}
        />
        <Dropdown
          label={say.show}
          value={filter ?? ''}
          placeholder={say.all}
          options={FILTERS}
          onChange={(value) => ask({ need: value })}
        />
      </search>
      <OnMap />
      {found.isPending ? <LoadingText>{say.loading}</LoadingText> : null}
      {found.isError ? (
        <Notice tone="fault" onRetry={() => void found.refetch()} retrying={found.isFetching}>
          {say.notFetched}
        </Notice>
      ) : null}
      {found.data && rows.length === 0 ? <output>{say.none}</output> : null}
      {rows.length > 0 ? <Table rows={rows} now={now} /> : null}
      {found.hasNextPage ? (
        <Button
          className={css.start}
          busy={found.isFetchingNextPage ? say.loadingMore : false}
          onClick={() => void found.fetchNextPage()}
        >
          {say.more}
        </Button>
      ) : null}
    </Page>
  )
}

function Table({ rows, now }: { rows: readonly DeskRow[]; now: number }) {
  return (
    <table className={classNames(css.table, css.cards)} aria-label={say.table}>
      <thead>
        <tr>
          <th scope="col">{say.system}</th>
          <th scope="col">{say.owner}</th>
          <th scope="col">{say.state}</th>
          <th scope="col">{say.newest}</th>
          <th scope="col">{say.lastSeen}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <SystemLink name={row.name} />
            </th>
            <td>{row.owner ? `${row.owner.name}, ${row.owner.email}` : say.noOwner}</td>
            <td>
              <span className={css.badges}>
                {row.stopped ? <StatusBadge tone="stopped" word={say.stopped} /> : null}
                {row.needs.map((need) => (
                  <NeedBadge key={need} need={need} />
                ))}
                {row.online && row.needs.length === 0 ? (
                  <StatusBadge tone="running" word={say.online} />
                ) : null}
              </span>
            </td>
            <td data-of={say.newest}>{row.delivery ? deliveryWord(row.delivery) : '–'}</td>
            <td data-of={say.lastSeen} className={css.soft}>
              {row.last_seen ? ago(row.last_seen, now) : say.never}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OnMap() {
  const [shown, setShown] = useState(false)
  const { data } = useDeskMap(shown)
  return (
    <>
      <Button className={css.start} pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? say.hideMap : say.onMap}
      </Button>
      {shown ? (
        <div>
          <MapFrame waiting={say.loadingMap} otherwise={say.withoutMap}>
            {data ? <DeskMap systems={data} /> : null}
          </MapFrame>
          {data ? (
            <p className={css.soft}>
              {say.mapHint(number(data.states.filter((state) => state !== 0).length))}
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
