/** What the machine is running, next to the settings, with a note if they differ. */
import { TEST_PATTERN_MS } from '#contract/limits.ts'
import type { Settings, SystemCommand, SystemView } from '#contract/systems.ts'
import { ago, clock } from '../../kit/formats.ts'
import { DifferenceTable } from '../settings/difference-table.tsx'
import css from './last-change.module.css'
import { changesOf, inOneLine } from '../settings/settings.text.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { text } from './changes.text.ts'

export interface RunsNowProps {
  system: SystemView
  history: readonly SystemCommand[]
  unit: DepthUnit
  now: number
}

export function RunsNow({ system, history, unit, now }: RunsNowProps) {
  const runs = runsOf(system, history)
  const differs =
    runs.kind === 'former' && runs.settings && system.desired
      ? changesOf(runs.settings, system.desired, unit)
      : []
  return (
    <section aria-labelledby="runs-now" className={css.change}>
      <h3 id="runs-now">{system.online ? text.machineRuns : text.machineRanLast}</h3>
      <p>
        <RunsSentence runs={runs} system={system} unit={unit} now={now} />
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

interface RunsSentenceProps extends Omit<RunsNowProps, 'history'> {
  runs: Runs
}

function RunsSentence({ runs, system, unit, now }: RunsSentenceProps) {
  const since = (at: string | null) => (at ? ` ${text.since(ago(at, now, system.time_zone))}` : '')
  switch (runs.kind) {
    case 'asked': {
      return (
        <>
          <strong>{text.runningYourSettings}</strong> {inOneLine(runs.settings, unit)}.{since(runs.since)}
          {runs.settings.is_test_pattern_on && runs.since
            ? ` ${text.testEndsAt(clock(Date.parse(runs.since) + TEST_PATTERN_MS, system.time_zone))}`
            : ''}
        </>
      )
    }
    case 'former': {
      const what = runs.settings ? inOneLine(runs.settings, unit) : text.olderSetting
      return (
        <>
          <strong>{text.notLatest}</strong> {what}.{since(runs.since)}
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

type Runs =
  /** It has not reported anything. */
  | { kind: 'unheard' }
  /** It has never applied a setting of ours. */
  | { kind: 'nothing' }
  | { kind: 'fallback'; since: string | null }
  | { kind: 'asked'; settings: Settings; since: string | null }
  /** A former setting; null when it is older than what is known here. */
  | { kind: 'former'; settings: Settings | null; since: string | null }

/** What the machine reports to run, next to what was requested. */
export function runsOf(
  { reported, desired }: Pick<SystemView, 'reported' | 'desired'>,
  history: readonly SystemCommand[],
): Runs {
  if (!reported) return { kind: 'unheard' }
  const { mode, fallback, settings_rev: runningRev, at: since } = reported
  if (mode === null) return { kind: 'nothing' }
  if (fallback) return { kind: 'fallback', since }
  if (desired && runningRev === desired.settings_rev) return { kind: 'asked', settings: desired, since }
  const former = history.find(({ settings_rev: rev }) => rev === runningRev)
  return { kind: 'former', settings: former?.to ?? null, since }
}
