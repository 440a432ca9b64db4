/** A saving is never shown alone: beside it stand what stays short and the ground that nobody knows, and what it rests on. */
import type { PrescriptionInputs, PrescriptionTotals } from '#contract/prescriptions.ts'
import css from './savings.module.css'
import { assumptionLine, savingFacts } from './water.text.ts'

/** What stands where a pass that is being finished would look like a saving. */
export const NO_SAVING = 'Only the dry part of a pass is watered, which is no saving.'

export interface SavingsProps {
  prescription: { totals: PrescriptionTotals | null; inputs: PrescriptionInputs }
  unit: 'in' | 'mm'
}

export function Savings({ prescription: { totals, inputs }, unit }: SavingsProps) {
  if (!totals) return null
  // less ground is no saving
  if (inputs.settings?.finish_arc) return <p className={css.soft}>{NO_SAVING}</p>
  const { saving, unmet, unknown, doubtful } = savingFacts(totals, unit)
  return (
    <div className={css.savings}>
      <dl className={css.facts}>
        <div>
          <dt>Less than a uniform pass</dt>
          <dd>{saving}</dd>
        </div>
        {unmet === null ? null : (
          <div>
            <dt>Deficit that stays</dt>
            <dd>{unmet}</dd>
          </div>
        )}
        {unknown === null ? null : (
          <div>
            <dt>Without data</dt>
            <dd>{unknown}</dd>
          </div>
        )}
      </dl>
      {doubtful ? (
        <p className={css.soft}>Not all of it is a saving: part of the field stays short, or is not known.</p>
      ) : null}
      <details className={css.assumptions}>
        <summary>{assumptionLine(inputs, unit)}</summary>
        <ul>
          <li>
            Efficiency: the share of the water leaving the nozzles that reaches the roots. The owner sets it
            under Water and pump.
          </li>
          <li>
            Rain and crop use:{' '}
            {inputs.weather
              ? 'from the weather of this field'
              : 'no weather is known for this field, so neither is counted'}
            . Rain lessens what is asked for, crop use adds to it.
          </li>
          <li>
            A uniform pass leaves the application rate everywhere. The deficit that stays is what known soil
            lacks to its target after this pass; ground that a geofence keeps at 0% is not counted. Ground
            without data gets the full rate.
          </li>
        </ul>
      </details>
    </div>
  )
}
