/** A prescription in words: totals, the reason for a cell, and a table. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { SECTOR_DEGREES, normaliseBearing, sectorOf } from '#agronomy/pivot/pivot-geometry.ts'
import { inchesToMm } from '#agronomy/units.ts'
import type { CellExplanation, PrescriptionTotals, PrescriptionView } from '#contract/prescriptions.ts'
import { useUnit } from '../../api/preferences.ts'
import { useCell } from '../../api/prescriptions.ts'
import { paths } from '../../kit/paths.ts'
import { cellText } from './cell.text.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { number, quantity } from '../../kit/formats.ts'
import { Dropdown } from '../../ui/dropdown.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { bytesOf, sectorRows } from './prescription-cells.ts'
import type { CellPlace } from './prescription-cells.ts'
import { Savings } from './savings.tsx'
import { PrescriptionLegend } from './prescription-legend.tsx'
import css from './prescription-panel.module.css'
import { type CellSoil, extrapolationText, layerText, soilText } from './soil.text.ts'
import { basisText, volumeText, text } from './water.text.ts'

type Unit = ReturnType<typeof useUnit>['unit']

export interface PrescriptionPanelProps {
  prescription: PrescriptionView
  /** The selected cell. */
  cell: CellPlace | null
  onCell: (cell: CellPlace) => void
  /** When it was computed. */
  computedText?: string
  /** The drawing, if no map shows it. */
  picture?: ReactNode
  /** Downloads. */
  files?: ReactNode
}

export function PrescriptionPanel(props: PrescriptionPanelProps) {
  const { prescription, cell, onCell, computedText, picture, files } = props
  const { unit } = useUnit()
  const { inputs, totals, system } = prescription
  const towers = inputs.tower_radii_m.length
  const basis = basisText(inputs.basis)
  return (
    <section className={css.panel} aria-label={text.prescription}>
      <h2>{text.prescription}</h2>
      {computedText ? <p className={css.made}>{computedText}</p> : null}
      {basis ? <p>{basis}</p> : null}
      {totals ? <Totals totals={totals} unit={unit} /> : null}
      {totals ? <Savings prescription={prescription} unit={unit} /> : null}
      <Extrapolation prescription={prescription} unit={unit} />
      <Tension prescription={prescription} />
      {picture}
      <PrescriptionLegend full={picture !== undefined} />
      <CellChoice
        place={picture === undefined ? text.onTheMap : text.inThePicture}
        towers={towers}
        cell={cell}
        onCell={onCell}
      />
      {cell ? <CellReason system={system} cell={cell} unit={unit} /> : null}
      <details>
        <summary>{text.asTable}</summary>
        <PrescriptionTable percents={bytesOf(prescription.percent_b64)} towers={towers} />
      </details>
      {files}
    </section>
  )
}

