/** `headgate backup` and `headgate restore`. */
import type { Command, CommandInput } from '../command.ts'
import { type Counted, type Kept, restoreBackup, takeBackup } from './backup.ts'

const options = { json: { type: 'boolean' } } as const

function say({ print, values }: CommandInput, counted: Counted, sentence: string): number {
  print(values['json'] === true ? JSON.stringify(counted) : sentence)
  return 0
}

const held = ({ tables, rows, objects }: Counted) => `${rows} rows of ${tables} tables and ${objects} objects`

/** @param reach opens the installation unmigrated; `beside`: a server may be running on it */
type Reach = (options: { beside: boolean }) => Promise<Kept & { release(): Promise<void> }>

export function backupCommands(reach: Reach): Command[] {
  async function reached<T>(beside: boolean, work: (kept: Kept) => Promise<T>): Promise<T> {
    const { release, ...kept } = await reach({ beside })
    try {
      return await work(kept)
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
        const counted = await reached(true, (installation) => takeBackup(installation, file))
        return say(input, counted, `${file}: ${held(counted)}. It holds every secret of this installation.`)
      },
    },
    {
      name: 'restore',
      words: ['FILE'],
      options,
      async run(input) {
        const [file = ''] = input.positionals
        const counted = await reached(false, (installation) => restoreBackup(installation, file))
        return say(
          input,
          counted,
          `Restored ${held(counted)} as of ${counted.takenAt}. Start the server now.`,
        )
      },
    },
  ]
}
