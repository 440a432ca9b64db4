/** Suspect probes, each with the reason, the effect, and the two answers that people can give. */
import { CircleHelp } from 'lucide-react'
import { useId } from 'react'
import type { Suspect } from '#contract/probes.ts'
import type { SystemView } from '#contract/systems.ts'
import { useUnit } from '../../api/preferences.ts'
import { type ProbeVerdict, useSetProbeVerdict, useSuspects } from '../../api/prescriptions.ts'
import { errorMessage } from '../../kit/call-error.ts'
import { day } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './suspect-probes.module.css'
import { ADVICE, effectOf, reasonsOf, text } from './suspects.text.ts'

export interface SuspectProbesProps {
  system: SystemView
  /** Whether the heading names the system, on pages with several. */
  named?: boolean
}

export function SuspectProbes({ system, named = false }: SuspectProbesProps) {
  const headingId = useId()
  const { data } = useSuspects(system.name)
  const setVerdict = useSetProbeVerdict(system.name)
  if (!data || data.probes.length === 0) return null
  const Heading = named ? 'h2' : 'h3'
  const undecided = data.probes.filter(isOpen)
  return (
    <section aria-labelledby={headingId} className={css.suspects}>
      <Heading id={headingId} className={css.heading}>
        {undecided.length > 0 ? <CircleHelp size={20} aria-hidden="true" className={css.icon} /> : null}
        {named ? `${system.name}: ` : null}
        {headingOf(undecided)}
      </Heading>
      {undecided.length > 0 ? <p className={css.soft}>{ADVICE}</p> : null}
      <ul className={css.list}>
        {data.probes.map((suspect) => (
          <SuspectProbe
            key={suspect.number}
            suspect={suspect}
            held={data.held}
            timeZone={system.time_zone}
            readOnly={system.role === 'viewer'}
            busy={
              setVerdict.isPending && setVerdict.variables.probe === suspect.number
                ? setVerdict.variables.verdict
                : null
            }
            onVerdict={(verdict) => setVerdict.mutate({ probe: suspect.number, verdict })}
          />
        ))}
      </ul>
      {setVerdict.isError ? (
        <Notice tone="fault">{text.answerNotStored(errorMessage(setVerdict.error))}</Notice>
      ) : null}
    </section>
  )
}

/** Whether it has a doubt without a verdict. */
function isOpen({ sensors, doubt, verdict }: Suspect): boolean {
  return verdict?.verdict !== 'distrust' && (sensors.length > 0 || doubt !== null)
}

function headingOf(undecided: readonly Suspect[]): string {
  if (undecided.length === 0) return text.yourAnswers
  return undecided.length === 1 ? text.canProbeBeTrusted(undecided[0]?.number ?? '') : text.canProbesBeTrusted
}

interface SuspectProbeProps {
  suspect: Suspect
  held: boolean
  timeZone: string
  readOnly: boolean
  busy: ProbeVerdict['verdict'] | null
  onVerdict: (verdict: ProbeVerdict['verdict']) => void
}

function SuspectProbe({ suspect, held, timeZone, readOnly, busy, onVerdict }: SuspectProbeProps) {
  const { number, verdict } = suspect
  const { unit } = useUnit()
  const open = isOpen(suspect)
  return (
    <li className={css.suspect}>
      <p>
        <strong>{text.probe(number)}</strong> {reasonsOf(suspect, unit).join(' ')}
      </p>
      <p className={css.soft}>
        {verdict ? <>{verdictText(verdict, timeZone)} </> : null}
        {effectOf(suspect, held)}
      </p>
      {readOnly ? null : (
        <div className={css.answers}>
          {open ? (
            <>
              <Button busy={busy === 'trust' && text.storing} onClick={() => onVerdict('trust')}>
                {text.trustProbe}
              </Button>
              <Button busy={busy === 'distrust' && text.storing} onClick={() => onVerdict('distrust')}>
                {text.doNotUse}
              </Button>
            </>
          ) : (
            <Button variant="quiet" busy={busy === 'ask' && text.storing} onClick={() => onVerdict('ask')}>
              {text.askAgain(number)}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function verdictText({ verdict, by, at, until }: NonNullable<Suspect['verdict']>, timeZone: string): string {
  if (verdict === 'distrust') return text.distrustedBy(by, day(at, timeZone))
  return text.trustedBy(by, day(at, timeZone), until ? text.until(day(until, timeZone)) : '')
}
