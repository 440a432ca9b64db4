/** Parses the body of an auth call with the rules and messages of Django REST framework's serializer fields. */
import { Problem } from '../kit/problem.ts'
import { isEmailAddress } from './email-address.ts'

export interface FieldRule {
  email?: boolean
  maxLength?: number
}

export type FieldErrors = Record<string, string[]>

interface ReadFields<K extends string> {
  /** Trimmed; complete only when there are no errors. */
  values: Record<K, string>
  errors: FieldErrors
}

export function refuseFields(errors: FieldErrors): Problem {
  return new Problem('invalid_request', { body: errors })
}

/** @throws Problem with all field errors, in the order of the rules */
export function fieldsOf<K extends string>(body: unknown, rules: Record<K, FieldRule>): Record<K, string> {
  const { values, errors } = readFields(body, rules)
  if (Object.keys(errors).length > 0) throw refuseFields(errors)
  return values
}

/** @throws Problem if the body is not an object */
export function readFields<K extends string>(body: unknown, rules: Record<K, FieldRule>): ReadFields<K> {
  const fields = objectOf(body)
  const values: Record<string, string> = {}
  const errors: FieldErrors = {}
  for (const [name, rule] of Object.entries<FieldRule>(rules)) {
    const field = readField(Object.hasOwn(fields, name) ? fields[name] : undefined, rule)
    if (typeof field === 'string') values[name] = field
    else errors[name] = field
  }
  return { values, errors }
}

/** Whether a body contains the field, for changes in which missing fields stay. @throws Problem as `readFields` */
export function isGiven(body: unknown, name: string): boolean {
  return Object.hasOwn(objectOf(body), name)
}

/** Only its own fields are ones of the body: the others are those of its prototype. */
function objectOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (body === null) throw refuseFields({ non_field_errors: ['No data provided'] })
  if (isObject(body)) return body
  const sentence = `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`
  throw refuseFields({ non_field_errors: [sentence] })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pythonType(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return 'str'
}

/** @returns the text, or the error */
function readField(value: unknown, rule: FieldRule): string | string[] {
  if (value === undefined) return ['This field is required.']
  if (value === null) return ['This field may not be null.']
  const invalid = rule.email ? 'Enter a valid email address.' : 'Not a valid string.'
  if (typeof value !== 'string' && typeof value !== 'number') return [invalid]
  // JSON numbers beyond the range of doubles are parsed as infinite
  if (value === Infinity || value === -Infinity) return [invalid]
  const text = String(value).trim()
  if (text === '') return ['This field may not be blank.']
  const messages = complaints(text, rule)
  return messages.length > 0 ? messages : text
}

function complaints(text: string, { email = false, maxLength = Infinity }: FieldRule): string[] {
  const messages: string[] = []
  // characters beyond the basic plane are two units each: only a text of more units can have more characters
  if (text.length > maxLength && Array.from(text).length > maxLength)
    messages.push(`Ensure this field has no more than ${maxLength} characters.`)
  if (text.includes('\0')) messages.push('Null characters are not allowed.')
  const surrogate = text.isWellFormed() ? undefined : /\p{Surrogate}/u.exec(text)?.[0]
  if (surrogate !== undefined)
    messages.push(
      `Surrogate characters are not allowed: U+${surrogate.charCodeAt(0).toString(16).toUpperCase()}.`,
    )
  if (email && !isEmailAddress(text)) messages.push('Enter a valid email address.')
  return messages
}
