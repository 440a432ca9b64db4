/** The desk's first page: incidents, systems by need, and people who wait for a system. */
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { needs } from '../../contract/accounts/desk.ts'
import type { Attention, Need, NeedyItem } from '../../contract/accounts/desk.ts'
import { useAttention } from '../api/provider.ts'
import { ago } from '../kit/formats.ts'
import { paths } from '../kit/paths.ts'
import { useNow } from '../kit/use-now.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { ConnectPage } from './connect-page.tsx'
import css from './desk.module.css'
import { NeedBadge, Section, SystemLink } from './desk-parts.tsx'
import { faultWord } from './desk-formats.ts'
import { NEED_WORDS, text } from './desk.text.ts'
import { DeskSystemPage } from './desk-system-page.tsx'
import { DeskSystemsPage } from './desk-systems-page.tsx'
import { GeneralStop } from './general-stop.tsx'
import { PeoplePage } from './people-page.tsx'
import { RecordPage } from './record-page.tsx'

const TICK_MS = 20_000
/** Items shown of each kind; the rest is behind a link. */
const SHOWN = 5

function DeskPage() {
  const now = useNow(TICK_MS)
  const { data, isPending, isError, isFetching, refetch } = useAttention()
  return (
    <Page title={text.title} hint={text.hint}>
      {isPending ? <LoadingText>{text.loading}</LoadingText> : null}
      {isError ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {text.notFetched}
        </Notice>
      ) : null}
      {data ? <AttentionLists attention={data} now={now} /> : null}
      <GeneralStop />
    </Page>
  )
}

function AttentionLists({ attention, now }: { attention: Attention; now: number }) {
  const { incidents, items, counts, people } = attention
  if (items.length === 0 && incidents.length === 0 && people.length === 0)
    return (
      <p className={css.head}>
        <CircleCheck size={20} aria-hidden="true" />
        {text.nothingNeedsAttention(attention.systems)}
      </p>
    )
  return (
    <>
      {incidents.length > 0 ? (
        <Section id="incidents" title={text.incidents}>
          <ul className={css.list}>
            {incidents.map(({ since, systems, examples }) => (
              <li key={since} className={css.item}>
                <StatusBadge tone="fault" word={text.incident(systems)} />
                <span className={css.soft}>{text.since(ago(since, now))}</span>
                <span>{text.examples(examples.join(', '))}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {needs.map((need) => (
        <IncidentList
          key={need}
          need={need}
          items={items.filter((item) => item.need === need)}
          count={counts[need]}
          now={now}
        />
      ))}
      {people.length > 0 ? <People attention={attention} now={now} /> : null}
    </>
  )
}

interface IncidentListProps {
  need: Need
  items: readonly NeedyItem[]
  count: number
  now: number
}

function IncidentList({ need, items, count, now }: IncidentListProps) {
  if (items.length === 0) return null
  return (
    <Section
      id={`need-${need}`}
      title={<NeedBadge need={need} />}
      aside={<span className={css.soft}>{count}</span>}
    >
      <ul className={css.list}>
        {items.slice(0, SHOWN).map((item) => (
          <li key={item.system} className={css.item}>
            <SystemLink name={item.system} />
            <span>{item.owner?.name ?? text.noOwner}</span>
            {item.detail ? <span>{detailWords(item)}</span> : null}
            {item.since ? <span className={css.soft}>{sinceWords(item, now)}</span> : null}
          </li>
        ))}
      </ul>
      {count > SHOWN ? (
        <Link
          to={paths.deskSystems()}
          search={{ need }}
          className={css.link}
          aria-label={text.seeAllOf(count, NEED_WORDS[need])}
        >
          {text.seeAll(count)}
        </Link>
      ) : null}
    </Section>
  )
}

function detailWords({ need, detail }: NeedyItem): string {
  if (need === 'fault') return faultWord(detail ?? '')
  return need === 'silent_probes' ? text.probes(detail ?? '') : (detail ?? '')
}

function sinceWords({ need, since }: NeedyItem, now: number): string {
  const when = ago(since ?? '', now)
  if (need === 'waiting') return text.connectedOn(when)
  return need === 'offline' || need === 'silent_probes' ? text.lastHeard(when) : text.since(when)
}

function People({
  attention: { people, people_waiting: count },
  now,
}: {
  attention: Attention
  now: number
}) {
  return (
    <Section id="people" title={text.people} aside={<span className={css.soft}>{count}</span>}>
      <ul className={css.list}>
        {people.slice(0, SHOWN).map(({ id, name, email, since }) => (
          <li key={id} className={css.item}>
            <span className={css.name}>{name}</span>
            <span>{email}</span>
            <span className={css.soft}>{text.signedUp(ago(since, now))}</span>
            <Link
              to={paths.deskConnect()}
              search={{ owner: email }}
              aria-label={text.connectFor(email)}
              className={css.name}
            >
              {text.connectSystem}
            </Link>
          </li>
        ))}
      </ul>
      {count > SHOWN ? (
        <Link to={paths.deskPeople()} className={css.link}>
          {text.morePeople(count - SHOWN)}
        </Link>
      ) : null}
    </Section>
  )
}

/** The pages of the desk, in one chunk. */
export const deskPages = {
  desk: DeskPage,
  systems: DeskSystemsPage,
  system: DeskSystemPage,
  connect: ConnectPage,
  people: PeoplePage,
  record: RecordPage,
}
