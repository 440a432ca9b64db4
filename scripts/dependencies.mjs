#!/usr/bin/env node
/** Fails if anything is or could be installed but what package.json and its lock name: `node scripts/dependencies.mjs [folder]`. */
import { existsSync, readFileSync } from 'node:fs'
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
    ...strictnessOf(root),
    ...differencesOfModules(root, packages),
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

/** By default npm runs a script that is not listed, with a notice. */
function strictnessOf(root) {
  const file = join(root, '.npmrc')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : []
  if (lines.some((line) => /^\s*strict-allow-scripts\s*=\s*true\s*$/.test(line))) return []
  return ['.npmrc does not say strict-allow-scripts=true, so scripts run that allowScripts does not name']
}

/** What is installed, by npm's record and by the packages themselves. Binaries of other platforms may be missing. */
function differencesOfModules(root, packages) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(join(root, 'node_modules'))) return []
  if (!existsSync(record))
    return ['node_modules has no record of what npm installed: remove it and install again']
  return Object.entries(JSON.parse(readFileSync(record, 'utf8')).packages).flatMap(([place, installed]) => {
    const locked = packages[place]
    if (!locked) return [`${place} is installed and not in the lock`]
    const found = versionAt(join(root, place))
    if (installed.version !== locked.version || found !== locked.version)
      return [
        `${place} is installed as ${found}, by npm's record ${installed.version}, and locked as ${locked.version}`,
      ]
    if (installed.integrity !== locked.integrity)
      return [`${place} is installed from other contents than the locked ones`]
    return []
  })
}

function versionAt(folder) {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'nothing'
}

const allComplaints = complaintsOf(process.argv[2] ?? '.')
for (const complaint of allComplaints) process.stderr.write(`${complaint}\n`)
process.exitCode = allComplaints.length === 0 ? 0 : 1
