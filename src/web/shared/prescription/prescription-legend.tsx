/** The legend of a prescription's picture, or of its cells on the map. */
import { opacityOf } from './prescription-drawing.ts'
import css from './prescription-legend.module.css'
import { text } from './water.text.ts'

export interface PrescriptionLegendProps {
  /** Also the entries that only the picture has. */
  full: boolean
  /** Also the outline of changed cells. */
  changed?: boolean
}

export function PrescriptionLegend({ full, changed }: PrescriptionLegendProps) {
  // The base map must stay visible through the colour.
  const opacity = full ? opacityOf : (percent: number) => 0.8 * (percent / 100)
  return (
    <ul className={css.legend} aria-label={text.legend}>
      {[0, 25, 50, 75, 100].map((percent) => (
        <li key={percent}>
          <span
            className={css.swatch}
            style={{ opacity: percent === 0 ? 1 : opacity(percent) }}
            data-percent={percent}
            data-mark={full && percent === 0 ? 'dry' : undefined}
          />
          {percent}%
        </li>
      ))}
      {full ? (
        <>
          <LegendMark mark="unknown" word={text.noDataSoFull} />
          <LegendMark mark="fence" word={text.geofenceAsDrawn} />
          <LegendMark mark="probe" word={text.probe} />
        </>
      ) : null}
      {changed ? <LegendMark mark="changed" word={text.changes} /> : null}
    </ul>
  )
}

function LegendMark({ mark, word }: { mark: 'unknown' | 'fence' | 'probe' | 'changed'; word: string }) {
  return (
    <li>
      <span className={css.swatch} data-mark={mark} />
      {word}
    </li>
  )
}
