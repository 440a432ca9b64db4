/** The colours of the explorer's map with their limits, and the five classes in the field's own numbers. */
import { hexColour, rampIndex } from '../../../agronomy/colour/colour-ramp.ts'
import type { ClassRange } from '../../../agronomy/soil/class-ranges.ts'
import type { MapSeries } from '../../../contract/maps.ts'
import css from './moisture-legend.module.css'
import { changeText, waterText } from './moisture.text.ts'
import { classesOf } from './use-explorer.ts'
import type { ExplorerLayer } from './moisture-frames.ts'
import type { ShownMap } from './use-explorer.ts'

export interface MoistureLegendProps {
  data: MapSeries
  layer: ExplorerLayer
  shown: ShownMap
}

/** Colours of the strip: enough to look even. */
const STOPS = 24

export function MoistureLegend({ data, layer, shown }: MoistureLegendProps) {
  const { ramp, limits } = shown
  const stops = Array.from({ length: STOPS }, (_, i) => {
    const colour = ramp[Math.round((i / (STOPS - 1)) * (ramp.length - 1))]
    return colour ? hexColour(colour) : ''
  })
  const [low, what, high] = endsOf(layer, limits)
  return (
    <figure className={css.legend} aria-label="Legend">
      <span className={css.strip} style={{ background: `linear-gradient(90deg, ${stops.join(', ')})` }} />
      <span className={css.ends}>
        <span>{low}</span>
        <span className={css.soft}>{what}</span>
        <span>{high}</span>
      </span>
      {layer === 'moisture' ? <Classes data={data} shown={shown} /> : null}
    </figure>
  )
}

function endsOf(layer: ExplorerLayer, { low, high }: ShownMap['limits']): [string, string, string] {
  if (layer === 'change') return [changeText(low), 'no change', changeText(high)]
  if (layer === 'sure') return [`± ${waterText(low)}`, 'nine times out of ten', `± ${waterText(high)}`]
  return [`${waterText(low)} or less`, 'water by volume', `${waterText(high)} or more`]
}

function Classes({ data, shown: { ramp, limits } }: Omit<MoistureLegendProps, 'layer'>) {
  const colourAt = (value: number) => {
    const colour = ramp[rampIndex(value, limits, ramp.length)]
    return colour ? hexColour(colour) : ''
  }
  const held = (value: number) => Math.max(limits.low, Math.min(limits.high, value))
  return (
    <>
      <ul className={css.classes}>
        {classesOf(data).map(({ name, from, to }) => (
          <li key={name}>
            <span
              className={css.swatch}
              style={{
                background: `linear-gradient(90deg, ${colourAt(held(from))}, ${colourAt(held(to))})`,
              }}
            />
            <strong>{name}</strong> <span className={css.soft}>{rangeText({ name, from, to })}</span>
          </li>
        ))}
      </ul>
      <p className={css.soft}>
        Target {data.target_percent}% of available water
        {data.soil_assumed ? '; the soil is assumed by its texture' : ''}.
      </p>
    </>
  )
}

function rangeText({ from, to }: ClassRange): string {
  if (from === -Infinity) return `below ${waterText(to)}`
  return to === Infinity ? `above ${waterText(from)}` : `${waterText(from)} to ${waterText(to)}`
}
