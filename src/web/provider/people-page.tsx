/** People at the desk: search, and help with their accounts; each action asks for a reason. */
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { REASON_MAX } from '../../contract/accounts/desk-acts.ts'
import type { OpenedView } from '../../contract/accounts/support.ts'
import type { PersonRow, PersonState } from '../../contract/accounts/desk-people.ts'
import {
  leaveSupportView,
  useRequestSupportView,
  useExportPerson,
  useOpenSupportView,
  usePeople,
  usePersonAction,
} from '../api/desk-people.ts'
import { CallError, errorMessage } from '../kit/call-error.ts'
import { ago, clock, dayAndTime } from '../kit/formats.ts'
import { paths } from '../kit/paths.ts'
import { useNow } from '../kit/use-now.ts'
import { endViewing, viewing, VIEWING_KEY } from '../kit/storage.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { StatusBadge, type StatusTone } from '../ui/status-badge.tsx'
import { TextField } from '../ui/text-field.tsx'
import { text as acts } from './actions.text.ts'
import css from './desk.module.css'
import { SystemLink } from './desk-parts.tsx'
import { text as desk } from './desk.text.ts'
import { text } from './people.text.ts'

const TICK_MS = 60_000
/** Systems shown per person; the rest are on the systems page. */
const SYSTEMS_SHOWN = 5

export function PeoplePage() {
  const now = useNow(TICK_MS)
  const navigate = useNavigate()
  const search = useRouterState({
    select: ({ location }) => {
      const value: unknown = Reflect.get(location.search, 'search')
      return typeof value === 'string' ? value : ''
    },
  })
  const viewEnded = useRouterState({
    select: ({ location }) => Reflect.get(location.search, 'look') === 'over',
  })
  const [typed, setTyped] = useState(search)
  const peopleQuery = usePeople(useDeferredValue(search))
  const people = peopleQuery.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <Page title={text.people} hint={text.hint}>
      <search className={css.choices}>
        <TextField
          label={text.search}
          type="search"
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            void navigate({ to: '.', search: { search: currentTarget.value }, replace: true })
          }}
        />
      </search>
      {viewEnded ? <Notice>{text.screensEnded}</Notice> : null}
      {peopleQuery.isPending ? <LoadingText>{desk.loading}</LoadingText> : null}
      {peopleQuery.isError ? (
        <Notice tone="fault" onRetry={() => void peopleQuery.refetch()} retrying={peopleQuery.isFetching}>
          {desk.notFetched}
        </Notice>
      ) : null}
      {peopleQuery.data && people.length === 0 ? <output>{text.nobodyMatches}</output> : null}
      {people.map((person) => (
        <Person key={person.id} person={person} now={now} />
      ))}
      {peopleQuery.hasNextPage ? (
        <Button
          className={css.start}
          busy={peopleQuery.isFetchingNextPage ? desk.loadingMore : false}
          onClick={() => void peopleQuery.fetchNextPage()}
        >
          {desk.showMore}
        </Button>
      ) : null}
    </Page>
  )
}

const states: Record<PersonState, { tone: StatusTone; word: string }> = {
  open: { tone: 'running', word: text.active },
  not_activated: { tone: 'attention', word: text.notActivated },
  disabled: { tone: 'stopped', word: text.disabled },
}
const roles = { owner: text.ownerOf, operator: text.operatorOf, viewer: text.viewerOf } as const

type PersonDialogAction =
  | 'ask'
  | 'look'
  | 'activation'
  | 'reset'
  | 'activate'
  | 'unlock'
  | 'disable'
  | 'enable'
  | 'export'
  | 'erase'

const offered: Record<PersonState, PersonDialogAction[]> = {
  open: ['reset', 'unlock', 'disable', 'export', 'erase'],
  not_activated: ['activation', 'activate', 'disable', 'export', 'erase'],
  disabled: ['enable', 'export', 'erase'],
}

const titles: Record<PersonDialogAction, string> = {
  ask: text.askForScreens,
  look: text.seeScreens,
  activation: text.resendActivation,
  reset: text.resendReset,
  activate: text.activate,
  unlock: text.unlock,
  disable: text.disable,
  enable: text.enable,
  export: text.export,
  erase: text.erase,
}

