/** What a file leaves open. */

/** The file and the choice do not fit, or leave something open; the message says what to give, as `--option`. */
export class ImportUnclear extends Error {}
