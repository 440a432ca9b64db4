/** Generates valid and mutated requests for any route. */
import { JSON_BODY_BYTES_MAX } from '#contract/limits.ts'
import { type Draw, ODD, type Operation, partsOf, pick, schemaLike, spoilt, valueOf } from './drawn-values.ts'
import type { EveryRoute, Supply } from './every-route.ts'

/** Marker in hostile text, which no SQL statement may contain. */
export const MARK = 'zqxmark'

/** The second customer's id of what a route is about. */
function theirIdFor({ theirs }: EveryRoute, path: string): number {
  if (path.includes('geofence')) return theirs.fence
  if (path.includes('soil-zone')) return theirs.zone
  if (path.includes('probe')) return theirs.group
  if (path.includes('pump')) return theirs.pump
  if (path.includes('member')) return theirs.member
  return path.includes('system') ? theirs.system : theirs.user
}

/** Claims that would raise privileges, or hand something over, if they were trusted. */
function claimsFor(farm: EveryRoute, path: string): Record<string, unknown> {
  const { user, member, system, controller, gateway, fence, zone, group, pump } = farm.theirs
  return {
    id: theirIdFor(farm, path),
    user_id: user,
    user,
    owner_id: user,
    owner: user,
    role: 'owner',
    provider: true,
    is_staff: true,
    active: true,
    member_id: member,
    system_id: system,
    controller_id: controller,
    gateway_id: gateway,
    geofence_id: fence,
    soil_zone_id: zone,
    group_id: group,
    pump_id: pump,
  }
}

/** Names under which a parser of queries may reach a prototype. */
const POLLUTING: readonly [string, string][] = [
  ['__proto__[polluted]', '1'],
  ['__proto__.polluted', '1'],
  ['__proto__', '{"polluted":1}'],
  ['constructor[prototype][polluted]', '1'],
  ['constructor.prototype.polluted', '1'],
]

/** Starts of a body with a name that JSON.stringify would leave out, each for one request of eight. */
const POLLUTED = new Map([
  [1, '{"__proto__":{"polluted":1},'],
  [3, '{"constructor":{"prototype":{"polluted":1}},'],
])

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: string
  /** Whether the body claims to be somebody else's. */
  claims?: boolean
  /** Whether the query or the body names a prototype. */
  pollutes?: boolean
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const isMethod = (method: string): method is Request['method'] => METHODS.has(method)

/** A valid request, one with extra claims, or one with an invalid part. */
const KINDS = ['right', 'spoilt', 'claims', 'spoilt'] as const

const ADDRESS_FIELDS = new Set(['email', 'owner', 'to', 'confirm'])

/**
 * Replaces the second customer's address by itself in capitals where a request may store it as a name: whoever gives that name
 * is shown it again later, which is no leak.
 */
function addressInCapitals({ stranger }: EveryRoute, { name }: Operation) {
  return (field: string, value: unknown): unknown =>
    value === stranger.email && !name.startsWith('GET ') && !ADDRESS_FIELDS.has(field)
      ? stranger.email.toUpperCase()
      : value
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))

