/** Generates valid and mutated requests for any route. */
import { type Draw, ODD, type Operation, pick, spoilt, valueOf } from './drawn-values.ts'
import type { EveryRoute, Supply } from './every-route.ts'

/** Marker in hostile text, which no SQL statement may contain. */
export const MARK = 'zqxmark'

/** Claims that would raise privileges if they were trusted. */
const CLAIMS = (id: number) => ({
  id,
  user_id: id,
  user: id,
  owner_id: id,
  role: 'owner',
  provider: true,
  is_staff: true,
  active: true,
  controller_id: 1,
})

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: string
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const isMethod = (method: string): method is Request['method'] => METHODS.has(method)

/** A valid request, one with extra claims, one with an invalid part, or one with an invalid body. */
const KINDS = ['right', 'spoilt', 'claims', 'spoilt'] as const

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))

interface Fields {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/**
 * A request that a route accepts, by its schema and its additions.
 *
 * @param optional the share of the optional parameters that are sent
 */
export async function rightFields(
  farm: EveryRoute,
  { name, parameters, body }: Operation,
  draw: Draw,
  optional = 0.3,
): Promise<{ supply: Supply; fields: Fields }> {
  const supply: Supply = (await farm.supplies[name]?.()) ?? {}
  const fields: Fields = { path: {}, query: {}, body: undefined }
  for (const { name: field, in: where, required = false, schema } of parameters) {
    const supplied = where === 'path' ? supply.path?.[field] : supply.query?.[field]
    if (where === 'path') fields.path[field] = supplied ?? valueOf(schema, field, farm.known, draw)
    else if (where === 'query' && supplied !== undefined) fields.query[field] = supplied
    else if (where === 'query' && (required || (!supply.file && draw.next() < optional)))
      fields.query[field] = valueOf(schema, field, farm.known, draw)
  }
  if (body) {
    const drawn = valueOf(body, '', farm.known, draw)
    fields.body = { ...(typeof drawn === 'object' ? drawn : {}), ...supply.body }
  }
  return { supply, fields }
}

export function addressOf({ path: pattern }: Operation, { path, query }: Omit<Fields, 'body'>): string {
  const whole = Object.entries(path).reduce(
    (address, [field, value]) =>
      address.replace(
        `{${field}}`,
        field === '*'
          ? text(value).toWellFormed().split('/').map(encodeURIComponent).join('/')
          : encodeURIComponent(text(value).toWellFormed()),
      ),
    pattern,
  )
  const parameters = new URLSearchParams(
    Object.entries(query).map(([field, value]): [string, string] => [field, text(value)]),
  )
  return parameters.size > 0 ? `${whole}?${parameters}` : whole
}

/** With the credentials of an authorised user. */
export function headersOf(
  { provider, farmer }: EveryRoute,
  { name }: Operation,
  supply: Supply,
): Record<string, string> {
  return supply.headers ?? (name.includes('/api/provider/') ? provider : farmer).headers
}

export async function requestFor(
  farm: EveryRoute,
  operation: Operation,
  at: number,
  draw: Draw,
): Promise<Request> {
  const { name, body } = operation
  // first without optional fields: random ones may contradict each other
  const { supply, fields } = await rightFields(farm, operation, draw, at === 0 ? 0 : 0.3)
  const kind = KINDS[at % KINDS.length] ?? 'right'
  const odd = [
    ...ODD.map((value) => (typeof value === 'string' && value.length < 100 ? `${MARK}${value}` : value)),
    ...ODD,
    ...(name.includes('/provider/') ? [] : farm.foreign),
  ]
  let file = supply.file?.content
  let broken = false
  if (kind === 'spoilt') {
    const parts = [
      ...(Object.keys(fields.path).length > 0 ? (['path'] as const) : []),
      ...(Object.keys(fields.query).length > 0 ? (['query'] as const) : []),
      ...(body ? (['body', 'body', 'body'] as const) : []),
    ]
    if (file !== undefined && draw.next() < 0.5) {
      const cut = Math.floor(draw.next() * file.length)
      file = file.slice(0, cut) + text(pick(odd, draw)) + file.slice(cut + Math.floor(draw.next() * 8))
    } else if (parts.length > 0) {
      const part = pick(parts, draw)
      if (part === 'body') fields.body = spoilt(fields.body, odd, draw)
      else {
        const field = pick(Object.keys(fields[part]), draw)
        fields[part][field] = pick(odd, draw)
      }
      broken = part === 'body' && draw.next() < 0.15
    }
  }
  if (!body || file !== undefined) return requestOf(farm, operation, { supply, fields, file })
  const claims = kind === 'claims' ? { ...CLAIMS(farm.stranger.id), ...Object(fields.body) } : fields.body
  let payload = JSON.stringify(claims) ?? ''
  // a name that JSON.stringify would leave out
  if (at % 16 === 3) payload = payload.replace(/^\{/, '{"constructor":{"prototype":{"polluted":1}},')
  if (at % 16 === 1) payload = payload.replace(/^\{/, '{"__proto__":{"polluted":1},')
  if (broken) payload = payload.slice(0, Math.floor(draw.next() * payload.length))
  return requestOf(farm, operation, { supply, fields, payload })
}

const STATEMENT = `${MARK}x' or 1=1 --`
/** Characters that PostgreSQL does not accept in text. */
const NUL = 'a\0b'
const ENDLESS = '9'.repeat(5000)

/**
 * A valid request but for one part: each parameter of its URL with SQL in it, a path also with an endless one, and each
 * parameter and each text of its body with a NUL.
 */
export async function* requestsWithEach(
  farm: EveryRoute,
  operation: Operation,
  draw: Draw,
): AsyncGenerator<Request> {
  const send = async (spoil: (fields: Fields) => void) => {
    const { supply, fields } = await rightFields(farm, operation, draw, 0)
    spoil(fields)
    const payload = operation.body && JSON.stringify(fields.body)
    return requestOf(farm, operation, { supply, fields, payload, file: supply.file?.content })
  }
  for (const { name, in: where } of operation.parameters) {
    if (where !== 'path' && where !== 'query') continue
    for (const odd of where === 'path' ? [STATEMENT, NUL, ENDLESS] : [STATEMENT, NUL])
      yield await send((fields) => (fields[where][name] = odd))
  }
  for (const [name, { type }] of Object.entries(operation.body?.properties ?? {}))
    if (type === 'string')
      yield await send((fields) => (fields.body = { ...Object(fields.body), [name]: NUL }))
}

function methodOf({ method, name }: Operation): Request['method'] {
  if (!isMethod(method)) throw new Error(`${name}: no such method`)
  return method
}

interface Sent {
  supply: Supply
  fields: Fields
  /** A body in JSON. */
  payload?: string | undefined
  /** Instead of JSON. */
  file?: string | undefined
}

function requestOf(farm: EveryRoute, operation: Operation, { supply, fields, payload, file }: Sent): Request {
  const method = methodOf(operation)
  const url = addressOf(operation, fields)
  const headers = headersOf(farm, operation, supply)
  const sent = (type: string, text: string) => ({
    method,
    url,
    headers: { ...headers, 'content-type': type },
    payload: text,
  })
  if (file !== undefined) return sent(supply.file?.type ?? '', file.toWellFormed())
  return payload === undefined ? { method, url, headers } : sent('application/json', payload)
}
