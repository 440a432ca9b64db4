/** Controls of Explore: probe, depths or their sum, and unit. */
import type { GraphData } from '../../contract/graphs.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { SegmentedChoice } from '../ui/segmented-choice.tsx'
import css from './explore.module.css'
import { bandOf } from './plot-model.ts'
import type { PlotChoice, PlotView } from './plot-model.ts'
import { hasLimits } from './water-scale.ts'
import type { WaterUnit } from './water-scale.ts'
import { text } from './graph.text.ts'

type Chosen = Omit<PlotChoice, 'length'>

export interface ExploreChoicesProps {
  probes: readonly number[]
  probe: number
  onProbe: (probe: number) => void
  choice: Chosen
  onChoice: (choice: Chosen) => void
  length: 'in' | 'mm'
  /** Undefined while loading. */
  data: GraphData | undefined
}

const VIEWS = [
  { value: 'together', label: text.depths },
  { value: 'stacked', label: text.stacked },
  { value: 'root', label: text.rootZone },
] as const satisfies { value: PlotView; label: string }[]

export function ExploreChoices({
  probes,
  probe,
  onProbe,
  choice,
  onChoice,
  length,
  data,
}: ExploreChoicesProps) {
  const limits = data === undefined || hasLimits(bandOf(data))
  const units: { value: WaterUnit; label: string }[] = [
    { value: 'volume', label: text.byVolume },
    ...(choice.view === 'root'
      ? [{ value: 'depth', label: length === 'in' ? text.inches : 'mm' } as const]
      : []),
    ...(limits ? [{ value: 'available', label: text.available } as const] : []),
  ]
  // a depth of water is that of the whole root zone
  const changeView = (view: PlotView) =>
    onChoice({ view, unit: view !== 'root' && choice.unit === 'depth' ? 'volume' : choice.unit })
  return (
    <div className={css.choices}>
      <Dropdown
        label={text.probe}
        value={String(probe)}
        options={probes.map((number) => ({ value: String(number), label: text.probeNumber(number) }))}
        onChange={(value) => onProbe(Number(value))}
      />
      <SegmentedChoice label={text.show} value={choice.view} options={VIEWS} onChange={changeView} />
      <SegmentedChoice
        label={text.waterIn}
        value={choice.unit}
        options={units}
        onChange={(unit) => onChoice({ ...choice, unit })}
      />
    </div>
  )
}
