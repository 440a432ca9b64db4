/** The opaque cookie that lets the owner's browser read images and lists that carry no Authorization header. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kit } from '../installation/kit.ts'

export interface ReadCookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

export function createReadCookie({ config }: Pick<Kit, 'config'>): ReadCookie {
  // browsers take the prefix and Secure over TLS only; without it the product runs on loopback
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const name = tls ? '__Host-headgate' : 'headgate'
  const attributes = { path: '/', httpOnly: true, secure: tls, sameSite: 'strict' } as const
  return {
    read: (request) => request.cookies[name],
    set: (reply, value) =>
      void reply.setCookie(name, value, { ...attributes, maxAge: Math.floor(config.refreshTtlMs / 1000) }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  }
}
