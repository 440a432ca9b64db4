/** The connection log of a system's controller, and its unusable messages, for troubleshooting. */
import { useId, useState } from 'react'
import type { DroppedMessages } from '#contract/connections.ts'
import type { SystemView } from '#contract/systems.ts'
import { useConnections } from '../../api/systems-history.ts'
import { ago } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './connection-history.module.css'
import { droppedSentence, droppedTimes, droppedWords, text } from '../../shared/delivery/connection.text.ts'

const FIRST_SHOWN = 8

export function ConnectionHistory({ system, now }: { system: SystemView; now: number }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const connections = useConnections(system.name)
  const periods = connections.data?.pages.flatMap((page) => page.connections) ?? []
  const dropped = connections.data?.pages[0]?.dropped ?? []
  const showMore = () => {
    setAll(true)
    if (all && connections.hasNextPage) void connections.fetchNextPage()
  }
  const more = (!all && periods.length > FIRST_SHOWN) || (all && connections.hasNextPage)
  return (
    <section aria-labelledby={id} className={css.connections}>
      <h2 id={id}>{text.controllerConnection}</h2>
      {connections.isLoading ? <LoadingText>{text.loadingConnection}</LoadingText> : null}
      {connections.isError ? (
        <Notice tone="fault" onRetry={() => void connections.refetch()} retrying={connections.isFetching}>
          {text.connectionNotFetched}
        </Notice>
      ) : null}
      {dropped.length > 0 ? <Dropped dropped={dropped} now={now} timeZone={system.time_zone} /> : null}
      {connections.data && periods.length === 0 ? <p>{text.neverConnected}</p> : null}
      <ol className={css.list}>
        {(all ? periods : periods.slice(0, FIRST_SHOWN)).map(({ state, at }) => (
          <li key={`${at} ${state}`} className={css.entry}>
            <span>{state === 'online' ? text.linked : text.linkLost}</span>
            <span className={css.soft}>{ago(at, now, system.time_zone)}</span>
          </li>
        ))}
      </ol>
      {more ? (
        <Button onClick={showMore} busy={connections.isFetchingNextPage && text.loading}>
          {text.showOlder}
        </Button>
      ) : null}
    </section>
  )
}

interface DroppedProps {
  dropped: readonly DroppedMessages[]
  now: number
  timeZone: string
}

function Dropped({ dropped, now, timeZone }: DroppedProps) {
  return (
    <div className={css.dropped}>
      <p>{droppedSentence(dropped)}</p>
      <ul className={css.list}>
        {dropped.map((message) => (
          <li key={`${message.kind} ${message.reason}`} className={css.entry}>
            <span>{droppedWords(message)}</span>
            <span className={css.soft}>{droppedTimes(message, now, timeZone)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
