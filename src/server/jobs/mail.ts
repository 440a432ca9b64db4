/** The mail interface for features: queued in a transaction, sent afterwards, retried until the mail server accepts it. */
import { z } from 'zod'
import type { ServerTx } from '../kit/postgres/transactions.ts'

export const mailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
})
export type MailMessage = z.infer<typeof mailMessage>

export interface Mail {
  /** Queues a message in the caller's transaction. */
  send(tx: ServerTx, message: MailMessage): Promise<void>
  /**
   * Sends it now, for a job that records the outcome itself.
   *
   * @throws PermanentError when the mail server refuses it for good
   */
  deliver(message: MailMessage): Promise<void>
}
