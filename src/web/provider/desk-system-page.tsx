/** One system at the desk: machine, settings, readings, people, connection and credentials. */
import { Link, useParams } from '@tanstack/react-router'
import type { DeskSystem } from '../../contract/accounts/desk.ts'
import { useDeskSystem } from '../api/provider.ts'
import { CallError } from '../kit/call-error.ts'
import { ImportReadings } from '../shared/readings-file/import-readings.tsx'
import { LiveMessages } from '../shared/readings-live/live-messages.tsx'
import { paths } from '../kit/paths.ts'
import { useNow } from '../kit/use-now.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import css from './desk.module.css'
import { NeedBadge } from './desk-parts.tsx'
import { text } from './desk.text.ts'
import { RevokeCredential, SystemActions } from './system-actions.tsx'
import {
  Connections,
  Credentials,
  History,
  Machine,
  Members,
  NewestSetting,
  Sensors,
} from './system-sections.tsx'

const TICK_MS = 10_000

export function DeskSystemPage() {
  const { name = '' } = useParams({ strict: false })
  const { data, isPending, error, isFetching, refetch } = useDeskSystem(name)
  return (
    <Page title={name} aside={data ? <States system={data} /> : null}>
      <Link to={paths.deskSystems()} className={css.link}>
        {text.backToSystems}
      </Link>
      {isPending ? <LoadingText>{text.loading}</LoadingText> : null}
      {error && !data ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof CallError && error.status === 404 ? text.notFound : text.notFetched}
        </Notice>
      ) : null}
      {data ? <System system={data} onReadings={() => void refetch()} /> : null}
    </Page>
  )
}

function States({ system: { needs, stopped, view } }: { system: DeskSystem }) {
  return (
    <span className={css.badges}>
      {stopped ? <StatusBadge tone="stopped" word={text.stoppedByProvider} /> : null}
      {needs.map((need) => (
        <NeedBadge key={need} need={need} />
      ))}
      {view.online && needs.length === 0 ? <StatusBadge tone="running" word={text.online} /> : null}
    </span>
  )
}

function System({ system, onReadings }: { system: DeskSystem; onReadings: () => void }) {
  const now = useNow(TICK_MS)
  return (
    <>
      <div className={css.columns}>
        <Machine system={system} now={now} />
        <NewestSetting system={system} now={now} />
      </div>
      <SystemActions system={system} />
      <History system={system} now={now} />
      <div className={css.columns}>
        <Sensors system={system} now={now} />
        <Members system={system} />
      </div>
      <ImportReadings system={system.view.name} onStored={onReadings} />
      <LiveMessages system={system.view.name} />
      <div className={css.columns}>
        <Connections system={system} now={now} />
        <Credentials system={system} now={now} Revoke={RevokeCredential} />
      </div>
    </>
  )
}
