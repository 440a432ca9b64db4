/** French: prescription. */
import type { say as CellWords } from '../shared/prescription/cell.text.ts'
import type { say as PrescriptionWords } from '../shared/prescription/water.text.ts'

export const prescription: typeof PrescriptionWords = {
  iso76733Work: 'Ordre de travail ISO 7673-3',
  downloadAs: 'Télécharger en',
  fetching: 'Téléchargement…',
  fileCouldNotFetched: (sentence) => `Le fichier n’a pas pu être obtenu\u00A0: ${sentence}`,
  legend: 'Légende',
  noData100: 'Sans données, donc 100\u00A0%',
  geofenceAsDrawn: 'Géobarrière tracée',
  probe: 'Sonde',
  changes: 'Changements',
  noProbePlacedField:
    'Aucune sonde n’est placée dans ce champ; chaque cellule hors des géobarrières reçoit donc 100\u00A0%.',
  noProbeUsableReading:
    'Aucune sonde n’a de lecture utilisable depuis 72 heures; chaque cellule hors des géobarrières reçoit donc 100\u00A0%.',
  systemOffEveryCell:
    'Le système est à l’ARRÊT\u00A0: chaque cellule reçoit 100\u00A0% et les géobarrières sont suspendues.',
  testPatternRunsGeofences: 'Un essai est en cours\u00A0: les géobarrières attendent sa fin.',
  nobodyAppliedSettingsSystem: 'Personne n’a encore appliqué de réglages à ce système.',
  prescription: 'Prescription',
  onTheMap: 'sur la carte',
  inThePicture: 'dans l’image',
  asTable: 'En tableau',
  water: 'Eau',
  onePass: 'Un passage',
  notKnown: 'inconnu',
  whyPercentageHerePress: (place) =>
    `Pourquoi ce pourcentage ici? Touchez un endroit ${place}, ou donnez son angle et sa tour\u00A0:`,
  bearing: 'Angle',
  tower: 'Tour',
  looking: 'Recherche…',
  tower2: (from_deg, to_deg, zone) => `${from_deg}–${to_deg}°, tour ${zone}`,
  confirmUnderSoilZones: 'Confirmez-le sous Zones de sol',
  sayUnderSoilZones: 'Précisez-le sous Zones de sol',
  getsOnePass: (depth) => `Reçoit ${depth} en un passage.`,
  withoutGeofence: (percent) => `Sans la géobarrière\u00A0: ${percent}\u00A0%.`,
  nearestProbeAway: (number, distance_m) => `Sonde la plus proche\u00A0: ${number}, à ${distance_m}.`,
  inches: 'po',
  prescriptionTable: 'Tableau de la prescription',
  tower3: (k) => `Tour ${k}`,
  prescriptionOf: (system, range) => `Prescription de ${system}\u00A0: ${range}`,
  arrowKeysChooseCell: (label) => `${label}. Les flèches choisissent une cellule.`,
  degreesTower: (degrees, degrees2, tower) => `${degrees} à ${degrees2} degrés, tour ${tower}`,
  noCellChosen: 'aucune cellule choisie',
  everyCellGets: (least) => `chaque cellule reçoit ${least}\u00A0%`,
  cellsGet: (least, most) => `les cellules reçoivent ${least} à ${most}\u00A0%`,
  onlyDryPartPass: 'Seule la partie sèche d’un passage est arrosée\u00A0: ce n’est pas une économie.',
  lessThanUniformPass: 'De moins qu’un passage uniforme',
  deficitStays: 'Manque restant',
  withoutData: 'Sans données',
  notAllSavingPart:
    'Tout n’est pas une économie\u00A0: une partie du champ reste en manque, ou n’est pas connue.',
  efficiencyShareWaterLeaving:
    'Efficacité\u00A0: la part de l’eau sortie des buses qui arrive aux racines. Le propriétaire la règle sous Eau et pompe.',
  rainCropUseRain: (word) =>
    `Pluie et besoins de la culture\u00A0: ${word}. La pluie diminue ce qui est demandé, les besoins de la culture s’y ajoutent.`,
  weatherField: 'selon la météo de ce champ',
  noWeatherKnownField: 'aucune météo n’est connue pour ce champ, donc ni l’un ni l’autre n’est compté',
  uniformPassLeavesApplication:
    'Un passage uniforme donne partout le taux d’application. Le manque restant est ce qui manque au sol connu pour atteindre l’humidité visée après ce passage; le terrain gardé à 0\u00A0% par une géobarrière n’est pas compté. Le terrain sans données reçoit le plein taux.',
  estimatedByTension: 'Son eau est estimée d’après la tension.',
  waterOfProbesEstimated: (numbers) =>
    `Estimée d’après la tension, par la courbe de rétention de la texture du sol\u00A0: sonde ${numbers}.`,
  tensionWithoutTexture: (numbers) =>
    `La sonde ${numbers} mesure la tension dans un sol sans texture et ne compte donc pas ici. Choisissez sa texture sous Placer les sondes ou Zones de sol.`,
  soilZone: 'de la zone de sol',
  nearestProbe: 'de la sonde la plus proche',
  ofTheSystem: 'du système',
  assumedTexture: 'supposé d’après la texture',
  guessed: ', deviné',
  fullEmptyVolume: (percent, percent2, whose) =>
    `Plein à ${percent}, vide à ${percent2} en volume, ${whose}.`,
  notKnown2: (depths) => `${depths}\u00A0: inconnu`,
  availableWaterVolume: (depths, available, percent) =>
    `${depths}\u00A0: ${available}\u00A0% d’eau utile, ${percent} en volume`,
  inOfTheCells: (text) => `dans ${text}\u00A0% des cellules`,
  sensorsReachOnlyRoot: (reached, depthNumber, unit, least, where) =>
    `Les capteurs n’atteignent que ${reached} des ${depthNumber} ${unit} de la zone des racines (${least}\u00A0%)${where}.`,
  deeperSoilTakenHold: 'Le sol plus profond est présumé retenir la même part de son eau.',
  nothing: 'rien',
  none: 'aucun',
  ofTheField: (blind) => `${blind} du champ`,
  ofRain: (depth) => `${depth} de pluie`,
  noRain: 'aucune pluie',
  usedCrop: (depth) => `${depth} utilisés par la culture`,
  noCropUse: 'aucun besoin de la culture',
  reckonedEfficiencyUntilArm: (text, rain, et) =>
    `Calculé avec une efficacité de ${text}, ${rain}, ${et} d’ici l’arrivée du bras`,
  unknown: 'inconnu',
}

