/** A store that speaks S3, in this process, on a folder of its own; gone with the test. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** As much of it as is used here; it comes without types. */
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

/**
 * @param checks whether signatures are looked at: unlike S3 it signs a list without the slash behind the bucket's name
 * @returns the address of a bucket, for OBJECT_STORE_URL
 */
export async function startS3({ checks = true } = {}): Promise<string> {
  const S3: Make = load('@20minutes/s3rver')
  const directory = await mkdtemp(path.join(tmpdir(), 'headgate-s3-'))
  const server = new S3({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: !checks,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return `s3://S3RVER:S3RVER@127.0.0.1:${port}/pictures/farm/a?tls=off`
}
