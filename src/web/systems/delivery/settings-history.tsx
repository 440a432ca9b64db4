/** The history of a system's settings: who changed what, when, how far it was delivered, and restoring it. */
import { useState } from 'react'
import type { Settings, SystemCommand, SystemView } from '#contract/systems.ts'
import type { useSystemCommands } from '../../api/systems-history.ts'
import { ago } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { deliverySummary, reachedSteps } from '../../shared/delivery/delivery-steps.text.ts'
import { DifferenceTable } from '../settings/difference-table.tsx'
import css from './settings-history.module.css'
import { sameSettings } from '../settings/settings-values.ts'
import { changesOf, inOneLine } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { momentWords } from '../status/system-warnings.text.ts'
import { text } from './changes.text.ts'

const FIRST_SHOWN = 5
const MORE = 15

export interface SettingsHistoryProps {
  system: SystemView
  history: ReturnType<typeof useSystemCommands>
  unit: DepthUnit
  now: number
  /** Whether this user may restore settings. */
  mayChange: boolean
  onRestore: (settings: Settings, expectedRevision: number) => void
}

export function SettingsHistory(props: SettingsHistoryProps) {
  const { system, history, unit, now, mayChange, onRestore } = props
  const [shownCount, setShownCount] = useState(FIRST_SHOWN)
  // with the revision of the moment: what somebody else stores while the dialog is open must not be overwritten unseen
  const [chosen, setChosen] = useState<{ command: SystemCommand; revision: number } | null>(null)
  const revision = system.desired?.settings_rev ?? 0
  const commands = history.data?.pages.flatMap((page) => page.commands) ?? []
  const more = shownCount < commands.length || history.hasNextPage
  const showMore = () => {
    setShownCount(shownCount + MORE)
    if (shownCount + MORE > commands.length && history.hasNextPage) void history.fetchNextPage()
  }
  return (
    <section aria-labelledby="settings-history" className={css.history}>
      <h2 id="settings-history">{text.history}</h2>
      {history.isPending ? <LoadingText>{text.loadingHistory}</LoadingText> : null}
      {history.isError ? (
        <Notice tone="fault" onRetry={() => void history.refetch()} retrying={history.isFetching}>
          {text.historyNotFetched}
        </Notice>
      ) : null}
      {history.data && commands.length === 0 ? <p className={css.soft}>{text.nothingChanged}</p> : null}
      <ol className={css.list}>
        {commands.slice(0, shownCount).map((command) => (
          <Entry
            key={command.command_id}
            command={command}
            system={system}
            unit={unit}
            now={now}
            onRestore={
              mayChange && isDifferent(command, system) ? () => setChosen({ command, revision }) : null
            }
          />
        ))}
      </ol>
      {more ? (
        <Button onClick={showMore} busy={history.isFetchingNextPage && text.loading}>
          {text.showOlderChanges}
        </Button>
      ) : null}
      <RestoreDialog
        command={chosen?.command ?? null}
        system={system}
        unit={unit}
        now={now}
        onClose={() => setChosen(null)}
        onConfirm={(settings) => {
          setChosen(null)
          onRestore(settings, chosen?.revision ?? revision)
        }}
      />
    </section>
  )
}

/** Whether restoring would change anything. */
function isDifferent({ to }: SystemCommand, { desired }: SystemView): boolean {
  return !(desired && sameSettings(to, desired))
}

interface EntryProps {
  command: SystemCommand
  system: SystemView
  unit: DepthUnit
  now: number
  /** Null if restoring is not offered. */
  onRestore: (() => void) | null
}

function Entry({ command, system, unit, now, onRestore }: EntryProps) {
  const zone = system.time_zone
  const changes = changesOf(command.from, command.to, unit)
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <p>
          <strong>{command.who}</strong> <span className={css.soft}>{ago(command.when, now, zone)}</span>
        </p>
        <DeliveryResult command={command} system={system} now={now} />
      </div>
      {command.from === null || changes.length === 0 ? (
        <p>{inOneLine(command.to, unit)}</p>
      ) : (
        <ul className={css.changes}>
          {changes.map(({ term, from, to }) => (
            <li key={term}>
              <span className={css.soft}>{term}</span> {from} → <strong>{to}</strong>
            </li>
          ))}
        </ul>
      )}
      <p className={css.times}>
        {reachedSteps(command.delivery_times)
          .map(({ word, at }) => `${word} ${momentWords(Date.parse(at), now, zone)}`)
          .join(' · ')}
      </p>
      {onRestore ? (
        <Button onClick={onRestore} className={css.back}>
          {text.putBackThis}
        </Button>
      ) : null}
    </li>
  )
}

/** The delivery steps reached, and the failure if any. */
function DeliveryResult({ command, system, now }: Pick<EntryProps, 'command' | 'system' | 'now'>) {
  const { delivery_times: times, delivery_code: code } = command
  // A refusal is shown even after a newer setting.
  const state = times.rejected ? 'rejected' : times.expired ? 'expired' : command.delivery
  const delivery = { state, times, code, online: true, lastSeen: system.last_seen }
  const summary = deliverySummary(delivery, now, system.time_zone)
  return (
    <>
      <StatusBadge tone={summary.tone} word={summary.word} />
      {state === 'rejected' ? <p className={css.why}>{summary.sentence}</p> : null}
    </>
  )
}

interface RestoreDialogProps {
  command: SystemCommand | null
  system: SystemView
  unit: DepthUnit
  now: number
  onClose: () => void
  onConfirm: (settings: Settings) => void
}

function RestoreDialog({ command, system, unit, now, onClose, onConfirm }: RestoreDialogProps) {
  if (!command) return null
  const { to, who, when } = command
  return (
    <Dialog
      open
      title={text.putBackQuestion}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" onClick={() => onConfirm(to)}>
            {text.putBack}
          </Button>
        </>
      }
    >
      <p>{text.settingsSetBy(inOneLine(to, unit), who, ago(when, now, system.time_zone))}</p>
      <DifferenceTable
        caption={text.whatChanges}
        from={text.now}
        to={text.afterTest}
        changes={changesOf(system.desired, to, unit)}
      />
    </Dialog>
  )
}