interface Fields {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

interface Right {
  supply: Supply
  fields: Fields
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
): Promise<Right> {
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
  const { name, path, body } = operation
  // first without optional fields: random ones may contradict each other
  const { supply, fields } = await rightFields(farm, operation, draw, at === 0 ? 0 : 0.3)
  const kind = KINDS[at % KINDS.length] ?? 'right'
  const odd = [
    ...ODD.map((value) => (typeof value === 'string' && value.length < 100 ? `${MARK}${value}` : value)),
    ...ODD,
    ...(name.includes('/provider/') ? [] : [...farm.foreign, theirIdFor(farm, path)]),
  ]
  const replacer = addressInCapitals(farm, operation)
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
      file =
        file.slice(0, cut) +
        text(replacer('', pick(odd, draw))) +
        file.slice(cut + Math.floor(draw.next() * 8))
    } else if (parts.length > 0) {
      const part = pick(parts, draw)
      if (part === 'body') fields.body = spoilt(fields.body, odd, draw)
      else {
        const field = pick(Object.keys(fields[part]), draw)
        fields[part][field] = replacer(field, pick(odd, draw))
      }
      broken = part === 'body' && draw.next() < 0.15
    }
  }
  const claims = kind === 'claims'
  const withQuery = ({ url, ...request }: Request): Request =>
    claims
      ? {
          ...request,
          url: `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams([...POLLUTING])}`,
          pollutes: true,
        }
      : { ...request, url }
  if (!body || file !== undefined) return withQuery(requestOf(farm, operation, { supply, fields, file }))
  const claimed = claims ? { ...claimsFor(farm, path), ...Object(fields.body) } : fields.body
  const plain = JSON.stringify(claimed, replacer) ?? ''
  if (broken) {
    const payload = plain.slice(0, Math.floor(draw.next() * plain.length))
    return requestOf(farm, operation, { supply, fields, payload })
  }
  const payload = plain.replace(/^\{(?=")/, POLLUTED.get(at % 8) ?? '{')
  const request = requestOf(farm, operation, { supply, fields, payload })
  return withQuery({ ...request, claims, pollutes: payload !== plain })
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
  const send = (spoil: (fields: Fields) => void) =>
    spoiltRequest(farm, operation, draw, ({ fields }) => spoil(fields))
  for (const { name, in: where } of operation.parameters) {
    if (where !== 'path' && where !== 'query') continue
    for (const odd of where === 'path' ? [STATEMENT, NUL, ENDLESS] : [STATEMENT, NUL])
      yield await send((fields) => (fields[where][name] = odd))
  }
  for (const [name, { type }] of Object.entries(operation.body?.properties ?? {}))
    if (type === 'string')
      yield await send((fields) => (fields.body = { ...Object(fields.body), [name]: NUL }))
}

/** A valid request with one part changed. */
async function spoiltRequest(
  farm: EveryRoute,
  operation: Operation,
  draw: Draw,
  spoil: (right: Right) => void,
): Promise<Request> {
  const { supply, fields } = await rightFields(farm, operation, draw, 0)
  spoil({ supply, fields })
  const payload = operation.body && JSON.stringify(fields.body)
  return requestOf(farm, operation, { supply, fields, payload, file: supply.file?.content })
}

export interface Place {
  /** The name of a parameter, or the names that lead to a part of the body. */
  name: string
  /** A valid request with this text there. */
  requestWith: (text: string) => Promise<Request>
}

/** A long text as far as a body may have it: JSON doubles some characters. */
const fitting = (text: string) =>
  Buffer.byteLength(JSON.stringify(text)) < JSON_BODY_BYTES_MAX ? text : text.slice(-text.length / 2)

/** Every place of a call where a text may stand: its parameters, and each part of its body at any depth. */
export async function placesOf(farm: EveryRoute, operation: Operation, draw: Draw): Promise<Place[]> {
  const ofParameters = operation.parameters.flatMap(({ name, in: where }): Place[] =>
    where === 'path' || where === 'query'
      ? [
          {
            name,
            requestWith: (text) =>
              spoiltRequest(farm, operation, draw, ({ fields }) => (fields[where][name] = text)),
          },
        ]
      : [],
  )
  const { name: call, body } = operation
  // a body of unknown form has the parts of the one that is supplied
  const parts =
    body?.properties || body?.oneOf || body?.anyOf
      ? partsOf(body, '', farm.known)
      : partsOf(body ? schemaLike((await farm.supplies[call]?.())?.body) : {}, '', {})
  const ofBody = parts.flatMap(({ path, valueWith }): Place[] => {
    const [top] = path
    if (top === undefined) return []
    return [
      {
        name: path.join('.'),
        requestWith: (text) =>
          spoiltRequest(farm, operation, draw, ({ supply, fields }) => {
            const whole = Object(valueWith(fitting(text), draw))
            fields.body = { ...whole, ...supply.body, [top]: whole[top] }
          }),
      },
    ]
  })
  return [...ofParameters, ...ofBody]
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
