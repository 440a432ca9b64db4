/** Bugs injected into a copy of the server, which the model must detect. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding, FindingKind } from './findings.ts'
import type { Mode } from './world.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

export interface Patch {
  /** Relative to the root of the checkout. */
  file: string
  /** Must occur exactly once. */
  search: string
  replacement: string
}

export interface PlantedFault {
  name: string
  patches: Patch[]
  mode: Mode
  /** The faults needed to expose it. */
  kinds: string[]
  /** The finding that it causes, which must never occur without it. */
  expected: { kind: FindingKind; sentence: RegExp }
  /** Found within half a minute, so that every run of the tests can include it. */
  quick: boolean
}

const PUBLICATIONS = 'src/server/devices/publications.ts'
const NOT_APPLIED = { kind: 'stuck', sentence: /not applied/ } as const

/** A bug of each kind that the model must detect; slow ones are only planted in the long run. */
export const plantedFaults: PlantedFault[] = [
  {
    name: 'a report whose hash is not checked',
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
    name: 'a publication that is dropped but recorded as acknowledged',
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
    name: 'a setting without a wake-up and without polling',
    patches: [
      { file: PUBLICATIONS, search: 'woken.add(controllerId)', replacement: '' },
      {
        file: PUBLICATIONS,
        search: 'setInterval(scan, SCAN_EVERY_MS)',
        replacement: 'setInterval(scan, 600_000)',
      },
    ],
    mode: 'embedded',
    kinds: [],
    expected: NOT_APPLIED,
    quick: false,
  },
  {
    name: 'rows locked forever by work that never ends',
    patches: [
      { file: PUBLICATIONS, search: 'leaseMs: LEASE_MS', replacement: 'leaseMs: 3_600_000' },
      {
        file: PUBLICATIONS,
        search: 'await publishAll(publications)',
        replacement:
          'await (publications.length > 0 && Math.random() < 0.2 ? new Promise<never>(() => undefined) : publishAll(publications))',
      },
    ],
    mode: 'embedded',
    kinds: [],
    // with every lane occupied, readiness fails before a quiet phase begins
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
 * A copy of the server with the bug in it, and of `more` of the checkout.
 *
 * @throws Error if the text to be replaced does not occur exactly once: the patch is then outdated
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
    for (const patch of patches)
      await writeFile(path.join(folder, patch.file), await patchedSource(name, patch, folder))
    return { folder, main: path.join(folder, 'src/server/main.ts'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @throws Error if the text to be replaced does not occur exactly once */
export async function patchedSource(
  name: string,
  { file, search, replacement }: Patch,
  folder = ROOT,
): Promise<string> {
  const parts = (await readFile(path.join(folder, file), 'utf8')).split(search)
  if (parts.length !== 2)
    throw new Error(
      `${name}: ${file} contains "${search}" ${parts.length - 1} times instead of once: update the patch`,
    )
  return parts.join(replacement)
}
