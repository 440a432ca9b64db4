/** The user id in mailed links, as in Djoser: the base64url of its digits. */

const ID_MAX = 2 ** 31 - 1

export function uidOf(id: number): string {
  return Buffer.from(String(id)).toString('base64url')
}

/** @returns null for an id that no user can have */
export function idOfUid(uid: string): number | null {
  if (!/^[\w-]{1,16}={0,2}$/.test(uid)) return null
  const digits = Buffer.from(uid, 'base64url').toString('latin1')
  if (!/^[1-9]\d{0,9}$/.test(digits)) return null
  const id = Number(digits)
  // base64 has several spellings of one number; only one is accepted
  return id <= ID_MAX && uidOf(id) === uid.replace(/=+$/, '') ? id : null
}
