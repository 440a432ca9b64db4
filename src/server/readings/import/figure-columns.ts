/** What a column that holds figures is, for whoever plans them and for people. */
import { type ImportSaid, QUANTITY_WORDS } from '#contract/imports/import-sentences.ts'
import { type ColumnHead, readColumn } from '../loggers/column-name.ts'
import { isUnit, type Quantity } from '../loggers/quantity.ts'
import type { ImportUnclear } from './import-unclear.ts'
import type { FigureKind } from './import-number.ts'

/** One column that holds figures. */
export interface FigureColumn {
  column: number
  name: string
  quantity: Quantity
  /** As the file or a person says it. */
  unit?: string | undefined
  /** Its sensor is a Watermark, or its logger reads them. */
  watermark?: boolean
  /** A person named its unit. */
  unitTold?: boolean
}

/** The cells of one sensor in a line; undefined where the file has no such column. */
export interface MeasuredCells {
  /** Of a file that names probes in its columns. */
  probe?: number | undefined
  /** Null for what has none: rain, flow, batteries. */
  depth: string | null
  figures: readonly FigureColumn[]
}

/** All of a file. */
export interface Figures {
  meanings: string[]
  columns: FigureColumn[]
  measured: (cells: readonly string[]) => readonly MeasuredCells[]
  /** Every sensor says which probe it is. */
  probed: boolean
  depthColumn?: number
  /** What was left open, told after what is missing of station and time. */
  trouble?: ImportUnclear | undefined
  places: ReadonlyMap<number, { probe?: number | undefined; depthCm?: number | undefined }>
  left: ReadonlyMap<number, ImportSaid>
}

export const NAMES: Record<Quantity, string> = QUANTITY_WORDS
export const IN_SOIL: ReadonlySet<Quantity> = new Set(['moisture', 'tension', 'temperature', 'ec'])
export const kindOf = (quantity: Quantity): FigureKind =>
  quantity === 'tension' ? 'potential' : IN_SOIL.has(quantity) ? 'soil' : 'counted'

/** The column as a person or its place says it, in the unit of its heading. */
export function figureAt(heads: readonly ColumnHead[], column: number, quantity: Quantity): FigureColumn {
  const head = heads[column] ?? { name: '' }
  return { column, name: head.name.trim(), quantity, unit: unitSaid(head), watermark: isWatermark(head) }
}

/** By its name, or by whose logger it hangs on. */
export const isWatermark = ({ name, sensor = '' }: ColumnHead): boolean =>
  /watermark|irrometer/i.test(`${name} ${sensor}`)

const unitSaid = (head: ColumnHead): string | undefined => readColumn(head).unit ?? bracketUnit(head.name)

/** A unit of something else in a heading: what it is meant for must be said. */
export function bracketUnit(name: string): string | undefined {
  const bracket = /[([]([^)\]]{1,40})[)\]]$/.exec(name.trim())?.[1]?.trim()
  return bracket !== undefined && isUnit(bracket) ? bracket : undefined
}

/** Why the other columns are left out. */
export const leftOf = (heads: readonly ColumnHead[], columns: readonly FigureColumn[]) =>
  new Map(
    heads.flatMap((head, column): [number, ImportSaid][] => {
      const { why } = readColumn(head)
      return why === undefined || columns.some((each) => each.column === column) ? [] : [[column, why]]
    }),
  )
