/** Carries mail out of the outbox: by SMTP, or into files. */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { type Mail, mailMessage, type MailMessage } from './mail.ts'
import { defineOrder, type Outbox } from './outbox.ts'

const sendMail = defineOrder('send-mail', mailMessage)

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
