/** An S3 server in this process on a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** The part used here; the package has no types. */
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type Make = new (options: {
  port: number
  address: string
  silent: boolean
  allowMismatchedSignatures: boolean
  directory: string
  configureBuckets: { name: string; configs: never[] }[]
}) => S3rver

const load = createRequire(import.meta.url)

export interface S3Store {
  /** URL of a bucket, for OBJECT_STORE_URL. */
  url: string
  stop(): Promise<void>
  /** Restarts on the same port with the same data. */
  start(): Promise<void>
}

/**
 * @param checks whether it verifies signatures: unlike S3 it signs a list without the slash after the bucket's name
 * @returns the URL of a bucket, for OBJECT_STORE_URL
 */
export async function startS3(options: { checks?: boolean } = {}): Promise<string> {
  return (await startS3Store(options)).url
}

export async function startS3Store({ checks = true } = {}): Promise<S3Store> {
  const S3: Make = load('@20minutes/s3rver')
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-s3-'))
  let server: S3rver | null = null
  let port = 0
  async function start(): Promise<void> {
    if (server) return
    server = new S3({
      port,
      address: '127.0.0.1',
      silent: true,
      allowMismatchedSignatures: !checks,
      directory,
      configureBuckets: [{ name: 'pictures', configs: [] }],
    })
    port = (await server.run()).port
  }
  async function stop(): Promise<void> {
    await server?.close()
    server = null
  }
  await start()
  onTestFinished(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/pictures/farm/a?tls=off`, stop, start }
}
