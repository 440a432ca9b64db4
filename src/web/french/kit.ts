/** French: times, numbers and parts of every screen. */
import type { text as FormatsText } from '../kit/formats.ts'
import type { text as PartsText } from '../language/parts.text.ts'
import type { text as CallsText } from '../kit/call-error.ts'
import type { text as MapText } from '../map/map.text.ts'
import type { text as OfflineText } from '../offline/offline.text.ts'
import type { text as FrameText } from '../language/frame.text.ts'
import type { text as FilesText } from '../shared/files/file-choice.tsx'

export const formats: typeof FormatsText = {
  underOneMinute: 'moins de 1 min',
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} h`,
  days: (count) => `${count} j`,
  justNow: (when) => `à l’instant (${when})`,
  units: { in: 'po', psi: 'lb/po²', inches: 'po', 'acre-feet': 'acres-pieds', 'acre-inches': 'acres-pouces' },
  ago: (span, when) => `il y a ${span} (${when})`,
}

export const parts: typeof PartsText = {
  on: 'MARCHE',
  off: 'ARRÊT',
  unclearNumber: 'Écrivez un seul nombre, par exemple 0,75.',
  noGeolocation: 'Votre navigateur ne prend pas en charge la géolocalisation.',
  noLocation: 'Impossible d’obtenir votre position. Veuillez activer les services de localisation.',
  cancel: 'Annuler',
  closeMessage: 'Fermer le message',
  close: 'Fermer',
  trying: 'Nouvel essai…',
  tryAgain: 'Réessayer',
  hide: 'Masquer',
  show: 'Afficher',
  unsavedChanges: 'Modifications non enregistrées',
  discardChanges: 'Annuler les changements',
}

export const calls: typeof CallsText = {
  noAnswer: 'Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.',
  tooMany: 'Trop de demandes. Attendez un peu, puis réessayez.',
  noToken: 'Aucun jeton trouvé. Veuillez vous reconnecter.',
  unreadable: 'La réponse du serveur est illisible. Veuillez réessayer plus tard.',
}

export const map: typeof MapText = {
  notLoaded: 'La carte n’a pas pu être chargée.',
  noWebgl: 'Ce navigateur ne peut pas dessiner la carte\u00A0: WebGL 2 est absent ou désactivé.',
  youAreHere: 'Vous êtes ici',
  imageryMissing: 'Les images satellites n’arrivent pas\u00A0: les contours sont affichés à la place.',
  zoomIn: 'Zoom avant',
  zoomOut: 'Zoom arrière',
  fitToField: 'Cadrer le champ',
  outlinesNaturalEarth: 'Contours\u00A0: Natural Earth',
  halfMile: '½ mille',
  eastWest: 'EO',
  northSouth: 'NS',
}

export const frame: typeof FrameText = {
  logIn: 'Connexion',
  signUp: 'Inscription',
  faq: 'FAQ',
  setSystems: 'Systèmes',
  setGeofences: 'Géobarrières',
  placeSoilProbes: 'Placer les sondes',
  soilProbeGraphs: 'Graphiques',
  historicMaps: 'Cartes passées',
  liveMaps: 'Cartes en direct',
  alerts: 'Alertes',
  alertsWaiting: 'sans réponse',
  desk: 'Bureau',
  deskSystems: 'Systèmes',
  deskConnect: 'Brancher',
  deskPeople: 'Personnes',
  deskRecord: 'Registre',
  menu: 'Menu',
  mainNavigation: 'Principal',
  signingOut: 'Fermeture de votre session',
  logOut: 'Déconnexion',
  skipToContent: 'Aller au contenu',
  unknownError: 'Erreur inconnue',
  loading: 'Chargement…',
  tryAgain: 'Réessayer',
  notFound: '404 Page introuvable',
  unexpectedError: 'Erreur inattendue de l’application',
  goToHomePage: 'Aller à l’accueil',
  sameAsPhone: 'Comme le téléphone',
  light: 'Clair',
  dark: 'Sombre',
  sunlight: 'Plein soleil',
  about: 'À propos',
  contact: 'Nous joindre',
  dataUseConsent: 'Utilisation des données et consentement',
  follow: (company) => `Suivre ${company}`,
  theme: 'Thème',
  language: 'Langue',
}

export const files: typeof FilesText = {
  chooseFile: 'Choisir un fichier',
  chooseAnotherFile: 'Choisir un autre fichier',
}

export const offline: typeof OfflineText = {
  supportRequest: 'Le soutien de votre fournisseur demande à voir vos écrans.',
  answerSupportRequest: 'Répondre',
  noConnection: 'Pas de connexion. Rien n’est encore connu.',
  noConnectionShowing: (at) => `Pas de connexion, état de ${at}.`,
  serverFailed: 'Le service est en panne.',
  newerBuild: (product) =>
    `Une nouvelle version de ${product} est disponible. Ce que vous avez saisi est conservé.`,
  missingPart: 'Une partie de cette page n’a pas pu être chargée. Ce que vous avez saisi est conservé.',
  loadNewBuild: 'La charger',
}
