/** A prescription in words: what it sums up to, the legend of its picture, why a cell gets what it gets, and as a table. */
import { useState } from 'react'
import { SECTOR_DEGREES, normaliseBearing, sectorOf } from '../../agronomy/pivot-geometry.ts'
import type { PrescriptionBasis, PrescriptionTotals, PrescriptionView } from '../../contract/prescriptions.ts'
import { useUnit } from '../api/preferences.ts'
import { useCell } from '../api/prescriptions.ts'
import { sentenceOf } from '../kit/call-error.ts'
import { number, quantity } from '../kit/formats.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { bytesOf, sectorRows } from './prescription-cells.ts'
import type { CellPlace } from './prescription-cells.ts'
import css from './prescription-panel.module.css'
import { volumeText } from './volume-text.ts'

type Unit = ReturnType<typeof useUnit>['unit']

const BASIS: Record<PrescriptionBasis, string | null> = {
  soil: null,
  no_probes: 'No probe is placed in this field, so every cell outside geofences gets 100%.',
  no_readings: 'No probe has a usable reading within 72 hours, so every cell outside geofences gets 100%.',
  off: 'The system is OFF: every cell gets 100% and geofences are suspended.',
  test_pattern: 'A test pattern runs: geofences wait until it ends.',
  no_settings: 'Nobody has applied settings to this system yet.',
}

export interface PrescriptionPanelProps {
  prescription: PrescriptionView
  /** The cell that is explained. */
  cell: CellPlace | null
  onCell: (cell: CellPlace) => void
}

export function PrescriptionPanel({ prescription, cell, onCell }: PrescriptionPanelProps) {
  const { unit } = useUnit()
  const { inputs, totals, system } = prescription
  const towers = inputs.tower_radii_m.length
  const basis = BASIS[inputs.basis]
  return (
    <section className={css.panel} aria-label="Prescription">
      <h2>Prescription</h2>
      {basis ? <p>{basis}</p> : null}
      {totals ? <Totals totals={totals} unit={unit} /> : null}
      <PrescriptionLegend />
      <CellChoice towers={towers} cell={cell} onCell={onCell} />
      {cell ? <CellReason system={system} cell={cell} unit={unit} /> : null}
      <details>
        <summary>As a table</summary>
        <PrescriptionTable percents={bytesOf(prescription.percent_b64)} towers={towers} />
      </details>
    </section>
  )
}

function Totals({ totals, unit }: { totals: PrescriptionTotals; unit: Unit }) {
  const facts = [
    ['Water', volumeText(totals.volume_m3, unit)],
    ['Saved against 100%', `${number(totals.saving_percent, 0)}%`],
    ['One pass', totals.hours === null ? 'not known' : quantity(totals.hours, 'h', 1)],
  ]
  return (
    <dl className={css.totals}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function PrescriptionLegend() {
  return (
    <ul className={css.legend} aria-label="Legend">
      {[0, 25, 50, 75, 100].map((percent) => (
        <li key={percent}>
          <span
            className={css.swatch}
            style={{ opacity: percent === 0 ? 1 : 0.8 * (percent / 100) }}
            data-percent={percent}
          />
          {percent}%
        </li>
      ))}
    </ul>
  )
}

interface CellChoiceProps {
  towers: number
  cell: CellPlace | null
  onCell: (cell: CellPlace) => void
}

/** Press a cell on the map, or name it here. */
function CellChoice({ towers, cell, onCell }: CellChoiceProps) {
  const [bearing, setBearing] = useState('')
  const tower = cell?.tower ?? 1
  const shown = cell && sectorOfText(bearing) !== cell.sector ? String(cell.sector * SECTOR_DEGREES) : bearing
  return (
    <fieldset className={css.choice}>
      <legend>Why does a cell get what it gets? Press it on the map, or name it:</legend>
      <NumberField
        label="Bearing"
        unit="°"
        value={shown}
        min={0}
        max={360}
        onChange={(text) => {
          setBearing(text)
          const sector = sectorOfText(text)
          if (sector !== null) onCell({ sector, tower })
        }}
      />
      <Dropdown
        label="Tower"
        value={String(tower)}
        options={Array.from({ length: towers }, (_, k) => ({ value: String(k + 1), label: String(k + 1) }))}
        onChange={(text) => onCell({ sector: cell?.sector ?? 0, tower: Number(text) })}
      />
    </fieldset>
  )
}

function sectorOfText(text: string): number | null {
  const degrees = Number(text)
  return text.trim() === '' || !Number.isFinite(degrees) ? null : sectorOf(normaliseBearing(degrees))
}

function CellReason({ system, cell, unit }: { system: string; cell: CellPlace; unit: Unit }) {
  const { data, error, isPending } = useCell({ system, ...cell })
  if (isPending) return <output className={css.reason}>Looking…</output>
  if (!data) return <output className={css.reason}>{sentenceOf(error)}</output>
  return (
    <output className={css.reason}>
      <strong>
        {number(data.from_deg, 0)}–{number(data.to_deg, 0)}°, tower {data.zone}
      </strong>
      <span>{data.words[unit]}</span>
    </output>
  )
}

/** A keyboard must be able to scroll what a finger can. */
const SCROLLS = { tabIndex: 0, role: 'group', 'aria-label': 'Prescription table' } as const

function PrescriptionTable({ percents, towers }: { percents: Uint8Array; towers: number }) {
  return (
    <div className={css.scroll} {...SCROLLS}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Bearing</th>
            {Array.from({ length: towers }, (_, k) => (
              <th scope="col" key={`tower ${k + 1}`}>
                Tower {k + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sectorRows(percents, towers).map(({ from, to, percents: own }) => (
            <tr key={from}>
              <th scope="row">
                {from}–{to}°
              </th>
              {own
                .map((percent, k) => ({ percent, tower: k + 1 }))
                .map(({ percent, tower }) => (
                  <td key={tower}>{percent}%</td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
