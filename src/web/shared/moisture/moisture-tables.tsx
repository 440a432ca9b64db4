/** The explorer's map as tables: means by sector and tower, and what each probe says. */
import { useMemo } from 'react'
import type { MapSeries } from '../../../contract/maps.ts'
import { moistureRows } from './moisture-frames.ts'
import type { MapCells, MapField } from './moisture-frames.ts'
import css from './moisture-tables.module.css'
import { cellText, STATE_WORDS } from './moisture.text.ts'
import type { ExplorerLayer } from './use-explorer.ts'

/** A keyboard must be able to scroll what a finger can. */
const SCROLLS = { tabIndex: 0, role: 'group' } as const

export interface SectorTableProps {
  map: MapCells
  field: MapField
  layer: ExplorerLayer
}

export function SectorTable({ map, field, layer }: SectorTableProps) {
  const rows = useMemo(() => moistureRows(map, field), [map, field])
  return (
    <div className={css.scroll} {...SCROLLS} aria-label="By sector and tower">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Bearing</th>
            {field.towerRadiiM.map((radius, k) => (
              <th scope="col" key={radius}>
                Tower {k + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, to, values }) => (
            <tr key={from}>
              <th scope="row">
                {from}–{to}°
              </th>
              {values
                .map((value, k) => ({ value, tower: k + 1 }))
                .map(({ value, tower }) => (
                  <td key={tower}>{value === null ? '–' : cellText(layer, value)}</td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export interface ProbeTableProps {
  data: MapSeries
  day: MapSeries['days'][number]
}

export function ProbeTable({ data, day }: ProbeTableProps) {
  return (
    <div className={css.scroll} {...SCROLLS} aria-label="Probes">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Probe</th>
            <th scope="col">Water</th>
            <th scope="col" className={css.left}>
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {data.probes.map(({ number }, i) => {
            const value = day.values[i] ?? null
            return (
              <tr key={number}>
                <th scope="row">{number}</th>
                <td>{value === null ? '–' : cellText('moisture', value)}</td>
                <td className={css.left}>{STATE_WORDS[day.states[i] ?? 'silent'] || 'measured'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
