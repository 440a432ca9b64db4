/** `headgate backup` and `headgate restore`. */
import type { Command, CommandInput } from '../command.ts'
import { type Counted, type Kept, restoreBackup, takeBackup } from './backup.ts'

const options = { json: { type: 'boolean' } } as const

function say({ print, values }: CommandInput, counts: Counted, sentence: string): number {
  print(values['json'] === true ? JSON.stringify(counts) : sentence)
  return 0
}

const countsText = ({ tables, rows, objects }: Counted) =>
  `${rows} rows of ${tables} tables and ${objects} objects`

/** @param reach opens the installation unmigrated; `beside`: a server may be running on it; closed when the command ends */
export function backupCommands(reach: (options: { beside: boolean }) => Promise<Kept>): Command[] {
  return [
    {
      name: 'backup',
      words: ['FILE'],
      options,
      async run(input) {
        const [file = ''] = input.positionals
        const counts = await takeBackup(await reach({ beside: true }), file)
        return say(
          input,
          counts,
          `${file}: ${countsText(counts)}. It holds every secret of this installation.`,
        )
      },
    },
    {
      name: 'restore',
      words: ['FILE'],
      options,
      async run(input) {
        const [file = ''] = input.positionals
        const counts = await restoreBackup(await reach({ beside: false }), file)
        return say(
          input,
          counts,
          `Restored ${countsText(counts)} as of ${counts.takenAt}. Start the server now.`,
        )
      },
    },
  ]
}
