/** Names the field and saves the probes, and confirms that they are saved. */
import { useState } from 'react'
import { FIELD_NAME_MAX } from '../../contract/limits.ts'
import { CallError, problemMessage, errorMessage } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog, SavedDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { PlacementDraft } from './placement-draft.ts'
import type { DraftParts, Saving } from './use-placement.ts'
import { text } from './probe.text.ts'

const FAILED = problemMessage('probe_group_invalid')

export interface SaveDialogProps extends DraftParts {
  saving: Pick<Saving, 'save' | 'send' | 'setDialog'>
}

export function SaveDialog({ draft, dispatch, saving }: SaveDialogProps) {
  const { save, send, setDialog } = saving
  const [submitted, setSubmitted] = useState(false)
  const complete = draft.fieldName.trim() !== '' && draft.probes.length > 0
  const submit = () => {
    setSubmitted(true)
    if (complete && !save.isPending) void send()
  }
  return (
    <FormDialog
      title={text.savedOnField}
      submit={text.save}
      busy={save.isPending ? text.saving : false}
      onSubmit={submit}
      onCancel={() => setDialog(null)}
      fields={
        <TextField
          label={text.fieldName}
          value={draft.fieldName}
          maxLength={FIELD_NAME_MAX}
          autoComplete="off"
          disabled={draft.saved !== null}
          {...(draft.saved ? {} : { 'data-autofocus': true })}
          hint={
            draft.saved
              ? text.replaceSaved(countText(draft.probes.length))
              : text.newSet(countText(draft.probes.length))
          }
          onChange={(event) => dispatch({ type: 'field', name: event.currentTarget.value })}
        />
      }
    >
      {submitted && !complete ? <Notice tone="fault">{problemMessage('probes_incomplete')}</Notice> : null}
      {save.isError && complete ? <Failure dispatch={dispatch} save={save} /> : null}
    </FormDialog>
  )
}

function countText(count: number): string {
  return count === 1 ? text.oneProbe : text.probes(count)
}

function Failure({ dispatch, save }: Pick<DraftParts, 'dispatch'> & Pick<Saving, 'save'>) {
  const { error } = save
  const deleted = error instanceof CallError && error.status === 404
  const reason = errorMessage(error)
  const asNew = () => {
    dispatch({ type: 'detach' })
    save.reset()
  }
  return (
    <Notice tone="fault" action={deleted ? <Button onClick={asNew}>{text.keepAsNewSet}</Button> : null}>
      {text.notSavedProbesStay(
        FAILED,
        deleted ? text.setDeletedElsewhere : '',
        !deleted && reason !== FAILED ? reason : '',
      )}
    </Notice>
  )
}

export interface ProbesSavedDialogProps {
  saved: PlacementDraft['saved']
  onClose: () => void
}

export function ProbesSavedDialog({ saved, onClose }: ProbesSavedDialogProps) {
  return (
    <SavedDialog open title={text.probesSaved} onClose={onClose}>
      <p>
        {saved?.field_name}: {countText(saved?.probes.length ?? 0)}.
      </p>
    </SavedDialog>
  )
}
