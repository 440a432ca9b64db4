/** What the machine is running, next to the settings, with a note if they differ. */
import { TEST_PATTERN_MS } from '#contract/limits.ts'
import type { Settings, SystemCommand, SystemView } from '#contract/systems.ts'
import { ago, clock } from '../../kit/formats.ts'
import { DifferenceTable } from '../settings/difference-table.tsx'
import css from './last-change.module.css'
import { changesOf, inOneLine } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { text } from './changes.text.ts'

export interface RunningSettingsProps {
  system: SystemView
  history: readonly SystemCommand[]
  unit: DepthUnit
  now: number
}

export function RunningSettings({ system, history, unit, now }: RunningSettingsProps) {
  const running = runningOf(system, history)
  const differs =
    running.kind === 'previous' && running.settings && system.desired
      ? changesOf(running.settings, system.desired, unit)
      : []
  return (
    <section aria-labelledby="runs-now" className={css.change}>
      <h3 id="runs-now">{system.online ? text.machineRuns : text.machineRanLast}</h3>
      <p>
        <RunningSentence running={running} system={system} unit={unit} now={now} />
      </p>
      {differs.length > 0 ? (
        <DifferenceTable
          caption={text.runsBesideYours}
          from={text.runsNow}
          to={text.yourSettings}
          changes={differs}
        />
      ) : null}
    </section>
  )
}

interface RunningSentenceProps extends Omit<RunningSettingsProps, 'history'> {
  running: Running
}

function RunningSentence({ running, system, unit, now }: RunningSentenceProps) {
  const since = (at: string | null) => (at ? ` ${text.since(ago(at, now, system.time_zone))}` : '')
  switch (running.kind) {
    case 'requested': {
      return (
        <>
          <strong>{text.runningYourSettings}</strong> {inOneLine(running.settings, unit)}.
          {since(running.since)}
          {running.settings.is_test_pattern_on && running.since
            ? ` ${text.testEndsAt(clock(Date.parse(running.since) + TEST_PATTERN_MS, system.time_zone))}`
            : ''}
        </>
      )
    }
    case 'previous': {
      const settingsText = running.settings ? inOneLine(running.settings, unit) : text.olderSetting
      return (
        <>
          <strong>{text.notLatest}</strong> {settingsText}.{since(running.since)}
        </>
      )
    }
    case 'fallback': {
      return (
        <>
          <strong>{text.fallbackRuns}</strong> {text.fallbackExpired}
        </>
      )
    }
    case 'nothing': {
      return <>{text.nothingSentYet}</>
    }
    default: {
      return <>{text.notReported}</>
    }
  }
}

type Running =
  /** Nothing has been reported. */
  | { kind: 'unknown' }
  /** No setting from here was ever applied. */
  | { kind: 'nothing' }
  | { kind: 'fallback'; since: string | null }
  | { kind: 'requested'; settings: Settings; since: string | null }
  /** An earlier setting; null if it is older than the loaded history. */
  | { kind: 'previous'; settings: Settings | null; since: string | null }

/** What the machine reports to run, next to what was requested. */
export function runningOf(
  { reported, desired }: Pick<SystemView, 'reported' | 'desired'>,
  history: readonly SystemCommand[],
): Running {
  if (!reported) return { kind: 'unknown' }
  const { mode, fallback, settings_rev: runningRev, at: since } = reported
  if (mode === null) return { kind: 'nothing' }
  if (fallback) return { kind: 'fallback', since }
  if (desired && runningRev === desired.settings_rev) return { kind: 'requested', settings: desired, since }
  const previous = history.find(({ settings_rev: rev }) => rev === runningRev)
  return { kind: 'previous', settings: previous?.to ?? null, since }
}
