/** The explorer's map as tables: means by sector and tower, and the value of each probe. */
import { useMemo } from 'react'
import type { PivotGeometry } from '#agronomy/pivot/pivot.ts'
import type { MapSeries } from '#contract/maps.ts'
import { moistureRows } from './moisture-frames.ts'
import type { ExplorerLayer, MapCells } from './moisture-frames.ts'
import { FigureTable, WORDS } from '../../ui/figure-table.tsx'
import { cellText, STATE_WORDS } from './moisture-sentences.text.ts'
import { text } from './moisture.text.ts'

export interface SectorTableProps {
  map: MapCells
  pivot: PivotGeometry
  layer: ExplorerLayer
}

export function SectorTable({ map, pivot, layer }: SectorTableProps) {
  const rows = useMemo(() => moistureRows(map, pivot), [map, pivot])
  return (
    <FigureTable
      label={text.bySectorAndTower}
      head={
        <>
          <th scope="col">{text.bearing}</th>
          {pivot.towerRadiiM.map((radius, k) => (
            <th scope="col" key={radius}>
              {text.tower(k + 1)}
            </th>
          ))}
        </>
      }
    >
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
    </FigureTable>
  )
}

export interface ProbeTableProps {
  data: MapSeries
  day: MapSeries['days'][number]
}

export function ProbeTable({ data, day }: ProbeTableProps) {
  return (
    <FigureTable
      label={text.probes}
      head={
        <>
          <th scope="col">{text.probe}</th>
          <th scope="col">{text.availableColumn}</th>
          <th scope="col">{text.byVolumeColumn}</th>
          <th scope="col">{text.reach}</th>
          <th scope="col" className={WORDS}>
            {text.state}
          </th>
        </>
      }
    >
      {data.probes.map(({ number, cover_percent: cover, fenced }, i) => {
        const [value, share] = [day.values[i] ?? null, day.shares[i] ?? null]
        return (
          <tr key={number}>
            <th scope="row">
              {number}
              {fenced ? '*' : null}
            </th>
            <td>{share === null ? '–' : cellText('share', share)}</td>
            <td>{value === null ? '–' : cellText('volume', value)}</td>
            <td>{cover === null ? '–' : cellText('share', cover / 100)}</td>
            <td className={WORDS}>{STATE_WORDS[day.states[i] ?? 'silent'] || text.measured}</td>
          </tr>
        )
      })}
    </FigureTable>
  )
}
