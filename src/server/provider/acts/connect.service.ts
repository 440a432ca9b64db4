/** Connects systems from the desk: one from a form, or those of a file, all or none. */
import { parse } from 'csv-parse/sync'
import {
  CONNECT_COLUMNS,
  CONNECT_FILE_LINES_MAX,
  type ConnectBody,
  connectBody,
  type ConnectedAnswer,
  type ConnectFileAnswer,
} from '#contract/accounts/desk-acts.ts'
import { wettedRadius } from '#agronomy/pivot/pivot-zones.ts'
import { findByEmail } from '../../accounts/accounts.store.ts'
import { auditable } from '../../audit/audit.ts'
import type { Reader, ServerTx } from '../../kit/postgres/transactions.ts'
import { Problem, readBody } from '../../kit/problem.ts'
import { isNameUsed } from '../../systems/systems.store.ts'
import { checkConnection, type ConnectRequest } from '../connect.rules.ts'
import { createProvider } from '../provider.service.ts'
import { type ActNeeds, type Actor, recorded } from './act.service.ts'

type Line = ConnectFileAnswer['lines'][number]

export interface Connecting {
  /** @throws Problem naming the first invalid field */
  connect(actor: Actor, body: unknown): Promise<ConnectedAnswer>
  /**
   * Connects every line of a CSV file, or reports what is wrong with each.
   *
   * @throws Problem('connect_file_unclear'), or 'connect_file_refused' if a line is invalid and it is not a preview
   */
  connectFile(actor: Actor, file: Uint8Array, preview: boolean): Promise<ConnectFileAnswer>
}

export function createConnecting(kit: ActNeeds): Connecting {
  const provider = createProvider(kit)
  return {
    connect: (actor, body) =>
      recorded(
        kit,
        actor,
        {
          action: 'system connect',
          after: auditable(body, ['owner', 'name'] satisfies (keyof typeof connectBody.shape)[]) ?? {},
        },
        () => provider.connect(requestOf(readBody(connectBody, body)), actor?.id ?? null),
      ),

    connectFile: (actor, file, preview) =>
      recorded(kit, actor, { action: 'system connect', after: { file: file.byteLength } }, async () => {
        const rows = rowsOf(file)
        const lines = await kit.database.write((tx) => judged(tx, rows))
        const right = lines.every(({ problem }) => problem === null)
        if (preview) return { preview, lines, connected: [] }
        if (!right) throw new Problem('connect_file_refused')
        const connected = await provider.connectAll(rows.map(requestOfRow), actor?.id ?? null)
        return { preview, lines, connected }
      }),
  }
}

function requestOf(body: ConnectBody): ConnectRequest {
  return {
    owner: body.owner,
    name: body.name,
    latitude: body.latitude,
    longitude: body.longitude,
    towerRadiiM: body.tower_radii_m,
    overhangM: body.overhang_m,
    timeZone: body.time_zone,
    flowGpm: body.flow_gpm ?? null,
    speed100MMin: body.speed_100_m_min ?? null,
    arc: body.arc ?? null,
    ...(body.texture ? { texture: body.texture } : {}),
  }
}

type Row = Partial<Record<(typeof CONNECT_COLUMNS)[number], string>>

/** @throws Problem('connect_file_unclear') for a file that is not CSV with the headings, Problem('connect_file_too_large') */
function rowsOf(file: Uint8Array): Row[] {
  let cells: string[][]
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    cells = parse(text, { bom: true, trim: true, skip_empty_lines: true, delimiter: [',', ';', '\t'] })
  } catch {
    throw new Problem('connect_file_unclear')
  }
  const [header = [], ...rows] = cells
  const headings = header.map((heading) => heading.toLowerCase().replaceAll(' ', '_'))
  const needed = CONNECT_COLUMNS.slice(0, 7)
  if (rows.length === 0 || needed.some((column) => !headings.includes(column)))
    throw new Problem('connect_file_unclear')
  if (rows.length > CONNECT_FILE_LINES_MAX) throw new Problem('connect_file_too_large')
  return rows.map((row) =>
    Object.fromEntries(
      CONNECT_COLUMNS.flatMap((column) => {
        const cell = row[headings.indexOf(column)]
        return cell ? [[column, cell]] : []
      }),
    ),
  )
}

/** Text that is not a number is refused by the rules like a number out of range. */
const numberOf = (cell = '') => (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(cell) ? Number(cell) : Number.NaN)
const numbersOf = (cell: string) => cell.split(/[\s|/]+/).map(numberOf)

function requestOfRow(row: Row): ConnectRequest {
  return {
    owner: row.owner ?? '',
    name: row.name ?? '',
    latitude: numberOf(row.latitude),
    longitude: numberOf(row.longitude),
    towerRadiiM: numbersOf(row.tower_radii_m ?? ''),
    overhangM: numberOf(row.overhang_m),
    timeZone: row.time_zone ?? '',
    flowGpm: row.flow_gpm ? numberOf(row.flow_gpm) : null,
    speed100MMin: row.speed_100_m_min ? numberOf(row.speed_100_m_min) : null,
    arc: row.arc ? numbersOf(row.arc) : null,
    ...(row.texture ? { texture: row.texture } : {}),
  }
}

/** Names that look alike count as the same name. */
const folded = (name: string) => name.trim().replaceAll(/ +/g, ' ').toLowerCase()

async function judged(tx: ServerTx, rows: readonly Row[]): Promise<Line[]> {
  const names = new Set<string>()
  const lines: Line[] = []
  for (const [at, row] of rows.entries()) {
    const request = requestOfRow(row)
    const finite = (value: number) => (Number.isFinite(value) ? value : null)
    const twin = names.has(folded(request.name))
    names.add(folded(request.name))
    const problem = twin ? new Problem('system_name_taken', { field: 'name' }) : await problemOf(tx, request)
    lines.push({
      // the first line is the header
      line: at + 2,
      name: request.name,
      owner: request.owner,
      latitude: finite(request.latitude),
      longitude: finite(request.longitude),
      wetted_radius_m: problem ? null : wettedRadius(request.towerRadiiM, request.overhangM),
      problem: problem && {
        code: problem.code,
        message: problem.message,
        field: problem.details.field ?? null,
      },
    })
  }
  return lines
}

async function problemOf(tx: ServerTx, request: ConnectRequest): Promise<Problem | null> {
  try {
    checkConnection(request)
    await mustBeCustomer(tx, request.owner)
    if (await isNameUsed(tx, request.name)) throw new Problem('system_name_taken', { field: 'name' })
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

async function mustBeCustomer(db: Reader, email: string): Promise<void> {
  const account = await findByEmail(db, email)
  if (!account) throw new Problem('account_unknown', { field: 'owner' })
  if (account.provider) throw new Problem('owner_is_provider', { field: 'owner' })
}
