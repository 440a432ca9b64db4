/** The key for counting attempts: the IPv4 address, or the /64 network of an IPv6 one. */
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const GROUPS_OF_A_NETWORK = 4

/** A subscriber gets a whole /64 of IPv6, and could use a new address for every attempt. */
export function throttleKey({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return groups
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
