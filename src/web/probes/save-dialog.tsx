/** Names the field, saves what is placed, and says that it is saved. */
import { useState } from 'react'
import { problems } from '../../contract/errors.ts'
import { FIELD_NAME_MAX } from '../../contract/limits.ts'
import { CallError, sentenceOf } from '../kit/call-error.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog, SavedDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { PlacementDraft } from './placement-draft.ts'
import type { DraftParts, Saving } from './use-placement.ts'

const FAILED = problems.probe_group_invalid.message

export interface SaveDialogProps extends DraftParts {
  saving: Pick<Saving, 'save' | 'send' | 'setDialog'>
}

export function SaveDialog({ draft, dispatch, saving }: SaveDialogProps) {
  const { save, send, setDialog } = saving
  const [tried, setTried] = useState(false)
  const complete = draft.fieldName.trim() !== '' && draft.probes.length > 0
  const submit = () => {
    setTried(true)
    if (complete && !save.isPending) send()
  }
  return (
    <FormDialog
      title="Your probes are on this field"
      submit="Save"
      busy={save.isPending ? 'Saving…' : false}
      onSubmit={submit}
      onCancel={() => setDialog(null)}
      fields={
        <TextField
          label="Field name"
          value={draft.fieldName}
          maxLength={FIELD_NAME_MAX}
          autoComplete="off"
          disabled={draft.saved !== null}
          {...(draft.saved ? {} : { 'data-autofocus': true })}
          hint={
            draft.saved
              ? `${countText(draft.probes.length)} take the place of the saved ones.`
              : `${countText(draft.probes.length)} in a new set.`
          }
          onChange={(event) => dispatch({ do: 'field', name: event.currentTarget.value })}
        />
      }
    >
      {tried && !complete ? <Notice tone="fault">{problems.probes_incomplete.message}</Notice> : null}
      {save.isError && complete ? <Failure dispatch={dispatch} save={save} /> : null}
    </FormDialog>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 probe' : `${count} probes`
}

function Failure({ dispatch, save }: Pick<DraftParts, 'dispatch'> & Pick<Saving, 'save'>) {
  const { error } = save
  const gone = error instanceof CallError && error.status === 404
  const reason = sentenceOf(error)
  const asNew = () => {
    dispatch({ do: 'detach' })
    save.reset()
  }
  return (
    <Notice tone="fault" action={gone ? <Button onClick={asNew}>Keep as a new set</Button> : null}>
      {FAILED} {gone ? 'This set was deleted elsewhere.' : null}
      {!gone && reason !== FAILED ? reason : null} Your probes stay here, not saved.
    </Notice>
  )
}

export interface ProbesSavedDialogProps {
  saved: PlacementDraft['saved']
  onClose: () => void
}

export function ProbesSavedDialog({ saved, onClose }: ProbesSavedDialogProps) {
  return (
    <SavedDialog open title="Probes saved successfully!" onClose={onClose}>
      <p>
        {saved?.field_name}: {countText(saved?.probes.length ?? 0)}.
      </p>
    </SavedDialog>
  )
}
