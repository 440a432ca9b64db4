/** The proof of water in the farmer's words. */
import { mmToInches } from '#agronomy/units.ts'
import type { PassProof } from '#contract/passes.ts'
import { quantity } from '../../kit/formats.ts'

type DepthUnit = 'in' | 'mm'

export function waterDepth(mm: number, unit: DepthUnit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 0) : quantity(mmToInches(mm), 'in')
}

/** 'Asked for 0.8 in, laid 0.78 in; the soil gained 0.5 in at 3 probes.' */
export function proofWords(
  { asked_mm: asked, laid_mm: laid, gained_mm: gained, probes }: PassProof,
  unit: DepthUnit,
) {
  const depths =
    asked === null
      ? `Laid ${waterDepth(laid, unit)}`
      : `Asked for ${waterDepth(asked, unit)}, laid ${waterDepth(laid, unit)}`
  if (gained === null) return `${depths}; no probe was read before and after it.`
  return `${depths}; the soil gained ${waterDepth(gained, unit)} at ${probes === 1 ? '1 probe' : `${probes} probes`}.`
}

export function dryValveWords({ tower, passes }: PassProof['dry_valves'][number]): string {
  return `Tower ${tower}: no probe below it gained in ${passes} passes that laid water there by the record. Look at its valves.`
}

const PART_WORDS = { geofence: 'Geofence', soil: 'Soil zone', rest: 'Rest of the field' } as const

export function partWords({ name, kind }: PassProof['zones'][number], alone: boolean): string {
  if (kind === 'rest') return alone ? 'Whole field' : PART_WORDS.rest
  return `${PART_WORDS[kind]} ${name ?? ''}`.trim()
}
