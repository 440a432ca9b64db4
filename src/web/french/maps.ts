/** French: livemaps. */
import type { say as LivemapsWords } from '../live-maps/live-map.text.ts'
import type { say as WeeksWords } from '../maps/week.text.ts'

export const livemaps: typeof LivemapsWords = {
  liveMapCannotShown: (system) => `La carte en direct de ${system} ne peut pas être affichée pour le moment.`,
  error: 'Erreur',
  tryAgain: 'Réessayer',
  liveMap: 'Carte en direct',
  drawingLiveMap: 'Tracé de la carte en direct…',
  howFarOffLive: (system) =>
    `L’écart possible de la carte en direct de ${system}\u00A0: plus c’est foncé, moins c’est sûr`,
  liveMapSoilMoisture: (system, text) =>
    `Carte en direct de l’humidité du sol sous ${system}, d’après ses sondes\u00A0: ${text}`,
  scaleValuesProbesTime: 'L’échelle, les valeurs des sondes et l’heure y sont imprimées.',
  sorryWeCannotFetch:
    'Désolé, nous ne pouvons pas obtenir vos systèmes pour le moment. Veuillez réessayer plus tard.',
  invalidResponseReceivedPlease: 'Réponse invalide reçue. Veuillez réessayer plus tard.',
  noTokenFoundPlease: 'Aucun jeton trouvé. Veuillez vous reconnecter.',
  idUserCouldNot: 'L’identifiant de l’utilisateur n’a pas pu être obtenu.',
  selectedMapNotFound: 'La carte choisie est introuvable\u00A0:',
  asOf: (ago) => `En date de ${ago}`,
  liveMoistureMaps: 'Cartes d’humidité en direct',
  selectSystemViewCorresponding: 'Choisissez un système pour voir sa carte en direct',
  selectSystem: 'Système\u00A0:',
  loadingSystems: 'Chargement des systèmes…',
  selectSystem2: 'Choisir un système',
  noSystemsConnectedYour: 'Aucun système n’est encore lié à votre compte.',
  liveMap2: 'Carte en direct\u00A0:',
  viewLiveMap: 'Voir la carte en direct',
  explore: 'Explorer',
  loadingSeason: 'Chargement de la saison…',
  liveMapsAllFields: 'Cartes en direct de tous les champs',
  noPictureNow: 'Pas d’image en ce moment',
}

export const weeks: typeof WeeksWords = {
  historicMoistureMaps: 'Cartes d’humidité passées',
  selectMonthSystemAvailable: 'Choisissez un mois, un système et une période pour produire votre carte',
  loadingSeason: 'Chargement de la saison…',
  selectMonth: 'Choisir le mois',
  drawingMap: 'Tracé de la carte…',
  generate: 'Produire',
  explore: 'Explorer',
  selectSystem: 'Choisir un système',
  loadingSystems: 'Chargement des systèmes…',
  noSystemsConnectedYour: 'Aucun système n’est encore lié à votre compte.',
  yourSystemsCouldNot: 'Vos systèmes n’ont pas pu être obtenus.',
  selectStartDate: 'Choisir la date de début',
  loadingGraphs: 'Chargement des dates…',
  noReadingsAnyYear: (system, monthName) =>
    `${system} n’a aucune lecture en ${monthName}, quelle que soit l’année. Choisissez un autre mois.`,
  datesCouldNotFetched: (system) => `Les dates de ${system} n’ont pas pu être obtenues.`,
  noSoilReadingsYet: (system) => `${system} n’a pas encore de lectures du sol.`,
  mapCannotShownTime: 'La carte ne peut pas être affichée pour le moment.',
  historicMap: 'Carte passée',
  howFarOffMoisture: (system) =>
    `L’écart possible de la carte d’humidité de ${system}\u00A0: plus c’est foncé, moins c’est sûr`,
  meanSoilMoistureUnder: (system, text) => `Humidité moyenne du sol sous ${system}\u00A0: ${text}`,
  fromProbes: (probes, week, join) => `D’après ${probes} sondes, ${week}. ${join}`,
  scaleValuesProbesPrinted: (what, days) =>
    `${what}; l’échelle et les valeurs des sondes y sont imprimées.${days}`,
  to: (format, format2) => `${format} au ${format2}`,
}
