/** Soil Probe Graphs: readings of a system between two days, as pictures and interactively. */
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { databaseName } from '../../contract/graphs.ts'
import { useNewestDays } from '../api/graphs.ts'
import { SystemLinks } from '../shared/pivot/system-links.tsx'
import { paths } from '../kit/paths.ts'
import { errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { textOfDay } from '../ui/date-field-text.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import css from './explore.module.css'
import { GraphDialogs } from './graph-dialogs.tsx'
import { GraphForm } from './graph-form.tsx'
import { probesOf, systemOfDatabase, text } from './graph.text.ts'
import { useGraphRequest } from './use-graph-request.ts'
import type { GraphRequestState } from './use-graph-request.ts'
import { loadWithRetry } from '../kit/load-with-retry.ts'

const Explore = lazy(async () => {
  const { Explore } = await loadWithRetry(() => import('./explore.tsx'))
  return { default: Explore }
})

const OtherReadingsSection = lazy(async () => {
  const { OtherReadingsSection } = await loadWithRetry(() => import('./other-readings.tsx'))
  return { default: OtherReadingsSection }
})

export function GraphsPage() {
  const request = useGraphRequest()
  const { drawing } = request
  const [scrollPending, setScrollPending] = useState(false)
  const system = drawing.generated ? systemOfDatabase(databaseName(drawing.generated.database)) : ''
  return (
    <Page title={text.soilProbeGraphs} hint={text.pageHint}>
      <GraphForm request={request} />
      <SystemLinks system={request.newestSystem} currentPath={paths.graphs()} />
      <GraphDialogs
        drawing={drawing}
        system={system}
        onExplore={() => {
          setScrollPending(true)
          drawing.close()
        }}
      />
      {drawing.generated ? (
        <GeneratedGraph
          drawing={drawing}
          system={system}
          scrollPending={scrollPending}
          onScrolled={() => setScrollPending(false)}
        />
      ) : (
        <NewestDays system={request.newestSystem} season={request.typed.database} />
      )}
    </Page>
  )
}

/** Shown before anything is generated: the last thirty days, unless another season is chosen. */
function NewestDays({ system, season }: { system: string; season: string }) {
  const { data, error, isFetching, refetch } = useNewestDays(system)
  if (system && data === undefined)
    return error ? (
      <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
        {text.readingsNotFetched(errorMessage(error))}
      </Notice>
    ) : (
      <LoadingText>{text.fetchingGraph}</LoadingText>
    )
  if (!data?.start || !data.end) return null
  const { start, end, probes } = data
  if (season && !databaseName(season).endsWith(` ${end.slice(0, 4)}`)) return null
  return (
    <section className={css.explore} aria-labelledby="newest-heading">
      <div className={css.heading}>
        <h2 id="newest-heading">{text.systemRange(system, textOfDay(start), textOfDay(end))}</h2>
      </div>
      <Suspense fallback={<LoadingText>{text.fetchingGraph}</LoadingText>}>
        {probes.length > 0 ? (
          <Explore key={system} system={system} start={start} end={end} probes={probes} />
        ) : null}
        <OtherReadingsSection system={system} start={start} end={end} />
      </Suspense>
    </section>
  )
}

interface GeneratedGraphProps {
  drawing: GraphRequestState['drawing']
  system: string
  /** The page should scroll here. */
  scrollPending: boolean
  onScrolled: () => void
}

/** The generated range, to explore after its pictures are closed. */
function GeneratedGraph({ drawing, system, scrollPending, onScrolled }: GeneratedGraphProps) {
  const { generated, urls, shown, setShown } = drawing
  const heading = useRef<HTMLHeadingElement>(null)
  const probes = probesOf(urls ?? {})
  const open = generated !== null && probes.length > 0 && !shown
  useEffect(() => {
    if (!open || !scrollPending) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
    onScrolled()
  }, [open, scrollPending, onScrolled])
  if (!open) return null
  return (
    <section className={css.explore} aria-labelledby="explore-heading">
      <div className={css.heading}>
        <h2 id="explore-heading" ref={heading} tabIndex={-1}>
          {text.exploreRange(system, textOfDay(generated.start), textOfDay(generated.end))}
        </h2>
        <Button onClick={() => setShown(true)}>{text.showPictures}</Button>
      </div>
      <Suspense fallback={<LoadingText>{text.fetchingGraph}</LoadingText>}>
        <Explore system={system} start={generated.start} end={generated.end} probes={probes} />
        <OtherReadingsSection system={system} start={generated.start} end={generated.end} />
      </Suspense>
    </section>
  )
}
