/** Every address of the application, once. */

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
} as const
