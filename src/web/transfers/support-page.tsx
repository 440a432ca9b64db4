/** Support access to this account's screens: requests, access for a time, and past views. */
import { useState } from 'react'
import type { SupportAccess } from '../../contract/accounts/support.ts'
import { useAnswerSupportRequest, useSupportAccess } from '../api/desk-actions.ts'
import { errorMessage } from '../kit/call-error.ts'
import { ago, dayAndTime } from '../kit/formats.ts'
import { useNow } from '../kit/use-now.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SegmentedChoice } from '../ui/segmented-choice.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './transfers-page.module.css'
import { text } from './transfers.text.ts'

const TICK_MS = 20_000

export function SupportPage() {
  const { data, isPending, isError, isFetching, refetch } = useSupportAccess()
  return (
    <Page title={text.support} hint={text.supportHint} reading>
      {isPending ? <LoadingText>{text.loading}</LoadingText> : null}
      {isError && !data ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {text.notFetched}
        </Notice>
      ) : null}
      {data ? <Access access={data} /> : null}
    </Page>
  )
}

const choices = [
  { value: '1', label: text.oneHour },
  { value: '24', label: text.oneDay },
  { value: '168', label: text.oneWeek },
] as const
type Hours = (typeof choices)[number]['value']

function Access({ access: { asked, until, views } }: { access: SupportAccess }) {
  const now = useNow(TICK_MS)
  const answerRequest = useAnswerSupportRequest()
  const [hours, setHours] = useState<Hours>('24')
  const busy = answerRequest.isPending ? text.working : false
  return (
    <>
      {asked ? (
        <section aria-label={text.requestTitle} className={css.offer}>
          <h2>{text.requestTitle}</h2>
          <p>{text.supportAsked(asked.by, ago(asked.at, now))}</p>
          <blockquote className={css.quote}>{asked.why}</blockquote>
        </section>
      ) : null}
      <section aria-label={text.choiceTitle} className={css.offer}>
        <h2>{text.choiceTitle}</h2>
        {until ? (
          <p>
            <StatusBadge tone="attention" word={text.allowedUntil(dayAndTime(until, now))} />
          </p>
        ) : null}
        {!until && !asked ? <p>{text.notAllowed}</p> : null}
        <SegmentedChoice label={text.howLong} value={hours} options={choices} onChange={setHours} />
        {answerRequest.isError ? <Notice tone="fault">{errorMessage(answerRequest.error)}</Notice> : null}
        <div className={css.buttons}>
          <Button variant="primary" busy={busy} onClick={() => answerRequest.mutate(Number(hours))}>
            {text.allow}
          </Button>
          {until || asked ? (
            <Button onClick={() => answerRequest.mutate(null)}>{until ? text.endNow : text.decline}</Button>
          ) : null}
        </div>
      </section>
      <section aria-label={text.viewings} className={css.offer}>
        <h2>{text.viewings}</h2>
        {views.length === 0 ? (
          <p className={css.soft}>{text.noViewings}</p>
        ) : (
          <PastViews views={views} now={now} />
        )}
      </section>
    </>
  )
}

function PastViews({ views, now }: Pick<SupportAccess, 'views'> & { now: number }) {
  return (
    <ul className={css.looks}>
      {views.map((view) => (
        <li key={view.opened_at}>
          <strong>{view.by}</strong> {dayAndTime(view.opened_at, now)}
          {', '}
          {view.ended_at ? text.untilTime(dayAndTime(view.ended_at, now)) : text.viewingNow}
          <br />
          <span className={css.soft}>{view.why}</span>
        </li>
      ))}
    </ul>
  )
}
