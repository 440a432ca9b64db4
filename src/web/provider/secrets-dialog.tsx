/** Device secrets, shown only once. */
import type { IssuedSecret } from '../../contract/accounts/desk-acts.ts'
import { saveFile } from '../kit/save-file.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './desk.module.css'
import { Facts } from './desk-parts.tsx'
import { text } from './actions.text.ts'

export interface SecretsDialogProps {
  /** Secrets of one system or of many. */
  issued: readonly (IssuedSecret & { system: string })[]
  onClose: () => void
}

/** A secret has only letters, digits, `-` and `_`, and names have no comma. */
function asFile(issued: SecretsDialogProps['issued']): File {
  const lines = issued.map(({ system, id, secret }) => `${system},${id},${secret}`)
  return new File([['system,id,secret', ...lines, ''].join('\r\n')], 'credentials.csv', { type: 'text/csv' })
}

export function SecretsDialog({ issued, onClose }: SecretsDialogProps) {
  return (
    <Dialog
      open
      scrolls
      title={text.secrets}
      closeLabel={text.secrets}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => saveFile(asFile(issued))}>{text.saveSecrets}</Button>
          <Button variant="primary" onClick={onClose}>
            {text.close}
          </Button>
        </>
      }
    >
      <p>{text.secretsHint}</p>
      {issued.map(({ system, id, secret }) => (
        <div key={id} className={css.secret}>
          <Facts
            facts={[
              [system, id],
              [text.secret, secret],
            ]}
          />
        </div>
      ))}
    </Dialog>
  )
}
