/** Set Systems: the overview of all fields, and the chosen one with its arm, settings and their delivery. */
import { Suspense, lazy, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '@tanstack/react-router'
import type { SystemView } from '../../contract/systems.ts'
import type { LiveState } from '../kit/live-stream.ts'
import { useUnit } from '../api/preferences.ts'
import { useLiveSystems, useSystemGroup, useSystems } from '../api/systems.ts'
import { useChosenSystem } from '../kit/chosen-system.ts'
import { useNow } from '../kit/use-now.ts'
import { useValueAfterPaint } from './overview/use-value-after-paint.ts'
import { paths } from '../kit/paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { Page, PictureAndForm } from '../ui/page.tsx'
import { AllFields } from './overview/all-fields.tsx'
import css from './systems-page.module.css'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { brand } from '../kit/brand.ts'
import { Notice } from '../ui/notice.tsx'
import { problemMessage } from '../kit/call-error.ts'
import { text } from './text/systems.text.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const RateDialog = lazy(async () => {
  const { RateDialog } = await loadWithRetry(() => import('./rate/rate-dialog.tsx'))
  return { default: RateDialog }
})
/** The list of fields loads first, then what a single field needs. */
const SystemPanel = lazy(async () => {
  const { SystemPanel } = await loadWithRetry(() => import('./system-panel.tsx'))
  return { default: SystemPanel }
})

const TITLE = text.setSystems
const TICK_MS = 5000

export function SystemsPage() {
  const group = useSystemGroup()
  const systems = useSystems()
  const live = useLiveSystems()
  const unit = useUnit()
  if (group.isPending || systems.isPending || unit.isPending) {
    return (
      <Page title={TITLE}>
        <SystemsLoading />
      </Page>
    )
  }
  if (!group.data?.length) {
    const retry = () => void Promise.all([group.refetch(), systems.refetch()])
    return (
      <Page title={TITLE}>
        <SystemsMissing failed={!group.data} retrying={group.isFetching} onRetry={retry} />
      </Page>
    )
  }
  return (
    <SystemPicker
      names={group.data}
      systems={systems.data}
      live={live}
      retrying={systems.isFetching}
      onRetry={() => void systems.refetch()}
    />
  )
}

interface SystemPickerProps {
  names: readonly string[]
  /** Undefined if the details could not be loaded; settings can be sent all the same. */
  systems: SystemView[] | undefined
  live: LiveState
  retrying: boolean
  onRetry: () => void
}

function SystemPicker({ names, systems, live, retrying, onRetry }: SystemPickerProps) {
  const now = useNow(TICK_MS)
  const dropdown = useRef<HTMLSelectElement>(null)
  const { name, choose } = useChosenSystem(names, { selectOnly: true, addsHistory: true })
  const [missing, setMissing] = useState(false)
  const [rateFields, setRateFields] = useState<readonly string[]>([])
  // its name and the shape of its panel answer the tap: ordering the panel's code alone would take longer than that may
  const ready = useValueAfterPaint(name) === name

  const select = (systemName: string) => {
    setMissing(false)
    choose(systemName)
  }
  const showMissing = () => {
    // said before the focus arrives, so that a screen reader reads it there, and the page is laid out once
    flushSync(() => setMissing(true))
    dropdown.current?.focus()
  }
  const picker = (
    <div className={css.select}>
      <Dropdown
        ref={dropdown}
        label={text.selectSystem}
        placeholder={text.selectSystem}
        value={name}
        options={names.map((option) => ({ value: option, label: option }))}
        error={missing ? problemMessage('system_not_selected') : null}
        onChange={select}
      />
    </div>
  )
  return (
    <Page title={TITLE} aside={picker}>
      {systems ? (
        <AllFields
          systems={systems}
          live={live}
          now={now}
          chosen={name}
          onSelect={select}
          onRate={setRateFields}
        />
      ) : (
        <Notice tone="fault" onRetry={onRetry} retrying={retrying}>
          {text.positionsNotFetched}
        </Notice>
      )}
      {name ? (
        <Suspense fallback={<SystemShape />}>
          {ready ? (
            <SystemPanel key={name} name={name} systems={systems} live={live} now={now} />
          ) : (
            <SystemShape />
          )}
        </Suspense>
      ) : (
        <NoneChosen onApply={showMissing} />
      )}
      {systems && rateFields.length > 0 ? (
        <Suspense>
          <RateDialog
            systems={systems.filter((system) => rateFields.includes(system.name))}
            now={now}
            onClose={() => setRateFields([])}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** Without a chosen system only Apply is shown, which asks for one. */
function NoneChosen({ onApply }: { onApply: () => void }) {
  return (
    <div className={css.none}>
      <p>{text.chooseSystem}</p>
      <Button wide onClick={onApply}>
        {text.applySettings}
      </Button>
      <Link to={paths.season()} className={buttonClass()}>
        {text.waterThisYear}
      </Link>
    </div>
  )
}

const shapes = [
  { of: 'switch', height: '44px' },
  { of: 'rate', height: '106px' },
  { of: 'roots', height: '106px' },
  { of: 'target', height: '106px' },
  { of: 'apply', height: '48px' },
]

/** Skeleton of the systems page. */
function SystemsLoading() {
  return (
    <>
      <LoadingText>{text.loadingSystems}</LoadingText>
      <SystemShape />
    </>
  )
}

/** Skeleton of one system. */
function SystemShape() {
  return (
    <PictureAndForm
      picture={
        <div className={css.disc}>
          <Skeleton height="100%" round />
        </div>
      }
      form={shapes.map(({ of, height }) => (
        <Skeleton key={of} height={height} />
      ))}
    />
  )
}

interface SystemsMissingProps {
  /** The list could not be loaded, so it is unknown whether it is empty. */
  failed: boolean
  retrying: boolean
  onRetry: () => void
}

/** No systems: a new customer who waits for the provider, or a failed request. */
function SystemsMissing({ failed, retrying, onRetry }: SystemsMissingProps) {
  return (
    <div className={css.missing}>
      <Notice tone={failed ? 'fault' : 'plain'} onRetry={onRetry} retrying={retrying}>
        {text.error(problemMessage('systems_not_set_up'))}
      </Notice>
      {failed ? (
        <p>{text.systemsNotFetched}</p>
      ) : (
        <>
          <h2>{text.whatHappensNext}</h2>
          <p>
            {text.normalAfterSignUp} <a href={brand.contactUrl}>{text.contact(brand.company)}</a>{' '}
            {text.scheduleSetup}
          </p>
        </>
      )}
    </div>
  )
}
