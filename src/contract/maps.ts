/** Addresses of the moisture pictures. */

/**
 * Address of the live moisture picture of one system.
 *
 * @param version milliseconds; a new one makes the browser ask again
 */
export function liveMapPath(userId: number, system: string, version: number): string {
  const name = encodeURIComponent(system)
  return `/plots/user_${userId}/${name}/${name}.png?v=${version}`
}
