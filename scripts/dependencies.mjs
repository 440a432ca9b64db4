#!/usr/bin/env node
/** Fails if an installation could install anything but what package.json and its lock name: `node scripts/dependencies.mjs [folder]`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']

/** Every violation in a checkout, one line each. */
function complaintsOf(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const manifest = read('package.json')
  const { packages } = read('package-lock.json')
  const [[, locked], ...installed] = Object.entries(packages)
  return [
    ...differencesOf(manifest, locked),
    ...installed.flatMap(([place, entry]) => complaintsOfEntry(place, entry, packages)),
    ...scriptsOf(manifest.allowScripts ?? {}, installed),
  ]
}

/** The lock belongs to this package.json. */
function differencesOf(manifest, locked) {
  return KINDS.flatMap((kind) => {
    const [declared, recorded] = [manifest[kind] ?? {}, locked[kind] ?? {}]
    const names = new Set([...Object.keys(declared), ...Object.keys(recorded)])
    return [...names]
      .filter((name) => declared[name] !== recorded[name])
      .map(
        (name) => `${kind}: ${name} is ${declared[name]} in package.json and ${recorded[name]} in the lock`,
      )
  })
}

/** One version, by its hash, from whichever registry is configured: never from a URL of its own. */
function complaintsOfEntry(place, { version, integrity, resolved, link, dependencies = {} }, packages) {
  const complaints = []
  if (link) return [`${place} is a link`]
  if (!version) complaints.push(`${place} has no version`)
  if (!integrity?.startsWith('sha512-')) complaints.push(`${place} has no SHA-512 of its contents`)
  if (resolved) complaints.push(`${place} names the host that it came from`)
  for (const [name, range] of Object.entries(dependencies)) {
    if (/^(git|https?|file|github):|\//.test(range.replace(/^npm:/, '').replace(/^@[^/]+\//, '')))
      complaints.push(`${place} needs ${name} from ${range}`)
    if (!isLocked(place, name, packages)) complaints.push(`${place} needs ${name}, which is not in the lock`)
  }
  return complaints
}

/** As Node resolves it: beside, or in a folder above. */
function isLocked(place, name, packages) {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true
    if (at === '') return false
  }
}

/** Packages that run something at installation are listed, and no others do. */
function scriptsOf(allowed, installed) {
  const running = new Set(
    installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  )
  return [
    ...[...running]
      .filter((name) => allowed[name] !== true)
      .map((name) => `${name} runs a script at its installation, which allowScripts does not name`),
    ...Object.keys(allowed)
      .filter((name) => !running.has(name))
      .map((name) => `allowScripts names ${name}, which runs nothing at its installation`),
  ]
}

const allComplaints = complaintsOf(process.argv[2] ?? '.')
for (const complaint of allComplaints) process.stderr.write(`${complaint}\n`)
process.exitCode = allComplaints.length === 0 ? 0 : 1
