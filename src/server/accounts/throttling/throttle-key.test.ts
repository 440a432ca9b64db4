/** Throttling counts IPv4 addresses singly, also when mapped into IPv6, and IPv6 by its /64 prefix. */
import { describe, expect, it } from 'vitest'
import { throttleKey } from './throttle-key.ts'

describe('throttleKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (ip, key) => {
    expect(throttleKey({ ip })).toBe(key)
  })
})
