/** Seeded random values that match the schemas of the API reference, and invalid ones. */
import { z } from 'zod'

/** The part of JSON Schema that the reference uses. */
const schemaShape = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  nullable: z.optional(z.boolean()),
  required: z.optional(z.array(z.string())),
  pattern: z.optional(z.string()),
  format: z.optional(z.string()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  exclusiveMinimum: z.optional(z.boolean()),
  maximum: z.optional(z.number()),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  get oneOf() {
    return z.optional(z.array(schemaShape))
  },
  get anyOf() {
    return z.optional(z.array(schemaShape))
  },
  get properties() {
    return z.optional(z.record(z.string(), schemaShape))
  },
  get items() {
    return z.optional(schemaShape)
  },
})
export type Schema = z.infer<typeof schemaShape>

const parameterShape = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.optional(z.boolean()),
  schema: schemaShape,
})

const operationShape = z.looseObject({
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(z.array(parameterShape)),
  requestBody: z.optional(
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.optional(schemaShape) })) }),
  ),
  responses: z.record(z.string(), z.looseObject({ content: z.optional(z.record(z.string(), z.unknown())) })),
})

export interface Operation {
  /** `METHOD /path/{parameter}/`. */
  name: string
  method: string
  path: string
  secured: boolean
  parameters: z.infer<typeof parameterShape>[]
  /** Of the JSON body; undefined if there is none, or if it is a file. */
  body: Schema | undefined
  /** An endless response. */
  endless: boolean
  /** Statuses of its documented answers. */
  statuses: ReadonlySet<number>
}

/** Every call of an API reference. */
export function operationsOf(reference: unknown): Operation[] {
  const { paths } = z
    .looseObject({ paths: z.record(z.string(), z.record(z.string(), operationShape)) })
    .parse(reference)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters = [], requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      secured: security !== undefined,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      endless: Object.hasOwn(responses['200']?.content ?? {}, 'text/event-stream'),
      statuses: new Set(Object.keys(responses).map(Number)),
    })),
  )
}

/** Valid values for fields of these names; used if the schema accepts them. */
export type Known = Record<string, readonly unknown[]>

const NONE: Schema = {}

function fits(value: unknown, { type, pattern, minLength = 0, maxLength = Infinity }: Schema): boolean {
  if (type === 'string')
    return (
      typeof value === 'string' &&
      value.length >= minLength &&
      value.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(value))
    )
  if (type === 'number' || type === 'integer') return typeof value === 'number'
  return true
}

export interface Draw {
  /** Uniform in [0, 1). */
  next: () => number
}

export function pick<T>(from: readonly T[], { next }: Draw): T {
  const [item] = from.slice(Math.floor(next() * from.length))
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** A value that the schema accepts, preferably one of `known`; half of the optional properties are left out. */
export function valueOf(schema: Schema, name: string, known: Known, draw: Draw): unknown {
  const fitting = (known[name] ?? []).filter((value) => fits(value, schema))
  if (fitting.length > 0) return pick(fitting, draw)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return valueOf(pick(choices, draw), name, known, draw)
  if (schema.enum) return pick(schema.enum, draw)
  if (schema.nullable && draw.next() < 0.2) return null
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([property]) => schema.required?.includes(property) || draw.next() < 0.5)
          .map(([property, propertySchema]) => [property, valueOf(propertySchema, property, known, draw)]),
      )
    case 'array': {
      const least = schema.minItems ?? 1
      const length = Math.min(schema.maxItems ?? Infinity, least + Math.floor(draw.next() * 2))
      return Array.from({ length }, () => valueOf(schema.items ?? NONE, name, known, draw))
    }
    case 'number':
    case 'integer': {
      const low = schema.minimum ?? 0
      const high = Math.min(schema.maximum ?? low + 100, low + 1000)
      const value = low + (high - low) * (0.1 + 0.8 * draw.next())
      return schema.type === 'integer' ? Math.ceil(value) : Number(value.toPrecision(4))
    }
    case 'boolean':
      return draw.next() < 0.5
    default: {
      const texts = ['Drawn by a test', 'x', '1', '2026-07-06', '2026-07-06T12:00:00.000Z', '06:30']
      const allowed = texts.filter((value) => fits(value, schema))
      return pick(allowed.length > 0 ? allowed : texts, draw)
    }
  }
}

export interface Part {
  /** The names that lead to it; `0` in a list. */
  path: string[]
  /** A value that the schema accepts, but for this part. */
  valueWith: (part: unknown, draw: Draw) => unknown
}

/** Every part of a value of the schema, at any depth, in each of its alternatives. */
export function partsOf(schema: Schema, name: string, known: Known): Part[] {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.flatMap((choice) => partsOf(choice, name, known))
  const inside = (property: string, inner: Schema, around: (part: unknown, draw: Draw) => unknown): Part[] =>
    partsOf(inner, property === '0' ? name : property, known).map(({ path, valueWith }) => ({
      path: [property, ...path],
      valueWith: (part, draw) => around(valueWith(part, draw), draw),
    }))
  return [
    { path: [], valueWith: (part) => part },
    ...Object.entries(schema.properties ?? {}).flatMap(([property, inner]) =>
      inside(property, inner, (part, draw) => ({
        ...Object(valueOf(schema, name, known, draw)),
        [property]: part,
      })),
    ),
    ...(schema.items ? inside('0', schema.items, (part) => [part]) : []),
  ]
}

/** A schema that accepts this value alone. */
export function schemaLike(value: unknown): Schema {
  if (Array.isArray(value)) return { type: 'array', items: schemaLike(value[0]) }
  if (typeof value !== 'object' || value === null) return { enum: [value] }
  const properties = Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, schemaLike(inner)]),
  )
  return { type: 'object', required: Object.keys(properties), properties }
}

/** Values that no field accepts. */
export const ODD: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  5e-324,
  [],
  {},
  [[]],
  false,
  '\0',
  '\ud800',
  '\u202e',
  '9'.repeat(5000),
  "x' or 1=1 --",
  "x'; select pg_sleep(9); --",
  'x" union select null',
  '../../../etc/passwd',
  '%2e%2e%2f',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '2026-02-31',
  '٣',
  { $gt: '' },
  { toString: 1 },
]

/** The value with one of its parts, at any depth, replaced or removed. */
export function spoilt(value: unknown, odd: readonly unknown[], draw: Draw): unknown {
  if (typeof value !== 'object' || value === null || draw.next() < 0.1) return pick(odd, draw)
  if (Array.isArray(value)) {
    const at = Math.floor(draw.next() * value.length)
    return value.map((item: unknown, index) => (index === at ? spoilt(item, odd, draw) : item))
  }
  const names = Object.keys(value)
  if (names.length === 0) return pick(odd, draw)
  const name = pick(names, draw)
  const leftOut = draw.next() < 0.25
  return Object.fromEntries(
    Object.entries(value).flatMap(([property, inside]: [string, unknown]) =>
      property !== name ? [[property, inside]] : leftOut ? [] : [[property, spoilt(inside, odd, draw)]],
    ),
  )
}
