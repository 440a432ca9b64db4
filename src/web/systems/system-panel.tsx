/** Panel of the chosen system: its status, the settings form, its history and its members. */
import { lazy } from 'react'
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../kit/live-stream.ts'
import { useUnit } from '../api/preferences.ts'
import { useSystemCommands } from '../api/systems-history.ts'
import { paths } from '../kit/paths.ts'
import { CollapsibleSection } from './collapsible-section.tsx'
import { PictureAndForm } from '../ui/page.tsx'
import { LastChange } from './delivery/last-change.tsx'
import { ConflictDialog } from './delivery/conflict-dialog.tsx'
import { SettingsConfirmedDialog } from './delivery/settings-confirmed-dialog.tsx'
import { SubmissionErrorDialog } from './settings/submission-error-dialog.tsx'
import { PumpFlowDialog } from './water/pump-flow-dialog.tsx'
import { ConnectionHistory } from './status/connection-history.tsx'
import { RunningSettings } from './delivery/running-settings.tsx'
import { SettingsForm } from './settings/settings-form.tsx'
import { SettingsPreview } from './settings/settings-preview.tsx'
import css from './system-panel.module.css'
import { FinishPass } from './passes/finish-pass.tsx'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { SystemNow, SystemPicture } from './status/system-now.tsx'
import { SuspectProbes } from '../shared/suspects/suspect-probes.tsx'
import { lockSentence } from './status/system-warnings.text.ts'
import { useSettingsForm } from './settings/use-settings-form.ts'
import type { SettingsFormState } from './settings/use-settings-form.ts'
import { useSubmission } from './settings/use-submission.ts'
import type { SubmissionState } from './settings/use-submission.ts'
import { text } from './text/systems.text.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

// details, loaded only when opened, or when visible in the two-column layout
const WaterForecast = lazy(async () => {
  const { WaterForecast } = await loadWithRetry(() => import('./forecast/water-forecast.tsx'))
  return { default: WaterForecast }
})
const SystemPrescription = lazy(async () => {
  const { SystemPrescription } = await loadWithRetry(() => import('./system-prescription.tsx'))
  return { default: SystemPrescription }
})
const PassesPanel = lazy(async () => {
  const { PassesPanel } = await loadWithRetry(() => import('./passes/passes-panel.tsx'))
  return { default: PassesPanel }
})
const SystemWeather = lazy(async () => {
  const { SystemWeather } = await loadWithRetry(() => import('./weather/system-weather.tsx'))
  return { default: SystemWeather }
})
const ImportReadings = lazy(async () => {
  const { ImportReadings } = await loadWithRetry(() => import('../shared/readings-file/import-readings.tsx'))
  return { default: ImportReadings }
})
const LiveMessages = lazy(async () => {
  const { LiveMessages } = await loadWithRetry(() => import('../shared/readings-live/live-messages.tsx'))
  return { default: LiveMessages }
})
const SettingsHistory = lazy(async () => {
  const { SettingsHistory } = await loadWithRetry(() => import('./delivery/settings-history.tsx'))
  return { default: SettingsHistory }
})
const CropSettings = lazy(async () => {
  const { CropSettings } = await loadWithRetry(() => import('./crop/crop-settings.tsx'))
  return { default: CropSettings }
})
const WaterSettings = lazy(async () => {
  const { WaterSettings } = await loadWithRetry(() => import('./water/water-settings.tsx'))
  return { default: WaterSettings }
})
const Sharing = lazy(async () => {
  const { Sharing } = await loadWithRetry(() => import('./sharing/sharing.tsx'))
  return { default: Sharing }
})
const LocalLock = lazy(async () => {
  const { LocalLock } = await loadWithRetry(() => import('./sharing/sharing.tsx'))
  return { default: LocalLock }
})

export interface SystemPanelProps {
  /** Name of the chosen system. */
  name: string
  /** Undefined if the details could not be loaded; settings can be sent all the same. */
  systems: SystemView[] | undefined
  live: LiveState
  now: number
}

export function SystemPanel({ name, systems, live, now }: SystemPanelProps) {
  const system = systems?.find((candidate) => candidate.name === name)
  const settings = useSettingsForm(name, system)
  const submission = useSubmission(name, system?.desired ?? null)
  return (
    <>
      <div className={css.panel}>
        {system ? (
          <div className={css.first}>
            <SystemNow system={system} live={live} now={now} />
            <Change system={system} now={now} />
          </div>
        ) : null}
        <div className={css.form}>
          <SettingsForm
            name={name}
            system={system}
            settings={settings}
            submission={submission}
            preview={system ? <SettingsPreview system={system} settings={settings} /> : null}
          />
        </div>
        {system ? (
          <div className={css.field}>
            <SystemPicture system={system} live={live} now={now} />
            <SystemLinks system={name} currentPath={paths.systems()} />
            <FinishPass system={system} />
            <SuspectProbes system={system} />
            <Runs system={system} now={now} />
          </div>
        ) : null}
      </div>
      {system ? <SystemHistoryPanel system={system} now={now} submission={submission} /> : null}
      <SubmissionDialogs system={system} now={now} settings={settings} submission={submission} />
    </>
  )
}

