/** Texts of the proof of water. */
import { mmToInches } from '#agronomy/units.ts'
import type { PassProof } from '#contract/passes.ts'
import { quantity } from '../../kit/formats.ts'
import { text } from './passes.text.ts'

type DepthUnit = 'in' | 'mm'

export function waterDepth(mm: number, unit: DepthUnit): string {
  return unit === 'mm' ? quantity(mm, 'mm', 0) : quantity(mmToInches(mm), 'in')
}

/** 'Asked for 0.8 in, put down 0.78 in; the soil gained 0.5 in at 3 probes.' */
export function proofWords(
  { asked_mm: asked, laid_mm: laid, gained_mm: gained, probes }: PassProof,
  unit: DepthUnit,
) {
  const depths =
    asked === null
      ? text.applied(waterDepth(laid, unit))
      : text.requestedAndApplied(waterDepth(asked, unit), waterDepth(laid, unit))
  if (gained === null) return text.noProbeRead(depths)
  return text.soilGained(
    depths,
    waterDepth(gained, unit),
    probes === 1 ? text.oneProbe : text.manyProbes(probes),
  )
}

/** The excluded probes; empty if all count. */
export function leftOutWords({ left_out: numbers }: Pick<PassProof, 'left_out'>): string {
  if (numbers.length === 0) return ''
  return numbers.length === 1 ? text.probeLeftOut(numbers.join()) : text.probesLeftOut(numbers.join(', '))
}

export function dryValveWords({ tower, passes }: PassProof['dry_valves'][number]): string {
  return text.towerNeverGained(tower, passes)
}

const PART_WORDS = { geofence: text.geofence, soil: text.soilZone, rest: text.restOfField } as const

export function partWords({ name, kind }: PassProof['zones'][number], alone: boolean): string {
  if (kind === 'rest') return alone ? text.wholeField : PART_WORDS.rest
  return `${PART_WORDS[kind]} ${name ?? ''}`.trim()
}
