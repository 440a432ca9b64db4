/** nginx with TLS in front of several servers, configured by the file in `deploy/`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { eventually } from './test-device.ts'
import { freePort } from './mosquitto.ts'

export const nginxIsHere = !spawnSync('nginx', ['-v']).error && !spawnSync('openssl', ['version']).error

/** @returns its address; its certificate is self-signed */
export async function startNginx(urls: readonly [string, string]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-nginx-'))
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'tls'))
  const files = ['-keyout', path.join(folder, 'tls/farm.key'), '-out', path.join(folder, 'tls/farm.crt')]
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    ...files,
  ])
  const [tls, plain] = [await freePort(), await freePort()]
  const deployed = await readFile(new URL('../../../deploy/nginx.conf', import.meta.url), 'utf8')
  const config = deployed
    .replaceAll('/etc/nginx/tls', path.join(folder, 'tls'))
    .replace('one:8080', new URL(urls[0]).host)
    .replace('two:8080', new URL(urls[1]).host)
    .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    // not supported by the nginx of older systems
    .replace('http2 on;', '')
  const file = path.join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr crit;\n${config.replace('http {', 'http {\n  access_log off;')}`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    await rm(folder, { recursive: true, force: true })
  })
  const url = `https://127.0.0.1:${tls}`
  await eventually('nginx', () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok || null,
      () => null,
    ),
  )
  return url
}