export const cell: typeof CellWords = {
  off: 'le système est à l’ARRÊT, chaque cellule reçoit le plein taux',
  testOpen: 'essai, cette tour est ouverte',
  testClosed: 'essai sur une autre tour',
  pumpRaised: (soil) => `${soil}; augmenté pour que la pompe débite assez au-dessus de ce secteur`,
  noTower: 'le système n’a pas cette tour',
  alreadyWatered: 'a reçu son eau avant l’arrêt du passage, seul l’arc sec est terminé',
  noData: (soil) => `${soil}, donc plein taux`,
  geofence: (soil, name, percent) => `${soil}, la géobarrière «\u00A0${name}\u00A0» impose ${percent}`,
  belowLeast: (soil) => `${soil}, moins que ce que les valves peuvent donner`,
  tooSmallToClose: (soil) => `${soil}, changement trop petit pour fermer les valves`,
  tooSmallToOpen: (soil) => `${soil}, changement trop petit pour ouvrir les valves`,
  passBrings: (soil, depth) => `${soil}, un passage apporte ${depth}`,
  notKnown: 'aucune humidité connue ici',
  none: 'rien',
  holds: (share, volume) => `retient ${share} de son eau utile (${volume} en volume)`,
  onTarget: (held, when) => `${held}, à la visée${when}`,
  shortOfTarget: (held, depth, when) => `${held}, ${depth} sous la visée${when}`,
  aboveTarget: (held, depth, when) => `${held}, ${depth} au-dessus de la visée${when}`,
  whenArmArrives: (used) => ` à l’arrivée du bras (avec ${used} que la culture prend d’ici là)`,
  whenArmArrivesAfterRain: (used, rain) =>
    ` à l’arrivée du bras (avec ${used} que la culture prend et ${rain} de pluie d’ici là)`,
}
