/** Every URL of the application, in one place. */

export const paths = {
  home: () => '/',
  login: () => '/login',
  signup: () => '/signup',
  resetPassword: () => '/reset-password',
  confirmPassword: (uid: string, token: string) => `/password/reset/confirm/${uid}/${token}`,
  activate: (uid: string, token: string) => `/activate/${uid}/${token}`,
  dataConsent: () => '/dataconsent',
  faq: () => '/faq',
  systems: () => '/systems',
  geofences: () => '/geofence',
  soilZones: () => '/soil-zones',
  historicMaps: () => '/maps',
  /** The graphs: `/probes` is their specified address. */
  graphs: () => '/probes',
  probes: () => '/probelocation',
  liveMaps: () => '/livemaps',
  season: () => '/season',
  alerts: () => '/alerts',
  transfers: () => '/transfers',
  supportAccess: () => '/support-access',
  desk: () => '/provider',
  deskConnect: () => '/provider/connect',
  deskPeople: () => '/provider/people',
  /** The read-only view of a customer's screens has expired. */
  deskLookOver: () => '/provider/people?look=over',
  deskRecord: () => '/provider/record',
  deskSystems: () => '/provider/systems',
  deskSystem: (name: string) => `/provider/systems/${encodeURIComponent(name)}`,
} as const
