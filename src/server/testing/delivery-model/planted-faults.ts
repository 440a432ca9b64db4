/** Bugs injected into a copy of the server, which the model must detect. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding, FindingKind } from './findings.ts'
import type { Mode } from './world.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

export interface Patch {
  /** Below the root of the checkout. */
  file: string
  /** Stands there exactly once. */
  search: string
  replacement: string
}

export interface PlantedFault {
  name: string
  patches: Patch[]
  mode: Mode
  /** The world's faults without which it would not show. */
  kinds: string[]
  /** What the model says of it, and never of the server as it is. */
  expected: { kind: FindingKind; sentence: RegExp }
  /** Found in half a minute, so that every run of the tests can afford it. */
  quick: boolean
}

const PUBLICATIONS = 'src/server/devices/publications.ts'
const NOT_APPLIED = { kind: 'stuck', sentence: /not applied/ } as const

/** A fault of each kind that the model is there for; one that is slow to show is planted in the long run alone. */
export const plantedFaults: PlantedFault[] = [
  {
    name: 'a report whose hash nobody checks',
    patches: [
      {
        file: 'src/server/devices/shadow.rules.ts',
        search: 'running && report.rxSha256 === running.rxSha256',
        replacement: 'running',
      },
    ],
    mode: 'embedded',
    kinds: [],
    expected: { kind: 'false', sentence: /shown as applied: setting|is said to be applied/ },
    quick: true,
  },
  {
    name: 'a publication that is dropped and noted as taken',
    patches: [
      {
        file: PUBLICATIONS,
        search: "broker.publish(controllerTopic(topicId, 'desired'), JSON.stringify(document))",
        replacement:
          "document.rev % 3 === 0 ? Promise.resolve() : broker.publish(controllerTopic(topicId, 'desired'), JSON.stringify(document))",
      },
    ],
    mode: 'embedded',
    kinds: [],
    expected: NOT_APPLIED,
    quick: false,
  },
  {
    name: 'a setting that wakes nobody and that nobody looks for',
    patches: [
      { file: PUBLICATIONS, search: 'named.add(controllerId)', replacement: '' },
      {
        file: PUBLICATIONS,
        search: 'setInterval(look, LOOK_EVERY_MS)',
        replacement: 'setInterval(look, 600_000)',
      },
    ],
    mode: 'embedded',
    kinds: [],
    expected: NOT_APPLIED,
    quick: false,
  },
  {
    name: 'what is held for ever by work that never ends',
    patches: [
      { file: PUBLICATIONS, search: 'heldMs: HELD_MS', replacement: 'heldMs: 3_600_000' },
      {
        file: PUBLICATIONS,
        search: 'await publishAll(due)',
        replacement:
          'await (due.length > 0 && Math.random() < 0.2 ? new Promise<never>(() => undefined) : publishAll(due))',
      },
    ],
    mode: 'embedded',
    kinds: [],
    // with every lane held, readiness says so before a quiet moment begins
    expected: { kind: 'stuck', sentence: /not applied|is not ready/ },
    quick: false,
  },
]

export function isExpected({ expected }: PlantedFault): (finding: Finding) => boolean {
  return ({ kind, sentence }) => kind === expected.kind && expected.sentence.test(sentence)
}

export interface Copy {
  folder: string
  main: string
  remove(): Promise<void>
}

/**
 * A copy of the server with the fault in it, and of `more` of the checkout.
 *
 * @throws Error when the text to be replaced is not there, or not once: the patch is then no longer what it says
 */
export async function plant(
  { name, patches }: Pick<PlantedFault, 'name' | 'patches'>,
  more: readonly string[] = [],
): Promise<Copy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-planted-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    for (const part of ['src', 'migrations', 'package.json', ...more])
      await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true })
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    for (const { file, search, replacement } of patches) {
      const source = await readFile(path.join(folder, file), 'utf8')
      const parts = source.split(search)
      if (parts.length !== 2)
        throw new Error(
          `${name}: ${file} has ${parts.length - 1} times "${search}", not once: mend the patch`,
        )
      await writeFile(path.join(folder, file), parts.join(replacement))
    }
    return { folder, main: path.join(folder, 'src/server/main.ts'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}
