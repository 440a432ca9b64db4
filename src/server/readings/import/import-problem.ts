/** An open question about a file as an HTTP answer: the message names the parameter that answers it. */
import { Problem } from '../../kit/problem.ts'
import type { ImportUnclear } from './import-unclear.ts'

/** An option of the command is a parameter of the call. */
export function asParameters(sentence: string): string {
  return sentence.replaceAll(/--([a-z]+)(?:-([a-z]+))?/g, (_, first: string, second?: string) =>
    second ? `${first}_${second}` : first,
  )
}

/** The message says which option to give. */
export function unclear({ message }: ImportUnclear): Problem {
  const sentence = asParameters(message).slice(0, 800)
  const body = { message: sentence, detail: sentence, code: 'import_unclear' }
  return new Problem('import_unclear', { body })
}
