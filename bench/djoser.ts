/** A Djoser server on the same machine, set up as in its documentation, behind gunicorn with two workers. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenPair } from '../src/contract/accounts/accounts.ts'
import { spentByFamily } from './processor-time.ts'

const PACKAGES = [
  'python3-django',
  'python3-djangorestframework',
  'python3-djangorestframework-simplejwt',
  'python3-djoser',
  'gunicorn',
]
const PYTHON = '/usr/bin/python3'

const SETTINGS = `
from datetime import timedelta
from pathlib import Path
SECRET_KEY = 'a-key-of-the-bench-and-of-nothing-else-0123456789'
DEBUG = False
ALLOWED_HOSTS = ['*']
USE_TZ = True
ROOT_URLCONF = 'urls'
INSTALLED_APPS = ['django.contrib.auth', 'django.contrib.contenttypes', 'rest_framework', 'djoser']
MIDDLEWARE = ['django.middleware.security.SecurityMiddleware', 'django.middleware.common.CommonMiddleware']
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': Path(__file__).parent / 'db.sqlite3', 'CONN_MAX_AGE': None}}
REST_FRAMEWORK = {
    'DEFAULT_AUTHENTICATION_CLASSES': ['rest_framework_simplejwt.authentication.JWTAuthentication'],
    'DEFAULT_RENDERER_CLASSES': ['rest_framework.renderers.JSONRenderer'],
}
SIMPLE_JWT = {'AUTH_HEADER_TYPES': ('JWT',), 'ACCESS_TOKEN_LIFETIME': timedelta(hours=12)}
`
const URLS = `
from django.urls import include, path
urlpatterns = [path('auth/', include('djoser.urls')), path('auth/', include('djoser.urls.jwt'))]
`
const PREPARE = `
import django
django.setup()
from django.core.management import call_command
call_command('migrate', verbosity=0)
from django.contrib.auth import get_user_model
get_user_model().objects.create_user('pat', 'pat@farm.example', 'Vq7!grove#Tundra-Zk2pXb')
`

export interface Djoser {
  url: string
  /** One for each login of its user. */
  access: string[]
  /** Processor time so far, including its two workers, milliseconds. */
  spentMs(): Promise<number>
  stop(): Promise<void>
}

/** Installs missing packages if permitted. @throws Error that says what to install */
export function requireDjoser(): void {
  const present = () =>
    spawnSync(PYTHON, ['-c', 'import django, rest_framework, rest_framework_simplejwt, djoser, gunicorn'])
      .status === 0
  if (present()) return
  const explain = `a Djoser server is compared with: apt-get install ${PACKAGES.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(explain)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const args = ['install', '-y', '--no-install-recommends', ...PACKAGES]
  if (apt(...args).status !== 0 && apt('update').status === 0) apt(...args)
  if (!present()) throw new Error(explain)
}

export async function startDjoser(logins: number): Promise<Djoser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headgate-djoser-'))
  await writeFile(path.join(folder, 'settings.py'), SETTINGS)
  await writeFile(path.join(folder, 'urls.py'), URLS)
  const env = { ...process.env, DJANGO_SETTINGS_MODULE: 'settings', PYTHONPATH: folder }
  const prepared = spawnSync(PYTHON, ['-c', PREPARE], { cwd: folder, env, encoding: 'utf8' })
  if (prepared.status !== 0) throw new Error(prepared.stderr)
  const port = await freePort()
  const wsgi = 'django.core.wsgi:get_wsgi_application()'
  const args = [
    '-m',
    'gunicorn',
    '--workers',
    '2',
    '--bind',
    `127.0.0.1:${port}`,
    '--log-level',
    'warning',
    wsgi,
  ]
  const child = spawn(PYTHON, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const stop = async () => {
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    const access = [await firstLogin(url)]
    while (access.length < logins) access.push(await login(url))
    return { url, access, spentMs: () => spentByFamily(child.pid ?? 0), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function login(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'pat', password: 'Vq7!grove#Tundra-Zk2pXb' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/auth/jwt/create/`, { method: 'POST', headers, body })
  return tokenPair.parse(await response.json()).access
}

async function firstLogin(url: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const access = await login(url).catch(() => null)
    if (access) return access
    await sleep(100)
  }
  throw new Error('the Djoser server does not answer')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
