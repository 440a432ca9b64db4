/** Whether the provider's support may see this account's screens: asked, allowed for a time, ended, and when it looked. */
import { useState } from 'react'
import type { SupportAccess } from '../../contract/accounts/support.ts'
import { useSettleSupport, useSupportAccess } from '../api/desk-acts.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { ago, whenKnown } from '../kit/formats.ts'
import { useNow } from '../kit/use-now.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SegmentedChoice } from '../ui/segmented-choice.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './transfers-page.module.css'
import { say } from './transfers.text.ts'

const TICK_MS = 20_000

export function SupportPage() {
  const { data, isPending, isError, isFetching, refetch } = useSupportAccess()
  return (
    <Page title={say.support} hint={say.supportHint} reading>
      {isPending ? <LoadingText>{say.loading}</LoadingText> : null}
      {isError && !data ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {say.notFetched}
        </Notice>
      ) : null}
      {data ? <Access access={data} /> : null}
    </Page>
  )
}

const choices = [
  { value: '1', label: say.oneHour },
  { value: '24', label: say.oneDay },
  { value: '168', label: say.oneWeek },
] as const
type Hours = (typeof choices)[number]['value']

function Access({ access: { asked, until, views } }: { access: SupportAccess }) {
  const now = useNow(TICK_MS)
  const settle = useSettleSupport()
  const [hours, setHours] = useState<Hours>('24')
  const busy = settle.isPending ? say.working : false
  return (
    <>
      {asked ? (
        <section aria-label={say.request} className={css.offer}>
          <h2>{say.request}</h2>
          <p>{say.asks(asked.by, ago(asked.at, now))}</p>
          <blockquote className={css.quote}>{asked.why}</blockquote>
        </section>
      ) : null}
      <section aria-label={say.state} className={css.offer}>
        <h2>{say.state}</h2>
        {until ? (
          <p>
            <StatusBadge tone="attention" word={say.allowedUntil(whenKnown(until, now))} />
          </p>
        ) : null}
        {!until && !asked ? <p>{say.notAllowed}</p> : null}
        <SegmentedChoice label={say.howLong} value={hours} options={choices} onChange={setHours} />
        {settle.isError ? <Notice tone="fault">{sentenceOf(settle.error)}</Notice> : null}
        <div className={css.buttons}>
          <Button variant="primary" busy={busy} onClick={() => settle.mutate(Number(hours))}>
            {say.allow}
          </Button>
          {until || asked ? (
            <Button onClick={() => settle.mutate(null)}>{until ? say.endNow : say.decline}</Button>
          ) : null}
        </div>
      </section>
      <section aria-label={say.looks} className={css.offer}>
        <h2>{say.looks}</h2>
        {views.length === 0 ? <p className={css.soft}>{say.noLooks}</p> : <Looks views={views} now={now} />}
      </section>
    </>
  )
}

function Looks({ views, now }: Pick<SupportAccess, 'views'> & { now: number }) {
  return (
    <ul className={css.looks}>
      {views.map((view) => (
        <li key={view.opened_at}>
          <strong>{view.by}</strong> {whenKnown(view.opened_at, now)}
          {', '}
          {view.ended_at ? say.untilTime(whenKnown(view.ended_at, now)) : say.looksNow}
          <br />
          <span className={css.soft}>{view.why}</span>
        </li>
      ))}
    </ul>
  )
}
