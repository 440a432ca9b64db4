/** Controls of the explorer: depth, layer, comparison day, colours, and the best place for another probe. */
import type { MapSeries, NextProbe } from '#contract/maps.ts'
import { useNextProbe } from '../../api/maps.ts'
import { quantity } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './explorer-choices.module.css'
import { dayText } from './moisture-sentences.text.ts'
import { text } from './moisture.text.ts'
import { RAMP_WORDS, SHOWN_WORDS } from './picture-choice.ts'
import type { PictureChoice } from './picture-choice.ts'
import type { ExplorerLayer } from './moisture-frames.ts'
import type { Explorer } from './use-explorer.ts'

const LAYERS: { value: ExplorerLayer; label: string }[] = [
  { value: 'classes', label: SHOWN_WORDS.classes },
  { value: 'share', label: SHOWN_WORDS.share },
  { value: 'volume', label: SHOWN_WORDS.volume },
  { value: 'change', label: text.changeSinceAnotherDay },
  { value: 'uncertainty', label: text.uncertainty },
]

export interface ExplorerChoicesProps {
  explorer: Explorer
  picture: PictureChoice
  /** Whether the best place for one more probe is shown. */
  best: boolean
  onBest: (shown: boolean) => void
}

export function ExplorerChoices({ explorer, picture, best, onBest }: ExplorerChoicesProps) {
  const { data, layer, depth, since } = explorer
  if (!data) return null
  return (
    <>
      <div className={css.choices}>
        <Dropdown
          label={text.depth}
          value={depth}
          options={depthOptions(data)}
          onChange={explorer.setDepth}
        />
        <Dropdown
          label={text.show}
          value={layer}
          options={LAYERS}
          onChange={(text) => {
            const next = LAYERS.find(({ value }) => value === text)
            if (next) explorer.setLayer(next.value)
          }}
        />
        {layer === 'change' ? (
          <Dropdown
            label={text.since}
            value={since ?? ''}
            options={data.days.map(({ day, map }) => ({
              value: day,
              label: `${dayText(day)}${map === null ? ` ${text.noMapOption}` : ''}`,
            }))}
            onChange={explorer.setSince}
          />
        ) : null}
        {layer !== 'change' && layer !== 'uncertainty' ? (
          <Dropdown
            label={text.colours}
            value={picture.ramp}
            options={Object.entries(RAMP_WORDS).map(([value, label]) => ({ value, label }))}
            onChange={picture.setRamp}
          />
        ) : null}
      </div>
      {data.probes.length > 0 ? <BestPlace system={data.system} shown={best} onShow={onBest} /> : null}
    </>
  )
}

function depthOptions({ depths_cm: depths, root_depth_in: root }: MapSeries) {
  return [
    { value: 'root', label: text.rootZoneTo(quantity(root, 'in', 1)) },
    ...depths.map((depth) => ({ value: String(depth), label: quantity(depth, 'cm', 1) })),
  ]
}

interface BestPlaceProps {
  system: string
  shown: boolean
  onShow: (shown: boolean) => void
}

function BestPlace({ system, shown, onShow }: BestPlaceProps) {
  const { data, isFetching, isError, refetch } = useNextProbe(system, shown)
  return (
    <div className={css.best}>
      <Button
        pressed={shown}
        busy={isFetching && shown && !data ? text.searching : false}
        onClick={() => onShow(!shown)}
      >
        {text.bestPlace}
      </Button>
      {shown && data ? <p>{bestPlaceText(data)}</p> : null}
      {shown && isError ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          {text.bestPlaceFailed}
        </Notice>
      ) : null}
    </div>
  )
}

function bestPlaceText({ latitude, longitude, gain_percent: gain }: NextProbe): string {
  if (latitude === null || longitude === null || gain === null) return text.noBetterPlace
  const gainText = gain < 1 ? text.hardlyMoreCertain : text.moreCertain(quantity(gain, '%', 0))
  return text.bestPlaceAt(latitude.toFixed(5), longitude.toFixed(5), gainText)
}
