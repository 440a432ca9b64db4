/** Alert preferences of this user: by field, kind, channel and delay. */
import { startTransition, useOptimistic, useState } from 'react'
import type { AlertRules, AlertRulesBody } from '../../contract/alerts/alert-choices.ts'
import { useAlertRules, useSaveAlertRules } from '../api/alert-preferences.ts'
import { useSystemGroup } from '../api/systems.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './alerts.module.css'
import { KIND_WORDS, lastsWords, text } from './alerts.text.ts'

type Choice = AlertRulesBody['kinds'][number]
type Rule = AlertRules['kinds'][number]

/** Minutes; delays shorter than the usual one of a kind are not offered. */
const AFTER_MINUTES = [5, 15, 30, 60, 180, 720, 1440, 2880, 4320, 10_080]

/** @param failureShown whether the page already shows that fetching failed */
export function AlertRuleSettings({ failureShown }: { failureShown: boolean }) {
  const { data: systems } = useSystemGroup()
  const [chosenSystem, setChosenSystem] = useState('')
  const system = chosenSystem || (systems?.[0] ?? '')
  if (!systems?.length) return null
  return (
    <section aria-labelledby="called-for" className={css.section}>
      <div>
        <h2 id="called-for">{text.rulesTitle}</h2>
        <p className={css.time}>{text.rulesHint}</p>
      </div>
      {systems.length > 1 ? (
        <Dropdown
          label={text.field}
          value={system}
          options={systems.map((name) => ({ value: name, label: name }))}
          onChange={setChosenSystem}
        />
      ) : null}
      <SystemRules key={system} system={system} failureShown={failureShown} />
    </section>
  )
}

interface SystemRulesProps {
  system: string
  failureShown: boolean
}

/** One instance for each system: a change that is still being saved belongs to the system it was made in. */
function SystemRules({ system, failureShown }: SystemRulesProps) {
  const { data, isPending, isError, isFetching, refetch } = useAlertRules(system)
  const choose = useSaveAlertRules(system)
  const change = async ({ kind, mail, push, after_minutes }: Rule) => {
    // an error is shown below, and the box returns to its saved state
    await choose.mutateAsync([{ kind, mail, push, after_minutes }]).catch(() => undefined)
  }
  return (
    <>
      {isPending ? <LoadingText>{text.loadingRules}</LoadingText> : null}
      {isError && !failureShown ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          {text.rulesNotFetched}
        </Notice>
      ) : null}
      {choose.isError ? <Notice tone="attention">{text.notSaved}</Notice> : null}
      {data ? (
        <ul className={css.rules} aria-busy={choose.isPending}>
          {data.kinds.map((rule) => (
            <RuleRow key={rule.kind} rule={rule} onChange={change} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function RuleRow({ rule: saved, onChange }: { rule: Rule; onChange: (rule: Rule) => Promise<void> }) {
  // shown at once, before the server answers
  const [rule, showOptimistic] = useOptimistic(saved)
  const change = (changes: Partial<Choice>) => {
    const changed = { ...rule, ...changes }
    startTransition(async () => {
      showOptimistic(changed)
      await onChange(changed)
    })
  }
  const kind = KIND_WORDS[rule.kind]
  const delays = AFTER_MINUTES.filter((minutes) => minutes > rule.usual_minutes)
  const chosenMinutes = rule.after_minutes
  const minutes =
    chosenMinutes === null || delays.includes(chosenMinutes)
      ? delays
      : [...delays, chosenMinutes].toSorted((a, b) => a - b)
  return (
    <li>
      <p className={css.kind}>{kind}</p>
      <Checkbox
        label={<Labelled short={text.mail} full={text.mailFor(kind)} />}
        checked={rule.mail}
        onChange={({ currentTarget }) => change({ mail: currentTarget.checked })}
      />
      <Checkbox
        label={<Labelled short={text.phone} full={text.phoneFor(kind)} />}
        checked={rule.push}
        onChange={({ currentTarget }) => change({ push: currentTarget.checked })}
      />
      <Dropdown
        label={<Labelled short={text.minimumDuration} full={text.afterFor(kind)} />}
        value={chosenMinutes === null ? '' : String(chosenMinutes)}
        placeholder={lastsWords(rule.usual_minutes)}
        options={minutes.map((value) => ({ value: String(value), label: lastsWords(value) }))}
        onChange={(text) => change({ after_minutes: text === '' ? null : Number(text) })}
      />
      {rule.offer ? <Offer offer={rule.offer} change={change} /> : null}
    </li>
  )
}

interface OfferProps {
  offer: NonNullable<Rule['offer']>
  change: (changes: Partial<Choice>) => void
}

function Offer({ offer, change }: OfferProps) {
  const after = lastsWords(offer.after_minutes)
  return (
    <div className={css.offer}>
      <Notice
        action={
          <Button onClick={() => change({ after_minutes: offer.after_minutes })}>
            {text.acceptLongerDuration(after)}
          </Button>
        }
      >
        {text.offerLongerDuration(after, offer.would_send, offer.sent)}
      </Notice>
    </div>
  )
}

/** A short visible label, because the row shows the rest; the full label for screen readers. */
function Labelled({ short, full }: { short: string; full: string }) {
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </>
  )
}
