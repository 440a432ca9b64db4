/** Validates e-mail addresses by Django's rules, and converts them to the stored form. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

// Django also accepts quoted local parts; they are refused here because they can carry a second address into a header
const LOCAL = /^[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*$/i
const LABEL = /^[A-Z0-9]([A-Z0-9-]{0,61}[A-Z0-9])?$/i
const TOP_LABEL = /^[A-Z0-9-]{1,62}[A-Z0-9]$/i
const LITERAL = /^\[([A-F0-9:.]+)\]$/i
const LENGTH_MAX = 320

export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > LENGTH_MAX || !LOCAL.test(text.slice(0, at))) return false
  const domain = text.slice(at + 1)
  return isDomain(domain) || isDomain(domainToASCII(domain))
}

function isDomain(domain: string): boolean {
  if (domain === 'localhost') return true
  const literal = LITERAL.exec(domain)?.[1]
  if (literal !== undefined) return isIP(literal) !== 0
  const labels = domain.split('.')
  const top = labels.pop() ?? ''
  return labels.length > 0 && labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(top)
}

/** The local part as typed, the domain in its canonical form. */
export function normalisedEmail(text: string): string {
  const at = text.lastIndexOf('@')
  return text.slice(0, at) + text.slice(at).normalize('NFKC').toLowerCase()
}
