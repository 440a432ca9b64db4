/** Checks whether an external database can be used: the pooler in front of it, and the rights of its role. */
import { Client } from 'pg'
import { ConfigError } from '../config.ts'
import { CONFINED_ROLES } from './transactions.ts'

const ANSWER_WITHIN_MS = 5000
/** A setting that nobody uses by default: a pooler forgets it, or refuses it. */
const PROBED_MS = 43_217

/** How to connect to a database. */
export interface Ways {
  /** For nearly everything. */
  url: string
  /** Connects directly, for LISTEN, session locks, migrations and backups. */
  directUrl: string
  /** Statements of one connection may reach different sessions. */
  pooled: boolean
}

/**
 * @param url of DATABASE_URL
 * @param listenUrl of DATABASE_LISTEN_URL
 * @throws ConfigError in one line, when the database cannot be used
 */
export async function admitDatabase(url: string, listenUrl: string | null): Promise<Ways> {
  const pooled = await isPooler(url).catch(notReached('DATABASE_URL'))
  if (pooled && listenUrl === null)
    throw new ConfigError(
      'DATABASE_URL',
      'leads through a pooler, on which nothing can be listened to or locked: set DATABASE_LISTEN_URL to the database itself',
    )
  if (listenUrl !== null && (await isPooler(listenUrl).catch(notReached('DATABASE_LISTEN_URL'))))
    throw new ConfigError('DATABASE_LISTEN_URL', 'leads through a pooler; it must be the database itself')
  const directUrl = listenUrl ?? url
  await admitRole(directUrl)
  return { url, directUrl, pooled }
}

function notReached(variable: string) {
  return (error: unknown): never => {
    // each address of a host may have failed
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    const why = first instanceof Error ? first.message : String(first)
    throw new ConfigError(variable, `the database is not reached: ${why.replaceAll(/\s+/g, ' ')}`)
  }
}

async function isPooler(url: string): Promise<boolean> {
  const probe = clientFor(url, { statement_timeout: PROBED_MS })
  try {
    await probe.connect()
    const { rows } = await probe.query<{ statement_timeout: string }>('show statement_timeout')
    return rows[0]?.statement_timeout !== `${PROBED_MS}ms`
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsupported startup parameter')) return true
    throw error
  } finally {
    await probe.end().catch(() => undefined)
  }
}

interface Rights {
  role: string
  database: string
  version: number
  maySchema: boolean
  mayRole: boolean
  /** Of the roles that row-level security applies to: which exist, and which it may switch to. */
  there: string[]
  administers: string[]
}

/** @throws ConfigError that names what an administrator has to do */
async function admitRole(url: string): Promise<void> {
  const client = clientFor(url, {})
  try {
    await client.connect()
    const { rows } = await client.query<Rights>(
      `select current_user::text as role, current_database()::text as database,
              current_setting('server_version_num')::integer as version,
              has_schema_privilege('public', 'create') as "maySchema", rolcreaterole or rolsuper as "mayRole",
              array(select rolname::text from pg_roles where rolname = any ($1)) as there,
              array(select rolname::text from pg_roles
                     where rolname = any ($1) and pg_has_role(current_user, oid, 'member with admin option')) as administers
         from pg_roles where rolname = current_user`,
      [[...CONFINED_ROLES]],
    )
    const rights = rows[0]
    if (!rights) return
    const acts: string[] = []
    for (const name of rights.there) if (await mayActAs(client, name)) acts.push(name)
    refuseLacking(rights, acts)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Tried instead of looked up: PostgreSQL versions differ in who may, and in the catalog. */
async function mayActAs(client: Client, role: string): Promise<boolean> {
  return client.query(`select set_config('role', $1, true)`, [role]).then(
    () => true,
    () => false,
  )
}

function refuseLacking(
  { role, database, version, maySchema, mayRole, there, administers }: Rights,
  acts: string[],
): void {
  const lacking = (text: string) => new ConfigError('DATABASE_URL', text)
  if (version < 140_000)
    throw lacking(`PostgreSQL 14 or newer is needed, this is ${Math.floor(version / 10_000)}`)
  const [roleName, databaseName] = [JSON.stringify(role), JSON.stringify(database)]
  if (!maySchema)
    throw lacking(
      `the role ${roleName} may make no tables there; let an administrator run: alter database ${databaseName} owner to ${roleName}`,
    )
  const missing = CONFINED_ROLES.filter(
    (name) => !acts.includes(name) && !administers.includes(name) && !(mayRole && !there.includes(name)),
  )
  if (missing.length === 0) return
  const statements = missing
    .filter((name) => !there.includes(name))
    .map((name) => `create role ${name} nologin; `)
  throw lacking(
    `the role ${roleName} may make no other roles; let an administrator run: ${statements.join('')}grant ${missing.join(', ')} to ${roleName}`,
  )
}

function clientFor(connectionString: string, settings: { statement_timeout?: number }): Client {
  const client = new Client({
    connectionString,
    application_name: 'admission of headgate',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    ...settings,
  })
  client.on('error', () => undefined)
  return client
}
