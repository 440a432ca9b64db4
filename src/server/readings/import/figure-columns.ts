/** What a column of values contains, for planning the import and for the report. */
import { type ImportMessage, QUANTITY_WORDS } from '#contract/imports/import-sentences.ts'
import { type ColumnHead, readColumn } from '../loggers/column-name.ts'
import { isUnit, type Quantity } from '../loggers/quantity.ts'
import type { ImportUnclear } from './import-unclear.ts'
import type { FigureKind } from './import-number.ts'

/** One column of values. */
export interface FigureColumn {
  column: number
  name: string
  quantity: Quantity
  /** From the file or the options. */
  unit?: string | undefined
  /** Its sensor is a Watermark, or its logger reads them. */
  watermark?: boolean
  /** Its unit was given as an option. */
  unitTold?: boolean
}

/** The cells of one sensor in a line; undefined if the file has no such column. */
export interface MeasuredCells {
  /** If the column names identify probes. */
  probe?: number | undefined
  /** Null for what has no depth: rain, flow, batteries. */
  depth: string | null
  figures: readonly FigureColumn[]
}

/** All value columns of a file. */
export interface Figures {
  meanings: string[]
  columns: FigureColumn[]
  measured: (cells: readonly string[]) => readonly MeasuredCells[]
  /** Every sensor identifies its probe. */
  probed: boolean
  depthColumn?: number
  /** Open questions, reported after missing station and time columns. */
  trouble?: ImportUnclear | undefined
  places: ReadonlyMap<number, { probe?: number | undefined; depthCm?: number | undefined }>
  left: ReadonlyMap<number, ImportMessage>
}

export const NAMES: Record<Quantity, string> = QUANTITY_WORDS
export const IN_SOIL: ReadonlySet<Quantity> = new Set(['moisture', 'tension', 'temperature', 'ec'])
export const kindOf = (quantity: Quantity): FigureKind =>
  quantity === 'tension' ? 'potential' : IN_SOIL.has(quantity) ? 'soil' : 'counted'

/** The column from its options or position, in the unit of its heading. */
export function figureAt(heads: readonly ColumnHead[], column: number, quantity: Quantity): FigureColumn {
  const head = heads[column] ?? { name: '' }
  return { column, name: head.name.trim(), quantity, unit: statedUnit(head), watermark: isWatermark(head) }
}

/** Recognised by its name or by its logger. */
export const isWatermark = ({ name, sensor = '' }: ColumnHead): boolean =>
  /watermark|irrometer/i.test(`${name} ${sensor}`)

const statedUnit = (head: ColumnHead): string | undefined => readColumn(head).unit ?? bracketUnit(head.name)

/** A unit of another quantity in a heading: the meaning of the column must be given. */
export function bracketUnit(name: string): string | undefined {
  const bracket = /[([]([^)\]]{1,40})[)\]]$/.exec(name.trim())?.[1]?.trim()
  return bracket !== undefined && isUnit(bracket) ? bracket : undefined
}

/** Why the other columns are ignored. */
export const leftOf = (heads: readonly ColumnHead[], columns: readonly FigureColumn[]) =>
  new Map(
    heads.flatMap((head, column): [number, ImportMessage][] => {
      const { why } = readColumn(head)
      return why === undefined || columns.some((figureColumn) => figureColumn.column === column)
        ? []
        : [[column, why]]
    }),
  )
