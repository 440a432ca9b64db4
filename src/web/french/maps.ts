/** French: livemaps. */
import type { text as LivemapsText } from '../live-maps/live-map.text.ts'
import type { text as WeeksText } from '../maps/week.text.ts'

export const livemaps: typeof LivemapsText = {
  mapNotShown: (system) => `La carte en direct de ${system} ne peut pas être affichée pour le moment.`,
  error: 'Erreur',
  tryAgain: 'Réessayer',
  liveMap: 'Carte en direct',
  drawingLiveMap: 'Tracé de la carte en direct…',
  uncertaintyAlt: (system) =>
    `L’écart possible de la carte en direct de ${system}\u00A0: plus c’est foncé, moins c’est sûr`,
  mapAlt: (system, moisture) =>
    `Carte en direct de l’humidité du sol sous ${system}, d’après ses sondes\u00A0: ${moisture}`,
  printedOnPicture: 'L’échelle, les valeurs des sondes et l’heure y sont imprimées.',
  systemsNotFetched:
    'Désolé, nous ne pouvons pas obtenir vos systèmes pour le moment. Veuillez réessayer plus tard.',
  responseInvalid: 'Réponse invalide reçue. Veuillez réessayer plus tard.',
  noToken: 'Aucun jeton trouvé. Veuillez vous reconnecter.',
  noUser: 'L’identifiant de l’utilisateur n’a pas pu être obtenu.',
  mapNotFound: 'La carte choisie est introuvable\u00A0:',
  asOf: (ago) => `En date de ${ago}`,
  title: 'Cartes d’humidité en direct',
  pageHint: 'Choisissez un système pour voir sa carte en direct',
  systemLabel: 'Système\u00A0:',
  loadingSystems: 'Chargement des systèmes…',
  selectSystem: 'Choisir un système',
  noSystems: 'Aucun système n’est encore lié à votre compte.',
  liveMapLabel: 'Carte en direct\u00A0:',
  viewLiveMap: 'Voir la carte en direct',
  explore: 'Explorer',
  loadingSeason: 'Chargement de la saison…',
  allFields: 'Cartes en direct de tous les champs',
  noPicture: 'Pas d’image en ce moment',
}

export const weeks: typeof WeeksText = {
  title: 'Cartes d’humidité passées',
  pageHint: 'Choisissez un mois, un système et une période pour produire votre carte',
  loadingSeason: 'Chargement de la saison…',
  selectMonth: 'Choisir le mois',
  drawingMap: 'Tracé de la carte…',
  generate: 'Produire',
  explore: 'Explorer',
  selectSystem: 'Choisir un système',
  loadingSystems: 'Chargement des systèmes…',
  noSystems: 'Aucun système n’est encore lié à votre compte.',
  systemsNotFetched: 'Vos systèmes n’ont pas pu être obtenus.',
  selectStartDate: 'Choisir la date de début',
  loadingGraphs: 'Chargement des dates…',
  noReadingsInMonth: (system, month) =>
    `${system} n’a aucune lecture en ${month}, quelle que soit l’année. Choisissez un autre mois.`,
  datesNotFetched: (system) => `Les dates de ${system} n’ont pas pu être obtenues.`,
  noSoilReadings: (system) => `${system} n’a pas encore de lectures du sol.`,
  mapNotShown: 'La carte ne peut pas être affichée pour le moment.',
  historicMap: 'Carte passée',
  uncertaintyAlt: (system) =>
    `L’écart possible de la carte d’humidité de ${system}\u00A0: plus c’est foncé, moins c’est sûr`,
  mapAlt: (system, moisture) => `Humidité moyenne du sol sous ${system}\u00A0: ${moisture}`,
  fromProbes: (probes, week, notes) => `D’après ${probes} sondes, ${week}. ${notes}`,
  printedOnPicture: (means, missing) =>
    `${means}; l’échelle et les valeurs des sondes y sont imprimées.${missing}`,
  range: (from, until) => `${from} au ${until}`,
}
