/** The alerts page: what needs attention, who is handling it, and recent alerts. */
import { BellOff, Check } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AlertKind, AlertView } from '../../contract/alerts/alerts.ts'
import { useAcknowledge, useAlerts, useRateAlert } from '../api/alerts.ts'
import { useUnit } from '../api/preferences.ts'
import { ago } from '../kit/formats.ts'
import { paths } from '../kit/paths.ts'
import { useNow } from '../kit/use-now.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { StatusBadge, type StatusTone } from '../ui/status-badge.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './alerts.module.css'
import { AlertRuleSettings } from './alert-rule-settings.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { PushNotifications } from './push-notifications.tsx'
import { alertSentence, alertTime, alertTitle, text } from './alerts.text.ts'
import { type AlertCause, causesOf } from './causes.ts'

const TICK_MS = 20_000

export function AlertsPage() {
  const now = useNow(TICK_MS)
  const { data, isPending, isError, isFetching } = useAlerts()
  const answers = useQueryClient()
  // one button retries everything on the page that failed
  const retry = () =>
    void answers.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return (
    <Page title={text.title} hint={text.hint} reading>
      {isPending ? <LoadingText>{text.loading}</LoadingText> : null}
      {isError ? (
        <Notice tone="fault" onRetry={retry} retrying={isFetching}>
          {text.notFetched}
        </Notice>
      ) : null}
      {data ? (
        <>
          <section aria-labelledby="open-now" className={css.section}>
            <h2 id="open-now">{text.openNow}</h2>
            {data.open.length === 0 ? (
              <p className={css.nothing}>
                <BellOff size={20} aria-hidden="true" />
                {text.noOpenAlerts}
              </p>
            ) : null}
            {causesOf(data.open).map((cause) => (
              <Cause key={cause.id} cause={cause} now={now} />
            ))}
          </section>
          {data.recent.length > 0 ? <RecentAlerts alerts={data.recent} now={now} /> : null}
        </>
      ) : null}
      <PushNotifications />
      <AlertRuleSettings failureShown={isError} />
      <QuietHours />
    </Page>
  )
}

const tones: Partial<Record<AlertKind, StatusTone>> = {
  stopped_wet: 'fault',
  fault: 'fault',
  stopped_short: 'fault',
  offline: 'fault',
}

function Cause({ cause, now }: { cause: AlertCause; now: number }) {
  const { unit } = useUnit()
  const [worst, ...others] = cause.alerts
  if (!worst) return null
  const title = alertTitle(worst, now)
  return (
    <article className={css.cause} aria-label={`${title}, ${cause.system}`}>
      <div className={css.head}>
        <h3>
          <Link to={paths.systems()} search={{ system: cause.system }}>
            {cause.system}
          </Link>
        </h3>
        <StatusBadge tone={tones[worst.kind] ?? 'attention'} word={title} />
      </div>
      <p className={css.time}>{alertTime(worst, now)}</p>
      <p>{alertSentence(worst, unit, now)}</p>
      {others.length > 0 ? (
        <div className={css.others}>
          <p className={css.time}>{text.sameCause}</p>
          <ul>
            {others.map((alert) => (
              <li key={alert.id}>
                {alertTitle(alert, now)} <span className={css.time}>{alertTime(alert, now)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Acknowledged cause={cause} alert={worst} now={now} title={title} />
    </article>
  )
}

interface AcknowledgedProps {
  cause: AlertCause
  alert: AlertView
  title: string
  now: number
}

function Acknowledged({ cause, alert, title, now }: AcknowledgedProps) {
  const acknowledge = useAcknowledge()
  const { acknowledged } = cause
  if (acknowledged)
    return (
      <p className={css.seen}>
        <Check size={18} aria-hidden="true" />
        {text.acknowledgedBy(acknowledged.by, ago(acknowledged.at, now, alert.time_zone))}
      </p>
    )
  if (!alert.may_acknowledge) return <p className={css.time}>{text.viewOnly}</p>
  return (
    <>
      {acknowledge.isError ? <Notice tone="attention">{text.notAcknowledged}</Notice> : null}
      <Button
        variant="primary"
        className={css.action}
        aria-label={text.acknowledgeNamed(title, cause.system)}
        busy={acknowledge.isPending ? text.acknowledging : false}
        onClick={() => acknowledge.mutate(alert.id)}
      >
        {text.acknowledge}
      </Button>
    </>
  )
}

function RecentAlerts({ alerts, now }: { alerts: AlertView[]; now: number }) {
  return (
    <section aria-labelledby="recent" className={css.section}>
      <h2 id="recent">{text.recent}</h2>
      <ul className={css.recent}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <Link to={paths.systems()} search={{ system: alert.system }} className={css.system}>
              {alert.system}
            </Link>
            <span>{alertTitle(alert, now)}</span>
            <span className={css.time}>
              {alertTime(alert, now)}
              {alert.ended === 'unheard' ? `. ${text.unknownWhileOffline}` : ''}
              {alert.acknowledged ? (
                <>
                  <VisuallyHidden>, </VisuallyHidden> · {alert.acknowledged.by}
                </>
              ) : null}
            </span>
            <UsefulnessRating alert={alert} title={alertTitle(alert, now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Each member's own rating: a kind that is often rated useless is offered a longer delay. */
function UsefulnessRating({ alert, title }: { alert: AlertView; title: string }) {
  const rate = useRateAlert()
  const answers = [
    { useful: true, word: text.yes },
    { useful: false, word: text.no },
  ]
  return (
    <fieldset className={css.useful}>
      <legend>
        <span aria-hidden="true">{text.usefulQuestion}</span>
        <VisuallyHidden>{text.usefulQuestionNamed(title, alert.system)}</VisuallyHidden>
      </legend>
      {answers.map(({ useful, word }) => (
        <Button
          key={word}
          variant="quiet"
          pressed={alert.useful === useful}
          onClick={() => rate.mutate({ id: alert.id, useful })}
        >
          {word}
        </Button>
      ))}
    </fieldset>
  )
}
