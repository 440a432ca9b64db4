/** The readings of the graph by day, and all of them as a file. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { GraphData } from '../../contract/graphs.ts'
import { inchesToMm } from '../../agronomy/units.ts'
import { fetchEveryReading } from '../api/graphs.ts'
import type { ReadingsRequest } from '../api/graphs.ts'
import { errorMessage } from '../kit/call-error.ts'
import { decimals, number } from '../kit/formats.ts'
import { saveFile } from '../kit/save-file.ts'
import { Button } from '../ui/button.tsx'
import { textOfDay } from '../ui/date-field-text.ts'
import { Notice } from '../ui/notice.tsx'
import { csvText, dayRows, readingRows } from './reading-tables.ts'
import css from './explore.module.css'
import { text } from './graph.text.ts'

export interface ExploreTableProps {
  data: GraphData
  request: ReadingsRequest
  length: 'in' | 'mm'
}

/** Byte order mark: spreadsheets recognise UTF-8 by it. */
const MARK = '\u{FEFF}'

function csvFile(text: string, name: string): File {
  return new File([MARK, text], name, { type: 'text/csv;charset=utf-8' })
}

export function ExploreTable({ data, request, length }: ExploreTableProps) {
  const rows = useMemo(() => dayRows(data), [data])
  const file = useMutation({
    mutationFn: () => fetchEveryReading(request),
    onSuccess: (parts) =>
      saveFile(
        csvFile(
          csvText(readingRows(parts)),
          text.csvFileName(request.system, request.probes?.join(', ') ?? 'all', request.start, request.end),
        ),
      ),
  })
  return (
    <div className={css.data}>
      <Button
        icon={<Download size={18} aria-hidden="true" />}
        busy={file.isPending ? text.fetching : false}
        onClick={() => file.mutate()}
      >
        {text.downloadCsv}
      </Button>
      {file.isError ? (
        <Notice tone="attention">{text.fileNotFetched(errorMessage(file.error))}</Notice>
      ) : null}
      <details className={css.details}>
        <summary>{text.dayByDayTable}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard */}
        <section className={css.scroller} aria-label={text.readingsByDay} tabIndex={0}>
          <table className={css.table}>
            <caption>{text.readingsByDayHint}</caption>
            <thead>
              <tr>
                <th scope="col">{text.day}</th>
                {data.series.map(({ sensor, depth_cm: depth }) => (
                  <th key={sensor} scope="col">
                    {depth} cm
                  </th>
                ))}
                <th scope="col">{text.waterGiven(length)}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ day, ranges, waterIn }) => (
                <tr key={day}>
                  <th scope="row">{textOfDay(day)}</th>
                  {ranges.map((range, i) => (
                    <td key={data.series[i]?.sensor}>
                      {range ? `${percent(range.min)} – ${percent(range.max)}` : '–'}
                    </td>
                  ))}
                  <td>{waterIn > 0 ? depthText(waterIn, length) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  )
}

/** Always one decimal, so that columns align. */
function percent(theta: number): string {
  return decimals(100 * theta, 1)
}

function depthText(inches: number, length: 'in' | 'mm'): string {
  return length === 'in' ? number(inches, 2) : number(inchesToMm(inches), 0)
}
