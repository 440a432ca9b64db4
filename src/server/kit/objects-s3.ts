/** Objects in a bucket of an S3-compatible store, shared by all processes of an installation. */
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { ConfigError } from './config.ts'
import { checkedKey, type Objects } from './objects.ts'
import { Problem } from './problem.ts'

const VARIABLE = 'OBJECT_STORE_URL'
const SHAPE =
  's3://KEY:SECRET@host:port/bucket, with ?region=… where the store has some and ?tls=off where it has none'
/** Per request with its body; pictures are a fraction of a megabyte. */
const ANSWER_WITHIN_MS = 10_000
const TRIES = 3
const FIRST_PAUSE_MS = 200
const PAGE = 1000

interface Place {
  /** Including the bucket (path style), which most stores accept. */
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** Prefix of every key; '' or ending with a slash. */
  prefix: string
}

/** @throws ConfigError for a URL without key, secret, host or bucket */
export function readObjectStoreUrl(text: string): Place {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !url.username || !url.password || !url.hostname)
    throw new ConfigError(VARIABLE, SHAPE)
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new ConfigError(VARIABLE, SHAPE)
  for (const name of url.searchParams.keys())
    if (name !== 'region' && name !== 'tls') throw new ConfigError(VARIABLE, `${name} is not known: ${SHAPE}`)
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https'
  return {
    endpoint: `${scheme}://${url.host}/${bucket}`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    prefix: folders.length > 0 ? `${folders.join('/')}/` : '',
  }
}

export interface S3Objects extends Objects {
  /** @throws ConfigError when the store answers that the bucket does not exist for this key; not when it does not answer */
  check(): Promise<void>
}

export function s3Objects(text: string, answerWithinMs = ANSWER_WITHIN_MS): S3Objects {
  const { prefix, ...place } = readObjectStoreUrl(text)
  const bucket = new S3mini({ ...place, requestAbortTimeout: answerWithinMs })
  const nameOf = (key: string) => prefix + checkedKey(key)

  return {
    async put(key, body) {
      const name = nameOf(key)
      await withRetries(() => bucket.putObject(name, body))
    },
    async get(key) {
      const name = nameOf(key)
      const body = await withRetries(() => bucket.getObjectArrayBuffer(name))
      return body && Buffer.from(body)
    },
    async remove(key) {
      const name = nameOf(key)
      await withRetries(() => bucket.deleteObject(name))
    },
    async *list() {
      let from: string | undefined
      do {
        const page = await withRetries(() => bucket.listObjectsPaged('/', prefix, PAGE, from))
        for (const { Key, LastModified } of page?.objects ?? []) {
          const key = Key.slice(prefix.length)
          if (isKey(key)) yield { key, at: new Date(LastModified) }
        }
        from = page?.nextContinuationToken
      } while (from)
    },
    async check() {
      if (!(await withRetries(() => bucket.bucketExists())))
        throw new ConfigError(VARIABLE, 'the store has no such bucket, or not for this key and secret')
    },
  }
}

function isKey(key: string): boolean {
  try {
    return checkedKey(key) === key
  } catch {
    return false
  }
}

/** Reported like an unavailable database; a store that answers 503 would count as an internal error otherwise. */
function storeIsAway(cause: Error): Problem {
  return Object.assign(new Problem('unavailable', { retryAfter: 5 }), { cause })
}

/** All of these requests are idempotent. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      // a caller that has waited this long is told so at once
      if (isTimeout(error)) throw storeIsAway(error)
      if (!isTransient(error)) throw error
      if (tries === TRIES) throw storeIsAway(error)
      await sleep(FIRST_PAUSE_MS * 4 ** (tries - 1))
    }
}

/** Of the headers or of the body: the client passes the signal's error on as it is. */
function isTimeout(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

function isTransient(error: unknown): error is Error {
  if (error instanceof S3ServiceError) return error.status >= 500 || error.status === 429
  // fetch throws a TypeError with the cause when a connection breaks, and the client knows only some of the causes
  return error instanceof S3NetworkError || (error instanceof TypeError && error.cause instanceof Error)
}
