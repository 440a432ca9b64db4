/** Stops new settings for all systems, after a confirmation. */
import { useState } from 'react'
import { useGeneralStop, useSetGeneralStop } from '../api/desk-people.ts'
import { errorMessage } from '../kit/call-error.ts'
import { ago } from '../kit/formats.ts'
import { useNow } from '../kit/use-now.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { text as acts } from './actions.text.ts'
import css from './desk.module.css'
import { Section } from './desk-parts.tsx'
import { text } from './people.text.ts'

const TICK_MS = 60_000

export function GeneralStop() {
  const now = useNow(TICK_MS)
  const { data } = useGeneralStop()
  const change = useSetGeneralStop()
  const [confirming, setConfirming] = useState(false)
  if (!data) return null
  const { stopped, since, by } = data
  return (
    <Section id="general-stop" title={text.generalStop}>
      <p>
        {stopped && since
          ? text.settingsStopped(by ?? text.commandLine, ago(since, now))
          : text.settingsAllowed}
      </p>
      {change.isError ? <Notice tone="fault">{errorMessage(change.error)}</Notice> : null}
      <Button
        variant={stopped ? 'primary' : 'danger'}
        className={css.start}
        busy={change.isPending ? acts.working : false}
        onClick={() => (stopped ? change.mutate(false) : setConfirming(true))}
      >
        {stopped ? text.allowAll : text.stopAll}
      </Button>
      {confirming ? (
        <FormDialog
          title={text.stopAll}
          intro={<p>{text.stopAllIntro}</p>}
          fields={null}
          submit={text.stopAll}
          danger
          onSubmit={() => {
            setConfirming(false)
            change.mutate(true)
          }}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
    </Section>
  )
}
