/** The passes of a system: depth, duration, why each ended, and unexplained water. */
import { useState } from 'react'
import type { PassList, PassView } from '#contract/passes.ts'
import type { SystemView } from '#contract/systems.ts'
import { useDownloadPasses, usePasses } from '../../api/passes.ts'
import { useUnit } from '../../api/preferences.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { clock, day, number, quantity } from '../../kit/formats.ts'
import { volumeText } from '../../shared/prescription/water.text.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { depth } from '../text/depth.ts'
import type { DepthUnit } from '../settings/settings.text.ts'
import { CatchCans } from './catch-cans.tsx'
import { PassProof } from './pass-proof.tsx'
import css from './passes.module.css'
import { endWords, factorWords, sweepWords, unexplainedWords } from './pass-sentences.text.ts'
import { text } from './passes.text.ts'

/** Sixty days may have forty passes, which would push the rest of the page far down. */
const SHOWN_FIRST = 5

export function PassesPanel({ system }: { system: SystemView }) {
  const { unit } = useUnit()
  const passes = usePasses(system.name, system.telemetry?.moving ?? false)
  const file = useDownloadPasses()
  const [measured, setMeasured] = useState<PassView | null>(null)
  const loaded = passes.data?.pages.flatMap((page) => page.passes) ?? []
  const [all, setAll] = useState(false)
  const more = !all && loaded.length > SHOWN_FIRST
  const visible = more ? loaded.slice(0, SHOWN_FIRST) : loaded
  return (
    <section aria-labelledby="passes">
      <h2 id="passes">{text.passes}</h2>
      {passes.isPending ? <LoadingText>{text.loadingPasses}</LoadingText> : null}
      {passes.isError ? (
        <Notice tone="fault" onRetry={() => void passes.refetch()} retrying={passes.isFetching}>
          {text.passesNotFetched}
        </Notice>
      ) : null}
      {passes.data && loaded.length === 0 ? <p className={css.soft}>{text.noPassYet}</p> : null}
      <ol className={css.list}>
        {visible.map((pass) => (
          <li key={pass.from} className={css.pass}>
            <Pass pass={pass} unit={unit} timeZone={system.time_zone} />
            {system.role === 'viewer' ? null : (
              <Button
                variant="quiet"
                aria-label={`${text.catchCans}, ${day(pass.from, system.time_zone)}, ${clock(pass.from, system.time_zone)}`}
                onClick={() => setMeasured(pass)}
              >
                {text.catchCans}
              </Button>
            )}
            <PassProof system={system.name} from={pass.from} unit={unit} />
          </li>
        ))}
      </ol>
      <Factors factors={passes.data?.pages[0]?.factors ?? []} unit={unit} timeZone={system.time_zone} />
      {loaded.length > 0 ? (
        <div className={css.ways}>
          {more || passes.hasNextPage ? (
            <Button
              onClick={() => (more ? setAll(true) : void passes.fetchNextPage())}
              busy={passes.isFetchingNextPage && text.loading}
            >
              {text.showOlder}
            </Button>
          ) : null}
          <Button onClick={() => file.mutate(system.name)} busy={file.isPending && text.fetching}>
            {text.downloadCsv}
          </Button>
        </div>
      ) : null}
      {file.isError ? <Notice tone="fault">{errorMessage(file.error)}</Notice> : null}
      {measured ? <CatchCans system={system} pass={measured} onClose={() => setMeasured(null)} /> : null}
    </section>
  )
}

interface FactorsProps {
  factors: PassList['factors']
  unit: DepthUnit
  timeZone: string
}

/** All catch can measurements: the newest one counts, the others are kept. */
function Factors({ factors, unit, timeZone }: FactorsProps) {
  if (factors.length === 0) return null
  return (
    <details>
      <summary>{text.cansShareOfPanel(number(factors[0]?.factor ?? 1, 2))}</summary>
      <ul className={css.list}>
        {factors.map((factor) => (
          <li key={factor.when}>
            {factorWords(factor, unit)}{' '}
            <span className={css.soft}>
              {factor.who}, {day(factor.when, timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Pass({ pass, unit, timeZone }: { pass: PassView; unit: DepthUnit; timeZone: string }) {
  const unexplained = unexplainedWords(pass)
  return (
    <div className={css.words}>
      <strong>{endWords(pass)}</strong>
      <span className={css.soft}>
        {day(pass.from, timeZone)}, {clock(pass.from, timeZone)}, {quantity(pass.hours, 'h', 1)};{' '}
        {sweepWords(pass)}
      </span>
      <span>
        {pass.corrected_depth_in === null || pass.corrected_volume_m3 === null ? (
          <>
            {depth(pass.depth_in, unit)}, {volumeText(pass.volume_m3, unit)}
          </>
        ) : (
          <>
            {depth(pass.corrected_depth_in, unit)}, {volumeText(pass.corrected_volume_m3, unit)}{' '}
            <span className={css.soft}>
              {text.byCatchCans(depth(pass.depth_in, unit), volumeText(pass.volume_m3, unit))}
            </span>
          </>
        )}
        {pass.pumped_m3 === null ? null : (
          <span className={css.soft}>{text.pumped(volumeText(pass.pumped_m3, unit))}</span>
        )}
      </span>
      {unexplained ? <span className={css.alarm}>{unexplained}</span> : null}
    </div>
  )
}
