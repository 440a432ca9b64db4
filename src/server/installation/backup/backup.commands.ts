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

/** @param reach opens the installation unmigrated; `beside`: a server may be running on it */
type Reach = (options: { beside: boolean }) => Promise<Kept & { release(): Promise<void> }>

export function backupCommands(reach: Reach): Command[] {
  async function withInstallation<T>(beside: boolean, work: (installation: Kept) => Promise<T>): Promise<T> {
    const { release, ...installation } = await reach({ beside })
    try {
      return await work(installation)
    } finally {
      await release()
    }
  }
  return [
    {
      name: 'backup',
      words: ['FILE'],
      options,
      async run(input) {
        const [file = ''] = input.positionals
        const counts = await withInstallation(true, (installation) => takeBackup(installation, file))
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
        const counts = await withInstallation(false, (installation) => restoreBackup(installation, file))
        return say(
          input,
          counts,
          `Restored ${countsText(counts)} as of ${counts.takenAt}. Start the server now.`,
        )
      },
    },
  ]
}
