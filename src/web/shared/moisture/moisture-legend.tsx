/** The colours of the explorer's map with their limits, and the five classes in shares of available water. */
import { hexColour } from '#agronomy/colour/colour-ramp.ts'
import { type ClassRange, classRanges, MOISTURE_CLASSES } from '#agronomy/soil/moisture-class.ts'
import type { MapSeries } from '#contract/maps.ts'
import { quantity } from '../../kit/formats.ts'
import css from './moisture-legend.module.css'
import { changeText, shareText, waterText } from './moisture.text.ts'
import { colourOf } from './moisture-frames.ts'
import type { ExplorerLayer } from './moisture-frames.ts'
import type { ShownMap } from './use-explorer.ts'

export interface MoistureLegendProps {
  data: Pick<MapSeries, 'target_percent' | 'soil_assumed'>
  layer: ExplorerLayer
  shown: ShownMap
}

/** Colours of the strip: enough to look even. */
const STOPS = 24

export function MoistureLegend({ data, layer, shown }: MoistureLegendProps) {
  return (
    <figure className={css.legend} aria-label="Legend">
      {layer === 'classes' ? null : <Strip layer={layer} shown={shown} />}
      {layer === 'classes' || layer === 'share' ? (
        <Classes data={data} colour={(each) => backgroundOf(each, shown)} />
      ) : null}
      {layer === 'volume' ? (
        <p className={css.soft}>In mixed soil the same volume can be wet in one place and dry in another.</p>
      ) : null}
    </figure>
  )
}

function Strip({ layer, shown: { ramp, limits } }: Pick<MoistureLegendProps, 'layer' | 'shown'>) {
  const stops = Array.from({ length: STOPS }, (_, i) => {
    const colour = ramp[Math.round((i / (STOPS - 1)) * (ramp.length - 1))]
    return colour ? hexColour(colour) : ''
  })
  const [low, what, high] = endsOf(layer, limits)
  return (
    <>
      <span className={css.strip} style={{ background: `linear-gradient(90deg, ${stops.join(', ')})` }} />
      <span className={css.ends}>
        <span>{low}</span>
        <span className={css.soft}>{what}</span>
        <span>{high}</span>
      </span>
    </>
  )
}

function endsOf(layer: ExplorerLayer, { low, high }: ShownMap['limits']): [string, string, string] {
  if (layer === 'change') return [changeText(low), 'no change', changeText(high)]
  if (layer === 'sure') return [`± ${shareText(low)}`, 'nine times out of ten', `± ${shareText(high)}`]
  if (layer === 'volume')
    return [`${waterText(low)} or less`, 'water by volume', `${waterText(high)} or more`]
  return [`${shareText(low)} or less`, 'available water', `${shareText(high)} or more`]
}

/** One colour of a class, or the part of the ramp that it takes. */
function backgroundOf({ name, from, to }: ClassRange, shown: ShownMap): string {
  const hex = (value: number) => {
    const colour = colourOf(shown, Math.max(0, Math.min(1, value)))
    return colour ? hexColour(colour) : ''
  }
  const own = shown.bounds && shown.ramp[MOISTURE_CLASSES.indexOf(name)]
  return own ? hexColour(own) : `linear-gradient(90deg, ${hex(from)}, ${hex(to)})`
}

interface ClassesProps {
  data: MoistureLegendProps['data']
  colour: (each: ClassRange) => string
}

function Classes({ data, colour }: ClassesProps) {
  return (
    <>
      <ul className={css.classes}>
        {classRanges(data.target_percent).map((each) => (
          <li key={each.name}>
            <span className={css.swatch} style={{ background: colour(each) }} />
            <strong>{each.name}</strong> <span className={css.soft}>{rangeText(each)}</span>
          </li>
        ))}
      </ul>
      <p className={css.soft}>
        Available water: 0% is the wilting point, 100% field capacity. Target {data.target_percent}%
        {data.soil_assumed ? '; the soil is assumed by its texture until it is confirmed' : ''}.
      </p>
    </>
  )
}

function rangeText({ from, to }: ClassRange): string {
  const percent = (share: number) => quantity(share * 100, '%', 1)
  if (from === -Infinity) return `under ${percent(to)}`
  return to === Infinity ? `over ${percent(from)}` : `${percent(from)} to ${percent(to)}`
}
