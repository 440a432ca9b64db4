/** What a file leaves open, as an answer over HTTP: the sentence names the parameter that settles it. */
import { Problem } from '../../kit/problem.ts'
import type { ImportUnclear } from './import-unclear.ts'

/** An option of a command is a parameter of the call. */
export function asParameters(sentence: string): string {
  return sentence.replaceAll(/--([a-z]+)(?:-([a-z]+))?/g, (_, first: string, second?: string) =>
    second ? `${first}_${second}` : first,
  )
}

/** The sentence says what to give. */
export function unclear({ message }: ImportUnclear): Problem {
  const sentence = asParameters(message).slice(0, 800)
  const body = { message: sentence, detail: sentence, code: 'import_unclear' }
  return new Problem('import_unclear', { body })
}
