/** Mail through the outbox: decided in a transaction, sent after it, again until the mail server takes it. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Writer } from './database.ts'
import { defineOrder, type Outbox } from './outbox.ts'

const mailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
})
export type MailMessage = z.infer<typeof mailMessage>

const sendMail = defineOrder('send-mail', mailMessage)

export interface Mail {
  /** Queues a message in the caller's transaction. */
  send(tx: Writer, message: MailMessage): Promise<void>
}

/** Sends by SMTP_URL, or writes `.eml` files into `DATA_DIR/outbox`. */
export function createMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, outbox: Outbox): Mail {
  const from = config.mailFrom
  const deliver = config.smtpUrl
    ? smtpDelivery(config.smtpUrl)
    : fileDelivery(path.join(config.dataDir, 'outbox'))
  outbox.carryOut(sendMail, (message) => deliver({ from, ...message }))
  return { send: (tx, message) => outbox.place(tx, sendMail, message) }
}

type Delivery = (message: MailMessage & { from: string }) => Promise<void>

function smtpDelivery(url: string): Delivery {
  const transport = createTransport(url)
  return async (message) => void (await transport.sendMail(message))
}

function fileDelivery(folder: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (message) => {
    const { message: source } = await transport.sendMail(message)
    // names sort by time; the rename keeps a reader from seeing half a mail
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${name}.part`), source)
    await rename(path.join(folder, `${name}.part`), path.join(folder, `${name}.eml`))
  }
}
