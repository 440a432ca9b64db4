/** The saving of a prescription, always with the shortfall, the area without data, and its assumptions. */
import type { PrescriptionInputs, PrescriptionTotals } from '#contract/prescriptions.ts'
import css from './savings.module.css'
import { assumptionLine, savingFacts, text } from './water.text.ts'

/** Shown instead of a saving while a pass is being finished. */
export const NO_SAVING = text.onlyDryPart

export interface SavingsProps {
  prescription: { totals: PrescriptionTotals | null; inputs: PrescriptionInputs }
  unit: 'in' | 'mm'
}

export function Savings({ prescription: { totals, inputs }, unit }: SavingsProps) {
  if (!totals) return null
  // a smaller area is not a saving
  if (inputs.settings?.finish_arc) return <p className={css.soft}>{NO_SAVING}</p>
  const { saving, unmet, unknown, doubtful } = savingFacts(totals, unit)
  return (
    <div className={css.savings}>
      <dl className={css.facts}>
        <div>
          <dt>{text.lessThanUniformPass}</dt>
          <dd>{saving}</dd>
        </div>
        {unmet === null ? null : (
          <div>
            <dt>{text.deficitStays}</dt>
            <dd>{unmet}</dd>
          </div>
        )}
        {unknown === null ? null : (
          <div>
            <dt>{text.withoutData}</dt>
            <dd>{unknown}</dd>
          </div>
        )}
      </dl>
      {doubtful ? <p className={css.soft}>{text.notAllSaved}</p> : null}
      <details className={css.assumptions}>
        <summary>{assumptionLine(inputs, unit)}</summary>
        <ul>
          <li>{text.efficiencyMeaning}</li>
          <li>{text.rainMeaning(inputs.weather ? text.fromWeather : text.noWeather)}</li>
          <li>{text.uniformPassMeaning}</li>
        </ul>
      </details>
    </div>
  )
}
