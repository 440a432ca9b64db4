/** Sends alert messages: the check decides, jobs send, and the result of each message is stored. */
import { z } from 'zod'
import type { AlertChannel } from '../../contract/alerts/alert-choices.ts'
import type { Kit } from '../installation/kit.ts'
import { defineJob, type Completion, PermanentError } from '../jobs/jobs.ts'
import type { Database } from '../kit/postgres/database.ts'
import type { ServerTx } from '../kit/postgres/transactions.ts'
import { type AlertMessage, mailOf, notificationOf } from './alert-message.rules.ts'
import { dueSends } from './sends.rules.ts'
import {
  type DecidedSend,
  endSend,
  findSend,
  insertSend,
  type Outcome,
  selectCandidates,
  selectAlertsToSend,
  selectSent,
} from './sends.store.ts'
import type { Push } from './push.ts'
import { dropSubscription, selectSubscriptions, type StoredSubscription } from './push.store.ts'

/** From seconds to the hours that a mail server may be down. */
const LATENCY_S = [5, 10, 30, 60, 120, 300, 900, 3600, 14_400]
const payload = z.object({ sendId: z.int() })
/** Separate kinds of jobs, so that neither waits for the other's servers. */
const sendAlert = {
  mail: defineJob('send-alert-mail', payload),
  push: defineJob('send-alert-push', payload),
} satisfies Record<AlertChannel, unknown>

/** At most this many deliveries hang with a server. */
const WORKERS = 4

export interface AlertSending {
  /** Decides who is notified of what, in the transaction of a check. */
  decide(tx: ServerTx, now: Date): Promise<void>
}

export function createAlertSending(kit: Kit, push: Push): AlertSending {
  const { clock, config, jobs, log, mail, metrics, site } = kit
  const delaySeconds = metrics.seconds({
    name: 'headgate_alert_latency_seconds',
    help: 'From the moment at which a person is to be told of a state to the message: sent, dropped or failed.',
    labels: ['channel', 'result'],
    buckets: LATENCY_S,
  })

  async function tell(
    send: DecidedSend,
    message: AlertMessage,
    browsers: readonly StoredSubscription[],
  ): Promise<Outcome & { gone: number[] }> {
    if (send.channel === 'push')
      return push.notify(browsers, (language) => notificationOf({ ...message, language }, send.causeId))
    await mail.deliver({ to: send.email, ...mailOf(message) })
    return { result: 'sent', gone: [] }
  }

  /** Checked again just before sending: the state may be over after a server was down. */
  async function carryOut(sendId: number, { write }: Database): Promise<Completion | void> {
    const found = await write(async (tx) => {
      const send = await findSend(tx, sendId)
      return (
        send && {
          send,
          alerts: await selectAlertsToSend(tx, send.causeId),
          browsers: send.channel === 'push' ? await selectSubscriptions(tx, send.userId) : [],
        }
      )
    })
    if (!found) return
    const { send, alerts, browsers } = found
    const message: AlertMessage = {
      system: send.system,
      timeZone: send.timeZone,
      language: send.language,
      alerts,
      reminder: send.round > 0,
      product: config.brand.product,
      site: site.url,
    }
    const { gone, ...outcome } =
      alerts.length === 0
        ? { result: 'dropped' as const, gone: [] }
        : await tell(send, message, browsers).catch(refused)
    const now = clock.now()
    const { causeId, channel, round, dueAt } = send
    const kinds = alerts.map(({ kind }) => kind)
    // time from the state, beyond its minimum duration, to the message
    const latencyMs = now.getTime() - dueAt.getTime()
    log.info({ causeId, channel, round, kinds, latencyMs, ...outcome }, 'alert told')
    delaySeconds({ channel, result: outcome.result })(latencyMs / 1000)
    return async (tx) => {
      for (const id of gone) await dropSubscription(tx, id)
      await endSend(tx, send.id, outcome, now)
    }
  }

  for (const job of Object.values(sendAlert))
    jobs.processOutside(job, ({ sendId }, database) => carryOut(sendId, database), { workers: WORKERS })

  return {
    async decide(tx, now) {
      const candidates = await selectCandidates(tx)
      const sentMessages = await selectSent(tx, [...new Set(candidates.map(({ causeId }) => causeId))])
      for (const send of dueSends(candidates, sentMessages, now)) {
        const sendId = await insertSend(tx, send, now)
        if (sendId !== null) await jobs.enqueue(tx, sendAlert[send.channel], { sendId })
      }
    },
  }
}

/** Errors that no retry can fix; anything else is retried. */
function refused(error: unknown): Outcome & { gone: number[] } {
  if (error instanceof PermanentError) return { result: 'failed', error: error.message, gone: [] }
  throw error
}
