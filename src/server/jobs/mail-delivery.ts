/** Delivers mail by SMTP, or as files. */
import { randomUUID } from 'node:crypto'
import { mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../kit/config.ts'
import { defineJob, type Jobs, PermanentError } from './jobs.ts'
import { type Mail, mailMessage, type MailMessage } from './mail.ts'

const sendMail = defineJob('send-mail', mailMessage)

/** At most this many deliveries hang with a mail server; other kinds of jobs are not affected. */
const WORKERS = 4
const ANSWER_WITHIN_MS = 15_000
/** For the whole delivery: a server that answers in small pieces would never time out otherwise. */
const SENT_WITHIN_MS = 30_000

/** Sends by SMTP_URL, or writes `.eml` files into `DATA_DIR/outbox`. */
export function createMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, jobs: Jobs): Mail {
  const from = config.mailFrom
  const deliver = config.smtpUrl
    ? smtpDelivery(config.smtpUrl)
    : fileDelivery(path.join(config.dataDir, 'outbox'))
  jobs.processOutside(sendMail, (message) => deliver({ from, ...message }), { workers: WORKERS })
  return {
    send: (tx, message) => jobs.enqueue(tx, sendMail, message),
    deliver: (message) => deliver({ from, ...message }),
  }
}

type Delivery = (message: MailMessage & { from: string }) => Promise<void>

function smtpDelivery(url: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    dnsTimeout: ANSWER_WITHIN_MS,
  })
  return async (message) => {
    const late = AbortSignal.timeout(SENT_WITHIN_MS)
    const tooLate = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(new Error('the mail server takes too long')))
    })
    try {
      await Promise.race([transport.sendMail(message), tooLate])
    } catch (error) {
      throw isRefusedForGood(error) ? new PermanentError('the mail server refuses', { cause: error }) : error
    }
  }
}

/** A refused recipient or message is permanent (RFC 5321, 4.2.1); a refused login is a configuration error that may be fixed. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const ofThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return ofThisMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}

/** The files contain sign-in links and nobody else deletes them. */
const FILES_KEPT_MS = 30 * 86_400_000
const CLEANUP_EVERY_MS = 3_600_000

/** Mail files of this product; other files are left alone. */
export async function removeOld(folder: string, before: Date): Promise<void> {
  const entries = await opendir(folder).catch(() => null)
  if (!entries) return
  for await (const { name } of entries) {
    const file = path.join(folder, name)
    if (!/\.(eml|part)$/.test(name)) continue
    const stats = await stat(file).catch(() => null)
    if (stats && stats.mtime < before) await rm(file, { force: true })
  }
}

function fileDelivery(folder: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let cleanedAt = 0
  return async (message) => {
    if (Date.now() - cleanedAt > CLEANUP_EVERY_MS) {
      cleanedAt = Date.now()
      await removeOld(folder, new Date(cleanedAt - FILES_KEPT_MS))
    }
    const { message: source } = await transport.sendMail(message)
    // names sort by time; the rename keeps a reader from seeing a partial mail
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${name}.part`), source)
    await rename(path.join(folder, `${name}.part`), path.join(folder, `${name}.eml`))
  }
}