interface SectionProps {
  system: SystemView
  now: number
}

function Change({ system, now }: SectionProps) {
  const { unit } = useUnit()
  return <LastChange system={system} unit={unit} now={now} />
}

function Runs({ system, now }: SectionProps) {
  const { unit } = useUnit()
  const history = useSystemCommands(system.name)
  const commands = history.data?.pages.flatMap((page) => page.commands) ?? []
  return <RunningSettings system={system} history={commands} unit={unit} now={now} />
}

/** Details; on a phone each is collapsed under its heading. */
function SystemHistoryPanel({ system, now, submission }: SectionProps & { submission: SubmissionState }) {
  const { unit } = useUnit()
  const history = useSystemCommands(system.name)
  return (
    <div className={css.details}>
      <PictureAndForm
        picture={
          <>
            <CollapsibleSection title={text.waterForecast}>
              <WaterForecast system={system} now={now} />
            </CollapsibleSection>
            <CollapsibleSection title={text.prescription}>
              <SystemPrescription system={system} now={now} />
            </CollapsibleSection>
            <CollapsibleSection title={text.passes}>
              <PassesPanel system={system} />
            </CollapsibleSection>
            <CollapsibleSection title={text.weatherAndRain}>
              <SystemWeather key={system.name} system={system} now={now} />
            </CollapsibleSection>
            <CollapsibleSection title={text.history}>
              <SettingsHistory
                system={system}
                history={history}
                unit={unit}
                now={now}
                mayChange={lockSentence(system) === null}
                onRestore={submission.apply}
              />
            </CollapsibleSection>
            {system.role === 'viewer' ? null : (
              <CollapsibleSection title={text.importReadings} collapsedWhenWide>
                <ImportReadings system={system.name} />
              </CollapsibleSection>
            )}
            {system.role === 'viewer' ? null : (
              <CollapsibleSection title={text.liveMessages} collapsedWhenWide>
                <LiveMessages system={system.name} />
              </CollapsibleSection>
            )}
            <CollapsibleSection title={text.controllerConnection} collapsedWhenWide>
              <ConnectionHistory system={system} now={now} />
            </CollapsibleSection>
          </>
        }
        form={
          <>
            <CollapsibleSection title={text.crop}>
              <CropSettings key={system.name} system={system} now={now} />
            </CollapsibleSection>
            <CollapsibleSection title={text.waterAndPump}>
              <WaterSettings system={system} />
            </CollapsibleSection>
            <CollapsibleSection title={text.people}>
              <Sharing system={system} />
            </CollapsibleSection>
            <CollapsibleSection title={text.lock}>
              <LocalLock system={system} />
            </CollapsibleSection>
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

/** The dialogs after Apply; at most one is open. */
function SubmissionDialogs({ system, now, settings, submission }: SubmissionDialogsProps) {
  const { unit } = useUnit()
  const { outcome, sent, sending, dismiss } = submission
  return (
    <>
      <SettingsConfirmedDialog outcome={outcome} system={system} unit={unit} now={now} onClose={dismiss} />
      <SubmissionErrorDialog
        outcome={outcome}
        sending={sending}
        pressedAt={submission.pressedAt}
        onRetry={submission.tryAgain}
        onClose={dismiss}
      />
      <PumpFlowDialog
        outcome={outcome}
        submitted={sent?.settings ?? null}
        unit={unit}
        onRaise={(raised) => {
          settings.setRaisesForPump(true)
          dismiss()
          submission.apply(raised, sent?.expectedRevision ?? null)
        }}
        onClose={dismiss}
      />
      <ConflictDialog
        outcome={outcome}
        submitted={sent?.settings ?? null}
        unit={unit}
        now={now}
        timeZone={system?.time_zone}
        onKeepTheirs={() => {
          settings.adoptServerValues()
          dismiss()
        }}
        onSendMine={(submitted, expectedRevision) => {
          dismiss()
          submission.apply(submitted, expectedRevision)
        }}
        onClose={dismiss}
      />
    </>
  )
}
