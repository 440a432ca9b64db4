/** Orders that must outlive the process: a row in the deciding transaction, carried out after it, again until it succeeds. */
import type { z } from 'zod'
import type { Writer } from './database.ts'

/** Names an order and types what it carries. */
export interface Order<P> {
  readonly name: string
  readonly schema: z.ZodType<P>
}

export function defineOrder<P>(name: string, schema: z.ZodType<P>): Order<P> {
  return { name, schema }
}

interface PlaceOptions {
  /** An order with the same key that has not begun yet is replaced, so that bursts collapse into one. */
  key?: string
  /** Orders of one queue run one after the other. */
  queue?: string
  notBefore?: Date
  /** The order that is replaced keeps its time: a steady stream must not put it off for ever. */
  keepTime?: boolean
}

export interface Outbox {
  /** Writes the order in the caller's transaction. */
  place<P>(tx: Writer, order: Order<P>, payload: P, options?: PlaceOptions): Promise<void>
  /** Says how an order is carried out; before `start`. */
  carryOut<P>(order: Order<P>, work: (payload: P) => Promise<void>): void
  start(): Promise<void>
  stop(): Promise<void>
}
