/** Graphs of quantities other than soil water, one at a time on its own scale. */
import { useMemo, useState } from 'react'
import type { OtherQuantity, OtherReadings } from '../../contract/graphs.ts'
import { useOtherReadings } from '../api/graphs.ts'
import { errorMessage } from '../kit/call-error.ts'
import { number } from '../kit/formats.ts'
import { textureText } from '../shared/soil/soil-limits.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './explore.module.css'
import { text } from './graph.text.ts'
import { otherModel, quantityName } from './plot-model.ts'
import { lineSentence } from './refill.text.ts'
import { WaterPlotView } from './water-plot-view.tsx'

const MIN_WINDOW_S = 3600

interface GraphRange {
  system: string
  start: string
  end: string
}

/** Renders nothing for a system with soil moisture only. */
export function OtherReadingsSection(range: GraphRange) {
  // neither the chosen quantity nor readings shown until the next ones arrive are those of another system
  return <ReadingsOfSystem key={range.system} {...range} />
}

function ReadingsOfSystem(range: GraphRange) {
  const [chosenQuantity, setChosenQuantity] = useState<OtherQuantity>()
  const { data, error, isError, refetch, isFetching } = useOtherReadings({
    ...range,
    ...(chosenQuantity ? { quantity: chosenQuantity } : {}),
  })
  if (isError && !data)
    return (
      <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
        {text.otherNotFetched(errorMessage(error))}
      </Notice>
    )
  if (!data?.quantity) return null
  return (
    <section className={css.explore} aria-label={text.otherReadings}>
      <h3>{text.otherReadings}</h3>
      <Quantity key={data.quantity} data={data} range={range} onQuantity={setChosenQuantity} />
    </section>
  )
}

const numberLabel = (quantity: OtherQuantity | null) =>
  quantity === 'flow' || quantity === 'volume' ? text.meter : quantity === 'rain' ? text.gauge : text.probe

interface QuantityProps {
  data: OtherReadings
  range: GraphRange
  onQuantity: (quantity: OtherQuantity) => void
}

function Quantity({ data, range, onQuantity }: QuantityProps) {
  const { quantity, quantities, series } = data
  const numbers = [...new Set(series.map((line) => line.number))]
  const [chosenNumber, setChosenNumber] = useState(numbers[0] ?? 0)
  const shownNumber = numbers.includes(chosenNumber) ? chosenNumber : (numbers[0] ?? 0)
  return (
    <>
      <div className={css.choices}>
        <Dropdown
          label={text.quantity}
          value={quantity ?? ''}
          options={quantities.map((option) => ({ value: option, label: quantityName(option) }))}
          onChange={(value) => {
            const chosenQuantity = quantities.find((option) => option === value)
            if (chosenQuantity) onQuantity(chosenQuantity)
          }}
        />
        {numbers.length > 0 ? (
          <Dropdown
            label={numberLabel(quantity)}
            value={String(shownNumber)}
            options={numbers.map((option) => ({ value: String(option), label: String(option) }))}
            onChange={(value) => setChosenNumber(Number(value))}
          />
        ) : null}
      </div>
      {numbers.length > 0 ? (
        <OtherGraph key={`${range.start} ${range.end}`} data={data} shown={shownNumber} />
      ) : (
        <p className={css.reason}>{text.noReadingsInRange}</p>
      )}
    </>
  )
}

function OtherGraph({ data, shown }: { data: OtherReadings; shown: number }) {
  const model = useMemo(() => otherModel(data, shown), [data, shown])
  const range = useMemo(() => {
    const from = data.times[0] ?? 0
    return { from, to: Math.max(from + MIN_WINDOW_S, data.times.at(-1) ?? 0) }
  }, [data])
  const { scale, lines, columns, times, timeZone } = model
  return (
    <>
      <p className={css.axis}>
        {text.timesOf(`${scale.name}, ${scale.symbol}`, timeZone, data.reduced ? text.lowestAndHighest : '')}
      </p>
      <WaterPlotView
        label={text.graphOf(scale.name)}
        describedBy="other-in-words"
        model={model}
        whole={range}
        onSettled={() => undefined}
      />
      <ul id="other-in-words" className={css.words}>
        {lines.map(({ label }, line) => (
          <li key={label}>
            {lineSentence(label, { times, values: columns[line] ?? [] }, { ...scale, timeZone })}
          </li>
        ))}
        {data.quantity === 'tension' ? <li>{bandText(data, shown)}</li> : null}
      </ul>
    </>
  )
}

function bandText({ bands }: OtherReadings, probe: number): string {
  const band = bands.find((candidate) => candidate.number === probe)
  if (!band?.curve || band.full === null || band.refill === null) return text.tensionNoTexture
  return text.tensionBand(number(band.full, 0), number(band.refill, 0), textureText(band.curve).toLowerCase())
}
