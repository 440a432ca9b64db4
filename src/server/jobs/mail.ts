/** Mail as features see it: decided in a transaction, sent after it, again until the mail server takes it. */
import { z } from 'zod'
import type { ServerTx } from '../kit/postgres/database.ts'

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
   * Hands it over now; for a job that keeps what became of it.
   *
   * @throws PermanentError when the mail server refuses it for good
   */
  deliver(message: MailMessage): Promise<void>
}
