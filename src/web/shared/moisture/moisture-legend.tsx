/** The legend of the explorer's map: colours with their limits, and the five classes. */
import { hexColour } from '#agronomy/colour/colour-ramp.ts'
import { type ClassRange, classRanges, MOISTURE_CLASSES } from '#agronomy/soil/moisture-class.ts'
import type { MapSeries } from '#contract/maps.ts'
import { quantity } from '../../kit/formats.ts'
import css from './moisture-legend.module.css'
import { changeText, shareText, waterText } from './moisture-sentences.text.ts'
import { colourOf } from './moisture-frames.ts'
import type { ExplorerLayer } from './moisture-frames.ts'
import type { ShownMap } from './use-explorer.ts'
import { text } from './moisture.text.ts'

export interface MoistureLegendProps {
  data: Pick<MapSeries, 'target_percent' | 'soil_assumed'>
  layer: ExplorerLayer
  shown: ShownMap
}

/** Number of colours in the strip: enough to look smooth. */
const STOPS = 24

export function MoistureLegend({ data, layer, shown }: MoistureLegendProps) {
  return (
    <figure className={css.legend} aria-label={text.legend}>
      {layer === 'classes' ? null : <ColourRamp layer={layer} shown={shown} />}
      {layer === 'classes' || layer === 'share' ? (
        <Classes data={data} colour={(range) => backgroundOf(range, shown)} />
      ) : null}
      {layer === 'volume' ? <p className={css.soft}>{text.volumeHint}</p> : null}
    </figure>
  )
}

function ColourRamp({ layer, shown: { ramp, limits } }: Pick<MoistureLegendProps, 'layer' | 'shown'>) {
  const stops = Array.from({ length: STOPS }, (_, i) => {
    const colour = ramp[Math.round((i / (STOPS - 1)) * (ramp.length - 1))]
    return colour ? hexColour(colour) : ''
  })
  const [low, meaning, high] = endsOf(layer, limits)
  return (
    <>
      <span className={css.strip} style={{ background: `linear-gradient(90deg, ${stops.join(', ')})` }} />
      <span className={css.ends}>
        <span>{low}</span>
        <span className={css.soft}>{meaning}</span>
        <span>{high}</span>
      </span>
    </>
  )
}

function endsOf(layer: ExplorerLayer, { low, high }: ShownMap['limits']): [string, string, string] {
  if (layer === 'change') return [changeText(low), text.noChange, changeText(high)]
  if (layer === 'uncertainty') return [`± ${shareText(low)}`, text.nineTimesOfTen, `± ${shareText(high)}`]
  if (layer === 'volume')
    return [text.orLess(waterText(low)), text.byVolumeScale, text.orMore(waterText(high))]
  return [text.orLess(shareText(low)), text.availableScale, text.orMore(shareText(high))]
}

/** The colour of a class, or its part of the ramp. */
function backgroundOf({ name, from, to }: ClassRange, shown: ShownMap): string {
  const hex = (value: number) => {
    const colour = colourOf(shown, Math.max(0, Math.min(1, value)))
    return colour ? hexColour(colour) : ''
  }
  const classColour = shown.bounds && shown.ramp[MOISTURE_CLASSES.indexOf(name)]
  return classColour ? hexColour(classColour) : `linear-gradient(90deg, ${hex(from)}, ${hex(to)})`
}

interface ClassesProps {
  data: MoistureLegendProps['data']
  colour: (range: ClassRange) => string
}

function Classes({ data, colour }: ClassesProps) {
  return (
    <>
      <ul className={css.classes}>
        {classRanges(data.target_percent).map((range) => (
          <li key={range.name}>
            <span className={css.swatch} style={{ background: colour(range) }} />
            <strong>{range.name}</strong> <span className={css.soft}>{rangeText(range)}</span>
          </li>
        ))}
      </ul>
      <p className={css.soft}>
        {text.availableWaterHint(data.target_percent, data.soil_assumed ? text.soilAssumed : '')}
      </p>
    </>
  )
}

function rangeText({ from, to }: ClassRange): string {
  const percent = (share: number) => quantity(share * 100, '%', 1)
  if (from === -Infinity) return text.under(percent(to))
  return to === Infinity ? text.above(percent(from)) : text.range(percent(from), percent(to))
}
