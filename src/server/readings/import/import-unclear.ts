/** What is ambiguous or missing in a file. */
import {
  type ImportCode,
  importMessage,
  type ImportMessage,
  importSentence,
  type ImportSentences,
} from '#contract/imports/import-sentences.ts'

/** The file and the options contradict each other or leave something open; the message says what to give, as `--option`. */
export class ImportUnclear extends Error {
  /** The same as a code with parameters, for pages in other languages. */
  said: ImportMessage | null = null

  static of<C extends ImportCode>(code: C, ...params: Parameters<ImportSentences[C]>): ImportUnclear {
    const message = importMessage(code, ...params)
    const unclear = new ImportUnclear(importSentence(message))
    unclear.said = message
    return unclear
  }
}
