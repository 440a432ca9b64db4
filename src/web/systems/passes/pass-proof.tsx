/** Proof of water of a pass: requested, applied and gained depth by part of the field, and valves where the soil gained nothing. */
import { useState } from 'react'
import type { PassProof as Proof } from '#contract/passes.ts'
import { usePassProof } from '../../api/passes.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DepthUnit } from '../settings/settings.text.ts'
import css from './pass-proof.module.css'
import { dryValveWords, leftOutWords, partWords, proofWords, waterDepth } from './pass-proof.text.ts'
import { text } from './passes.text.ts'

export interface PassProofProps {
  system: string
  /** Start time of the pass. */
  from: string
  unit: DepthUnit
}

export function PassProof({ system, from, unit }: PassProofProps) {
  const [open, setOpen] = useState(false)
  const proof = usePassProof(system, from, open)
  return (
    <details className={css.proof} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.proofOfWater}</summary>
      {open && proof.isPending ? <LoadingText>{text.comparing}</LoadingText> : null}
      {proof.isError ? (
        <Notice tone="fault" onRetry={() => void proof.refetch()} retrying={proof.isFetching}>
          {text.proofNotFetched}
        </Notice>
      ) : null}
      {proof.data ? <Shown proof={proof.data} unit={unit} /> : null}
    </details>
  )
}

const BARS = [
  ['asked_mm', text.requestedColumn, css.asked],
  ['laid_mm', text.appliedColumn, css.laid],
  ['gained_mm', text.gainedColumn, css.gained],
] as const

function Shown({ proof, unit }: { proof: Proof; unit: DepthUnit }) {
  const { zones } = proof
  const leftOut = leftOutWords(proof)
  const max = Math.max(1, ...zones.flatMap((zone) => BARS.map(([figure]) => zone[figure] ?? 0)))
  return (
    <div className={css.shown}>
      <p>
        {proofWords(proof, unit)}
        {leftOut === '' ? null : ` ${leftOut}`}
      </p>
      {proof.dry_valves.map((valve) => (
        <Notice key={valve.tower} tone="attention">
          {dryValveWords(valve)}
        </Notice>
      ))}
      <ul className={css.parts}>
        {zones.map((zone) => (
          <li key={`${zone.kind} ${zone.name ?? ''} ${zone.laid_mm}`}>
            <strong>{partWords(zone, zones.length === 1)}</strong>
            <dl className={css.bars}>
              {BARS.map(([figure, name, colour]) => {
                const mm = zone[figure]
                return (
                  <div key={figure} className={css.row}>
                    <dt>{name}</dt>
                    <dd>
                      <span
                        className={mm === null ? undefined : colour}
                        style={{ inlineSize: `${(100 * (mm ?? 0)) / max}%` }}
                      />
                      {mm === null ? noFigure(figure) : waterDepth(mm, unit)}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

function noFigure(figure: (typeof BARS)[number][0]): string {
  return figure === 'gained_mm' ? text.noProbe : text.notKnown
}
