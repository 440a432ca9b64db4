/** One chosen system, or none: what is true of it, the form beside it, its history and people below. */
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../kit/live-stream.ts'
import { useUnit } from '../api/preferences.ts'
import { useSystemCommands } from '../api/systems-history.ts'
import { Notice } from '../ui/notice.tsx'
import { PictureAndForm } from '../ui/page.tsx'
import { CropSettings } from './crop/crop-settings.tsx'
import { ConnectionHistory } from './status/connection-history.tsx'
import { LastChange } from './delivery/last-change.tsx'
import { LocalLock, Sharing } from './sharing/sharing.tsx'
import { OthersInTrouble, SystemsOverview } from './overview/systems-overview.tsx'
import { OvertakenDialog } from './delivery/overtaken-dialog.tsx'
import { RunsNow } from './delivery/runs-now.tsx'
import { SettingsConfirmedDialog } from './delivery/settings-confirmed-dialog.tsx'
import { SettingsForm } from './settings/settings-form.tsx'
import { SettingsPreview } from './settings/settings-preview.tsx'
import { SettingsHistory } from './delivery/settings-history.tsx'
import { SubmissionErrorDialog } from './settings/submission-error-dialog.tsx'
import css from './system-panel.module.css'
import { PumpFlowDialog } from './water/pump-flow-dialog.tsx'
import { WaterSettings } from './water/water-settings.tsx'
import { FinishPass } from './passes/finish-pass.tsx'
import { PassesPanel } from './passes/passes-panel.tsx'
import { SystemNow } from './status/system-now.tsx'
import { SuspectProbes } from './suspects/suspect-probes.tsx'
import { SystemWeather } from './weather/system-weather.tsx'
import { SystemPrescription } from './system-prescription.tsx'
import { lockSentence } from './status/system-warnings.text.ts'
import { useSettingsForm } from './settings/use-settings-form.ts'
import type { SettingsFormState } from './settings/use-settings-form.ts'
import { useSubmission } from './settings/use-submission.ts'
import type { SubmissionState } from './settings/use-submission.ts'

export interface SystemPanelProps {
  /** Name of the chosen system; empty when none is. */
  name: string
  /** Undefined when the details could not be fetched; settings can be sent all the same. */
  systems: SystemView[] | undefined
  live: LiveState
  now: number
  retrying: boolean
  onRetry: () => void
  onSelect: (name: string) => void
  onMissingSystem: () => void
}

export function SystemPanel({ onMissingSystem, ...rest }: SystemPanelProps) {
  const { name, systems, now } = rest
  const system = systems?.find((one) => one.name === name)
  const settings = useSettingsForm(name, system)
  const submission = useSubmission(name, system?.desired ?? null)
  return (
    <>
      <PictureAndForm
        picture={<SystemStatusPanel {...rest} system={system} />}
        form={
          <SettingsForm
            name={name}
            system={system}
            settings={settings}
            submission={submission}
            preview={system ? <SettingsPreview system={system} settings={settings} /> : null}
            onMissingSystem={onMissingSystem}
          />
        }
      />
      {system ? <SystemHistoryPanel system={system} now={now} submission={submission} /> : null}
      <SubmissionDialogs system={system} now={now} settings={settings} submission={submission} />
    </>
  )
}

interface SystemStatusPanelProps extends Omit<SystemPanelProps, 'onMissingSystem'> {
  system: SystemView | undefined
}

function SystemStatusPanel({
  name,
  system,
  systems,
  live,
  now,
  retrying,
  onSelect,
  onRetry,
}: SystemStatusPanelProps) {
  if (!systems) {
    return (
      <Notice tone="fault" onRetry={onRetry} retrying={retrying}>
        The position of your systems could not be fetched.
      </Notice>
    )
  }
  if (!system) return <SystemsOverview systems={systems} live={live} now={now} onSelect={onSelect} />
  return (
    <>
      <OthersInTrouble name={name} systems={systems} live={live} now={now} onSelect={onSelect} />
      <SystemNow system={system} live={live} now={now} />
      <FinishPass system={system} />
      <SuspectProbes system={system} />
      <Change system={system} now={now} />
    </>
  )
}

interface OneSystemProps {
  system: SystemView
  now: number
}

function Change({ system, now }: OneSystemProps) {
  const { unit } = useUnit()
  const history = useSystemCommands(system.name)
  const known = history.data?.pages.flatMap((page) => page.commands) ?? []
  return (
    <>
      <LastChange system={system} unit={unit} now={now} />
      <RunsNow system={system} history={known} unit={unit} now={now} />
    </>
  )
}

/** After the settings, so that a phone comes to Apply first: prescription, history, people, lock. */
function SystemHistoryPanel({ system, now, submission }: OneSystemProps & { submission: SubmissionState }) {
  const { unit } = useUnit()
  const history = useSystemCommands(system.name)
  return (
    <div className={css.details}>
      <PictureAndForm
        picture={
          <>
            <SystemPrescription system={system} now={now} />
            <PassesPanel system={system} />
            <SystemWeather key={system.name} system={system} now={now} />
            <SettingsHistory
              system={system}
              history={history}
              unit={unit}
              now={now}
              mayChange={lockSentence(system) === null}
              onPutBack={(former) => submission.apply(former, system.desired?.settings_rev ?? 0)}
            />
            <ConnectionHistory system={system} now={now} />
          </>
        }
        form={
          <>
            <CropSettings key={system.name} system={system} now={now} />
            <WaterSettings system={system} />
            <Sharing system={system} />
            <LocalLock system={system} />
          </>
        }
      />
    </div>
  )
}

interface SubmissionDialogsProps {
  system: SystemView | undefined
  now: number
  settings: SettingsFormState
  submission: SubmissionState
}

/** The dialogs after Apply; never more than one of them has something to say. */
function SubmissionDialogs({ system, now, settings, submission }: SubmissionDialogsProps) {
  const { unit } = useUnit()
  const { outcome, sent, sending, forget } = submission
  return (
    <>
      <SettingsConfirmedDialog outcome={outcome} system={system} unit={unit} now={now} onClose={forget} />
      <SubmissionErrorDialog
        outcome={outcome}
        sending={sending}
        onAgain={submission.tryAgain}
        onClose={forget}
      />
      <PumpFlowDialog
        outcome={outcome}
        mine={sent}
        unit={unit}
        onRaise={(raised) => {
          settings.setRaisesForPump(true)
          forget()
          submission.apply(raised, settings.expectedRevision)
        }}
        onClose={forget}
      />
      <OvertakenDialog
        outcome={outcome}
        mine={sent}
        unit={unit}
        now={now}
        timeZone={system?.time_zone}
        onTheirs={() => {
          settings.takeServers()
          forget()
        }}
        onMine={(mine, expectedRevision) => {
          forget()
          submission.apply(mine, expectedRevision)
        }}
        onClose={forget}
      />
    </>
  )
}
