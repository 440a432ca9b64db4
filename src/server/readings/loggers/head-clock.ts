/** The clock stated in the first lines of a file: an offset, an abbreviation, or a zone name. */

/** The clock stated by the file. */
export interface HeadClock {
  /** Hours and minutes from UTC. */
  offset?: string | undefined
  /** Where it is stated. */
  offsetBy?: string | undefined
  /** A zone name, whose clock it follows. */
  zone?: string | undefined
}

/** Hours from UTC of unambiguous abbreviations. */
export const ABBREVIATED: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  NST: -3.5,
  AST: -4,
  ADT: -3,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  SAST: 2,
  AEST: 10,
  AEDT: 11,
  ACST: 9.5,
  ACDT: 10.5,
  AWST: 8,
  NZST: 12,
  NZDT: 13,
}
const OFFSET = /(?:gmt|utc)\s?([+-−])\s?(\d{1,2})(?::?(\d{2}))?(?!\d)/i
const TIME_NAME = /date|time|timestamp|heure|zeit/i

const ZONE =
  /(?<![A-Za-z])(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_]+(?:\/[A-Za-z_]+)?/

function zoneIn(text: string): string | undefined {
  const zoneName = ZONE.exec(text)?.[0]
  if (zoneName === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zoneName }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Both clocks of a zone, as in HOBOconnect's column name: `Date-Time (MST/MDT)`. */
const PAIRED: readonly (readonly [RegExp, string])[] = [
  [/\bNST\s?\/\s?NDT\b/, 'America/St_Johns'],
  [/\bAST\s?\/\s?ADT\b/, 'America/Halifax'],
  [/\bEST\s?\/\s?EDT\b/, 'America/New_York'],
  [/\bCST\s?\/\s?CDT\b/, 'America/Chicago'],
  [/\bMST\s?\/\s?MDT\b/, 'America/Denver'],
  [/\bPST\s?\/\s?PDT\b/, 'America/Los_Angeles'],
  [/\bAKST\s?\/\s?AKDT\b/, 'America/Anchorage'],
  [/\b(?:CET\s?\/\s?CEST|MEZ\s?\/\s?MESZ)\b/, 'Europe/Berlin'],
  [/\bEET\s?\/\s?EEST\b/, 'Europe/Helsinki'],
  [/\bGMT\s?\/\s?BST\b/, 'Europe/London'],
  [/\bAEST\s?\/\s?AEDT\b/, 'Australia/Sydney'],
  [/\bACST\s?\/\s?ACDT\b/, 'Australia/Adelaide'],
  [/\bNZST\s?\/\s?NZDT\b/, 'Pacific/Auckland'],
]
const pairIn = (text: string) => PAIRED.find(([pair]) => pair.test(text))?.[1]

/** The clock stated by column names, or by lines above them. */
export function clockOf(names: readonly string[], preamble: readonly string[]): HeadClock {
  const paired = names.find((name) => TIME_NAME.test(name) && pairIn(name) !== undefined)
  if (paired !== undefined) return { zone: pairIn(paired), offsetBy: paired.trim().slice(0, 60) }
  const time = names.find(
    (name) => TIME_NAME.test(name) && (OFFSET.test(name) || abbreviationIn(name) !== null),
  )
  const statedOffset =
    time ??
    preamble.find(
      (line) =>
        /time ?zone|(?:gmt|utc) ?offset|clock/i.test(line) &&
        (OFFSET.test(line) || abbreviationIn(line) !== null),
    )
  if (statedOffset === undefined) {
    const zoned =
      names.find((name) => TIME_NAME.test(name) && zoneIn(name) !== undefined) ??
      preamble.find((line) => /time ?zone/i.test(line) && zoneIn(line) !== undefined)
    return zoned === undefined ? {} : { zone: zoneIn(zoned), offsetBy: zoned.trim().slice(0, 60) }
  }
  const [, sign, hours = '0', minutes = '00'] = OFFSET.exec(statedOffset) ?? []
  if (sign !== undefined)
    return {
      offset: `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`,
      offsetBy: statedOffset.trim().slice(0, 60),
    }
  const from = abbreviationIn(statedOffset) ?? 0
  return {
    offset: `${from < 0 ? '-' : '+'}${String(Math.floor(Math.abs(from))).padStart(2, '0')}:${from % 1 === 0 ? '00' : '30'}`,
    offsetBy: statedOffset.trim().slice(0, 60),
  }
}

function abbreviationIn(text: string): number | null {
  const found =
    /(?:^|[\s_([,-])([A-Z]{3,4})(?:[)\]\s]|$)/.exec(text)?.[1] ?? /_(utc)$/i.exec(text)?.[1]?.toUpperCase()
  return found === undefined ? null : (ABBREVIATED[found] ?? null)
}