function Person({ person, now }: { person: PersonRow; now: number }) {
  const id = useId()
  const [dialogAction, setDialogAction] = useState<PersonDialogAction | null>(null)
  const { name, email, state, systems, look } = person
  const mayView = state === 'open' && look.until !== null && Date.parse(look.until) > now
  return (
    <article className={css.person} aria-label={name}>
      <div className={css.head}>
        <h2 id={id}>{name}</h2>
        {person.provider ? (
          <StatusBadge tone="plain" word={text.provider} />
        ) : (
          <StatusBadge {...states[state]} />
        )}
      </div>
      <p>
        {email} <span className={css.soft}>{text.signedUp(ago(person.signed_up_at, now))}</span>
      </p>
      {mayView && look.until ? <p>{text.screensAllowed(dayAndTime(look.until, now))}</p> : null}
      {look.asked_at ? <p className={css.soft}>{text.screensRequested(ago(look.asked_at, now))}</p> : null}
      {systems.length > 0 ? (
        <ul className={css.plain}>
          {systems.slice(0, SYSTEMS_SHOWN).map((system) => (
            <li key={system.name}>
              {roles[system.role]} <SystemLink name={system.name} />
            </li>
          ))}
          {systems.length > SYSTEMS_SHOWN ? (
            <li>
              <Link
                to={paths.deskSystems()}
                search={{ search: email }}
                aria-label={desk.seeAllOf(systems.length, name)}
                className={css.link}
              >
                {desk.seeAll(systems.length)}
              </Link>
            </li>
          ) : null}
        </ul>
      ) : null}
      {person.provider ? null : (
        <div className={css.buttons}>
          {state === 'open' ? (
            <Link
              to={paths.deskConnect()}
              search={{ owner: email }}
              aria-label={desk.connectFor(email)}
              className={buttonClass()}
            >
              {desk.connectSystem}
            </Link>
          ) : null}
          {[...(state === 'open' ? ([mayView ? 'look' : 'ask'] as const) : []), ...offered[state]].map(
            (action) => (
              <Button
                key={action}
                variant={action === 'erase' ? 'danger' : 'secondary'}
                className={action === 'erase' ? css.apart : undefined}
                aria-describedby={id}
                onClick={() => setDialogAction(action)}
              >
                {titles[action]}
              </Button>
            ),
          )}
        </div>
      )}
      {dialogAction ? (
        <PersonDialog
          key={dialogAction}
          dialogAction={dialogAction}
          person={person}
          onClose={() => setDialogAction(null)}
        />
      ) : null}
    </article>
  )
}

interface PersonDialogProps {
  dialogAction: PersonDialogAction
  person: PersonRow
  onClose: () => void
}

function PersonDialog({ dialogAction, person: { id, email }, onClose }: PersonDialogProps) {
  const action = usePersonAction()
  const exported = useExportPerson()
  const ask = useRequestSupportView()
  const openView = useOpenSupportView()
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const error = action.error ?? exported.error ?? ask.error ?? openView.error
  const field = error instanceof CallError ? error.field : null
  const intros: Record<PersonDialogAction, ReactNode> = {
    ask: text.askForScreensIntro(email),
    look: text.seeScreensIntro,
    activation: text.resendIntro(email),
    reset: text.resendIntro(email),
    activate: text.activateIntro,
    unlock: text.unlockIntro,
    disable: text.disableIntro,
    enable: text.enableIntro,
    export: text.exportIntro,
    erase: text.eraseIntro,
  }
  const send = () => {
    const done = { onSuccess: onClose }
    if (dialogAction === 'export') exported.mutate({ id, reason }, done)
    else if (dialogAction === 'ask') ask.mutate({ id, reason }, done)
    // the page reloads as the customer's
    else if (dialogAction === 'look')
      openView.mutate({ id, reason }, { onSuccess: (view) => beginViewing(view) })
    else if (dialogAction === 'erase') action.mutate({ id, action: 'erase', body: { confirm, reason } }, done)
    else if (dialogAction === 'activation' || dialogAction === 'reset')
      action.mutate({ id, action: 'mail', body: { purpose: dialogAction, reason } }, done)
    else action.mutate({ id, action: 'act', body: { act: dialogAction, reason } }, done)
  }
  return (
    <FormDialog
      title={titles[dialogAction]}
      intro={<p>{intros[dialogAction]}</p>}
      formClass={css.form}
      submit={titles[dialogAction]}
      danger={dialogAction === 'erase'}
      busy={
        action.isPending || exported.isPending || ask.isPending || openView.isPending || openView.isSuccess
          ? acts.working
          : false
      }
      onSubmit={send}
      onCancel={onClose}
      fields={
        <>
          {dialogAction === 'erase' ? (
            <TextField
              label={text.typeToConfirm(email)}
              autoComplete="off"
              value={confirm}
              error={field === 'confirm' && error ? errorMessage(error) : null}
              onChange={({ currentTarget }) => setConfirm(currentTarget.value)}
            />
          ) : null}
          <TextField
            label={acts.reason}
            hint={acts.reasonHint}
            maxLength={REASON_MAX}
            value={reason}
            error={field === 'reason' && error ? errorMessage(error) : null}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      }
    >
      {error && field !== 'reason' && field !== 'confirm' ? (
        <Notice tone="fault">{errorMessage(error)}</Notice>
      ) : null}
    </FormDialog>
  )
}

/** Reloads the application as that customer: nothing of the desk stays in memory. */
function beginViewing(view: OpenedView): void {
  sessionStorage.setItem(VIEWING_KEY, [view.access, view.ends_at, view.name].join('\n'))
  window.location.assign(paths.systems())
}

const VIEW_TICK_MS = 10_000

/** The banner on every page while a provider views a customer's screens: whose they are, that they are read-only, and a button to leave. */
export function ViewBanner() {
  const now = useNow(VIEW_TICK_MS)
  const [leaving, setLeaving] = useState(false)
  if (!viewing) return null
  const { name, ends_at: endsAt } = viewing
  // a page without requests would not notice
  if (Date.parse(endsAt) < now) endViewing(paths.deskLookOver())
  const leave = () => {
    setLeaving(true)
    void leaveSupportView().then(() => endViewing(paths.deskPeople()))
  }
  return (
    <section aria-label={text.screensOf(name)} className={css.viewStrip}>
      <p className={css.viewWords}>
        <strong>{text.screensOf(name)}</strong> <span>{text.screensReadOnly(clock(endsAt))}</span>
      </p>
      <Button busy={leaving ? acts.working : false} onClick={leave}>
        {text.leaveScreens}
      </Button>
    </section>
  )
}
