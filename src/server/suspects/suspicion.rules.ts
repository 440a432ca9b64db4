/** Which sensors are suspect: by their readings, overridden by people's verdicts. */
import type { ProbeVerdict } from '../../contract/probes.ts'

export interface SuspectSensor {
  probe: number
  depthCm: number
  suspicion: string
  /** m3/m3; the value before, null when unknown. */
  lastTrusted: number | null
}

/** A person's verdict on a probe. */
export interface StoredVerdict {
  probe: number
  verdict: 'trust' | 'distrust'
  /** The suspicions at the time of the verdict. */
  about: string[]
  by: string
  at: Date
}

/** After a week a trusted probe is asked about again if it still deviates. */
const TRUSTED_MS = 7 * 24 * 3_600_000

export function verdictOf(
  { number }: { number: number },
  verdicts: StoredVerdict[],
  now: Date,
): ProbeVerdict | null {
  const storedVerdict = verdicts.find(({ probe }) => probe === number)
  if (!storedVerdict) return null
  const { verdict, about, by, at } = storedVerdict
  const until = verdict === 'trust' ? new Date(at.getTime() + TRUSTED_MS) : null
  if (until && until <= now) return null
  return { verdict, about, by, at: at.toISOString(), until: until && until.toISOString() }
}

/** Why a sensor is not trusted; verdicts come before the readings. Null when it is trusted. */
export function suspicionOf(
  suspect: Pick<SuspectSensor, 'suspicion'> | undefined,
  verdict: Pick<ProbeVerdict, 'verdict' | 'about'> | null,
): string | null {
  if (verdict?.verdict === 'distrust') return 'DISTRUSTED'
  if (!suspect || (verdict?.verdict === 'trust' && verdict.about.includes(suspect.suspicion))) return null
  return suspect.suspicion
}
