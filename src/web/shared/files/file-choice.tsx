/** A file picker button with the name of the chosen file. */
import { Upload } from 'lucide-react'
import { useId } from 'react'
import css from './file-choice.module.css'
import { inLanguage } from '../../language/language.ts'

export const text = inLanguage('files', {
  chooseFile: 'Choose a file',
  chooseAnotherFile: 'Choose another file',
})

export interface FileChoiceProps {
  /** Name of the chosen file, or null. */
  name: string | null
  /** File extensions and media types, as for the `accept` attribute. */
  accept: string
  /** While the chosen file is being stored. */
  disabled?: boolean
  onChoose: (file: File) => void
}

export function FileChoice({ name, accept, disabled, onChoose }: FileChoiceProps) {
  const id = useId()
  return (
    <div className={css.file}>
      <span className={css.button}>
        <label htmlFor={id} className={css.choose}>
          <Upload size={20} aria-hidden="true" />
          {name === null ? text.chooseFile : text.chooseAnotherFile}
        </label>
        <input
          id={id}
          type="file"
          className={css.input}
          accept={accept}
          disabled={disabled}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            // the same file may be chosen again after it was corrected
            event.currentTarget.value = ''
            if (file) onChoose(file)
          }}
        />
      </span>
      {name === null ? null : <p className={css.name}>{name}</p>}
    </div>
  )
}