function Totals({ totals, unit }: { totals: PrescriptionTotals; unit: Unit }) {
  const facts = [
    [text.water, volumeText(totals.volume_m3, unit)],
    [text.onePass, totals.hours === null ? text.notKnown : quantity(totals.hours, 'h', 1)],
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

interface CellChoiceProps {
  place: string
  towers: number
  cell: CellPlace | null
  onCell: (cell: CellPlace) => void
}

/** Selects a cell without the pointer. */
function CellChoice({ place, towers, cell, onCell }: CellChoiceProps) {
  const [bearing, setBearing] = useState('')
  const tower = cell?.tower ?? 1
  const bearingText =
    cell && sectorOfText(bearing) !== cell.sector ? String(cell.sector * SECTOR_DEGREES) : bearing
  return (
    <fieldset className={css.choice}>
      <legend>{text.whyHere(place)}</legend>
      <NumberField
        label={text.bearing}
        unit="°"
        value={bearingText}
        min={0}
        max={360}
        onChange={(text) => {
          setBearing(text)
          const sector = sectorOfText(text)
          if (sector !== null) onCell({ sector, tower })
        }}
      />
      <Dropdown
        label={text.towerLabel}
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
  if (isPending) return <output className={css.reason}>{text.lookingUpCell}</output>
  if (!data) return <output className={css.reason}>{errorMessage(error)}</output>
  return (
    <output className={css.reason}>
      <strong>{text.sectorAndTower(number(data.from_deg, 0), number(data.to_deg, 0), data.zone)}</strong>
      <span>{cellText(data, unit)}</span>
      <span className={css.more}>
        {detailTexts(data, unit)}
        {data.soil?.source === 'texture' || data.soil?.guessed ? (
          <>
            {' '}
            <Link to={paths.soilZones()} search={{ system }}>
              {data.soil.guessed ? text.confirmUnderSoilZones : text.setUnderSoilZones}
            </Link>
          </>
        ) : null}
      </span>
      {data.soil && data.soil.layers.length > 1 ? <Layers layers={data.soil.layers} unit={unit} /> : null}
    </output>
  )
}

/** A note if the root zone is much deeper than the sensors; nothing if they cover most of it. */
function Extrapolation({ prescription, unit }: { prescription: PrescriptionView; unit: Unit }) {
  const { cover_b64: cover, inputs } = prescription
  const rootDepth = inputs.settings?.root_depth ?? null
  const text = cover && rootDepth !== null ? extrapolationText(bytesOf(cover), rootDepth, unit) : null
  return text ? <Notice tone="attention">{text}</Notice> : null
}

/** Probes that measure tension: estimated, or unusable until their soil texture is entered. */
function Tension({ prescription: { inputs } }: { prescription: PrescriptionView }) {
  const numbersOf = (probes: typeof inputs.probes) => probes.map((probe) => probe.number).join(', ')
  const estimated = inputs.probes.filter(({ layers }) => layers.some(({ by_tension }) => by_tension))
  const unusable = inputs.probes.filter((probe) => probe.tension_unusable)
  return (
    <>
      {estimated.length > 0 ? <p>{text.waterOfProbesEstimated(numbersOf(estimated))}</p> : null}
      {unusable.length > 0 ? (
        <Notice tone="attention">{text.tensionWithoutTexture(numbersOf(unusable))}</Notice>
      ) : null}
    </>
  )
}

/** The numbers besides the reason: depth of this pass, the percentage without the geofence, the source of the soil limits. */
function detailTexts(data: CellExplanation, unit: Unit) {
  const { depth_in: depth, without_geofence: otherwise, probe, soil } = data
  const parts = [
    depth === null ? null : text.getsInOnePass(depthText(depth, unit)),
    otherwise && text.withoutGeofence(otherwise.percent),
    probe && text.nearestProbeAt(probe.number, quantity(probe.distance_m, 'm', 0)),
    probe?.layers.some(({ by_tension }) => by_tension) ? text.estimatedByTension : null,
    soil && soilText(soil),
  ]
  return parts.filter(Boolean).join(' ')
}

function depthText(inches: number, unit: Unit): string {
  return unit === 'mm' ? quantity(inchesToMm(inches), 'mm', 1) : quantity(inches, text.inches)
}

/** The water at each depth: shows a wet top above a dry bottom. */
function Layers({ layers, unit }: { layers: CellSoil['layers']; unit: Unit }) {
  return (
    <ul className={css.layers}>
      {layers.map((layer) => (
        <li key={layer.top_mm}>{layerText(layer, unit)}</li>
      ))}
    </ul>
  )
}

function PrescriptionTable({ percents, towers }: { percents: Uint8Array; towers: number }) {
  return (
    <FigureTable
      label={text.prescriptionTable}
      head={
        <>
          <th scope="col">{text.bearing}</th>
          {Array.from({ length: towers }, (_, k) => (
            <th scope="col" key={`tower ${k + 1}`}>
              {text.tower(k + 1)}
            </th>
          ))}
        </>
      }
    >
      {sectorRows(percents, towers).map(({ from, to, percents: rowPercents }) => (
        <tr key={from}>
          <th scope="row">
            {from}–{to}°
          </th>
          {rowPercents
            .map((percent, k) => ({ percent, tower: k + 1 }))
            .map(({ percent, tower }) => (
              <td key={tower}>{percent}%</td>
            ))}
        </tr>
      ))}
    </FigureTable>
  )
}
