/** Formats a message about the alerts of one cause: as a mail in text and HTML, and as a notification. */
import { ALERT_KINDS } from '../../contract/alerts/alerts.ts'
import { actOf, type Language, titleOf, type AlertToSend, wordsIn } from './alert-words.ts'

export interface AlertMessage {
  system: string
  timeZone: string
  language: Language
  /** At least one, by start. */
  alerts: readonly AlertToSend[]
  /** A reminder. */
  reminder: boolean
  product: string
  /** Public URL of the product. */
  site: string
}

interface MailParts {
  subject: string
  text: string
  html: string
}

/** URLs are built from the configuration only. */
function linksOf({ site, system }: AlertMessage) {
  return {
    system: `${site}/systems?system=${encodeURIComponent(system)}`,
    alerts: `${site}/alerts`,
  }
}

/** The most urgent kind is the message's subject. */
function worstOf(alerts: AlertMessage['alerts']): AlertToSend {
  const [worst] = alerts.toSorted((a, b) => ALERT_KINDS.indexOf(a.kind) - ALERT_KINDS.indexOf(b.kind))
  if (!worst) throw new Error('a message about nothing')
  return worst
}

function whenOf(since: Date, { timeZone, language }: AlertMessage): string {
  return since.toLocaleString(wordsIn(language).locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

export function mailOf(message: AlertMessage): MailParts {
  const { alerts, language, reminder, product, system } = message
  const words = wordsIn(language)
  const links = linksOf(message)
  const worst = worstOf(alerts)
  const lines = alerts.map(
    (alert) => `${titleOf(alert, language)}, ${words.since(whenOf(alert.since, message))}`,
  )
  const again = reminder ? [`${words.again}.`] : []
  const text = [
    ...again,
    `${system}: ${lines.join('\n')}`,
    actOf(worst, language),
    `${words.open}: ${links.system}`,
    `${words.acknowledge}: ${links.alerts}`,
    `${words.useful}: ${links.alerts}`,
    product,
  ].join('\n\n')
  const link = (href: string, label: string) => `<p><a href="${escaped(href)}">${escaped(label)}</a></p>`
  const html = [
    '<!doctype html><html><body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">',
    ...again.map((line) => `<p>${escaped(line)}</p>`),
    `<h1 style="font-size: 20px">${escaped(system)}</h1>`,
    ...lines.map((line) => `<p><strong>${escaped(line)}</strong></p>`),
    `<p>${escaped(actOf(worst, language))}</p>`,
    link(links.system, words.open),
    link(links.alerts, words.acknowledge),
    link(links.alerts, words.useful),
    `<p>${escaped(product)}</p></body></html>`,
  ].join('\n')
  return { subject: `${titleOf(worst, language)}: ${system}`, text: `${text}\n`, html }
}

/** Content of a notification; `tag` makes a reminder replace the earlier one. */
export interface Notification {
  title: string
  body: string
  url: string
  tag: string
}

export function notificationOf(message: AlertMessage, causeId: number): Notification {
  const { alerts, language, reminder, system } = message
  const words = wordsIn(language)
  const worst = worstOf(alerts)
  const otherTitles = alerts.filter((alert) => alert !== worst).map((alert) => titleOf(alert, language))
  const lines = [
    ...(reminder ? [`${words.again}.`] : []),
    `${words.since(whenOf(worst.since, message))}. ${actOf(worst, language)}`,
    ...(otherTitles.length > 0 ? [otherTitles.join(', ')] : []),
  ]
  return {
    title: `${system}: ${titleOf(worst, language)}`,
    body: lines.join('\n'),
    // relative, whatever host name the browser uses
    url: `/systems?system=${encodeURIComponent(system)}`,
    tag: `alert-${causeId}`,
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
