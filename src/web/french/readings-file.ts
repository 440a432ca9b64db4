/** French: files of readings. */
import type { ImportSentences } from '#contract/imports/import-sentences.ts'
import type { say as ReadingsFileWords } from '../shared/readings-file/readings-file.text.ts'

export const readingsfile: typeof ReadingsFileWords = {
  importReadings: 'Importer des lectures',
  whatItTakes:
    'Le fichier d’un enregistreur\u00A0: Campbell, METER, HOBO, Sentek, ISMN, TOMST, SCAN, SNOTEL ou tout tableau. Rien n’est enregistré avant que vous ayez vu comment il a été compris.',
  reading: 'Lecture du fichier…',
  storing: 'Enregistrement…',
  cancel: 'Annuler',
  cancelled:
    'Annulé. Ce qui était déjà enregistré reste; le même fichier enregistre plus tard le reste, et rien deux fois.',
  tooLarge: (mb) => `Un fichier a ici au plus ${mb} Mo; la commande les prend tous.`,
  question: 'Le fichier ne dit pas ceci',
  understood: 'Compris',
  columns: 'Colonnes du fichier',
  sensorOf: (name) => `Quel capteur est ${name}`,
  sensorHint: 'P3-20cm, un numéro pour un pluviomètre ou un compteur, ou none pour laisser de côté',
  leftOut: (why) => `laissée de côté\u00A0: ${why}`,
  firstReadings: 'Les premières lectures',
  counts: (readings, lines, stored, known, invalid) =>
    `Lignes\u00A0: ${lines}. Lectures\u00A0: ${readings}, dont nouvelles\u00A0: ${stored}, déjà connues\u00A0: ${known}, gardées comme non valides\u00A0: ${invalid}.`,
  refused: (count) => `Lignes refusées\u00A0: ${count}`,
  more: (count) => `et ${count} de plus`,
  sayHow: 'Dire comment le lire',
  readAgain: 'Relire',
  asFileSays: 'Comme dit le fichier',
  wholeFile: 'Tout le fichier est de la sonde',
  stations: 'Sondes des stations',
  stationsHint: 'Par exemple Nord=1,Sud=2',
  moistureIn: 'Humidité en',
  depthsIn: 'Profondeurs en',
  datesAs: 'Dates comme',
  figuresWith: 'Décimales avec',
  clock: 'L’horloge de l’enregistreur',
  clockLocal: 'suit les changements du fuseau',
  clockStandard: 'garde l’heure normale toute l’année',
  dmy: 'jour, mois, année',
  mdy: 'mois, jour, année',
  ymd: 'année, mois, jour',
  point: 'point',
  comma: 'virgule',
  store: (count) => `Enregistrer les lectures (${count})`,
  stored: (count, known) => `Lectures enregistrées\u00A0: ${count}. Déjà connues\u00A0: ${known}.`,
  forget: 'Oublier ce qui a été dit avant',
  station: 'station',
  depth: 'profondeur',
  time: 'heure',
  moisture: 'humidité',
  tension: 'tension',
  temperature: 'température',
  ec: 'salinité',
  rain: 'pluie',
  rainTotal: 'compteur de pluie',
  flow: 'débit',
  volume: 'compteur d’eau',
  battery: 'pile',
  charge: 'charge de la pile',
}

/** What the import itself asks and leaves out; on a page nobody types an option. */
export const importsaid: ImportSentences = {
  raw_counts: () => 'les valeurs brutes d’un capteur ne mesurent rien avant l’étalonnage',
  permittivity: () => 'une permittivité n’est pas une teneur en eau avant l’étalonnage',
  not_in_soil: () => 'ce n’est pas mesuré dans le sol',
  count_unsaid: () => 'rien ne dit ce qui est compté',
  name_unknown: () => 'son nom ne dit rien de connu ici',
  nothing_kept: () => 'rien de tel n’est gardé ici',
  ion_count: () => 'sa salinité est un compte d’ions sans unité, pas une conductivité',
  spread: () => 'c’est un écart ou un extrême, pas la valeur même',
  layer_needed: (unit, say) => `${unit} d’eau se rapporte à une couche de sol; dites ${say}`,
  unit_of_other: (unit) => `${unit} n’en est pas une unité`,
  unit_unknown: (unit) => `son unité (${unit}) n’est pas connue`,
  file_name: () => 'd’après le nom du fichier, ce n’est pas mesuré dans le sol',
  where: () => 'elle dit où, pas combien',
  flag_lines: () => 'les lignes qu’elle ne dit pas bonnes (G) sont refusées',
  flag_counts: () => 'l’indicateur d’ISMN compte',
  in_air: () => 'c’est mesuré dans l’air',
  not_of_soil: () => 'elle ne dit rien du sol',
  table_number: () => 'c’est le numéro du tableau',
  said_so: () => 'vous avez dit de la laisser de côté',
  depth_unsaid: () => 'rien ne dit à quelle profondeur c’est mesuré',
  ec_unit_unsaid: () => 'une salinité sans unité pourrait être n’importe quoi',
  battery_unit_unsaid: () => 'rien ne dit l’unité de la pile',
  other_is_kept: (name) => `de ce capteur, ${name} est gardée`,
  not_needed: () => 'elle n’est pas utile ici',
  ask_decimal: () => 'les nombres ont tantôt un point, tantôt une virgule; dites lequel sépare les décimales',
  ask_order: (date) =>
    `la date ${date} se lit de plusieurs façons; dites l’ordre du jour, du mois et de l’année`,
  ask_skipped: (time, zone, standard) =>
    `${time} n’existe pas à l’heure de ${zone}, qui saute cette heure; dites si l’enregistreur garde ${standard} toute l’année ou suit l’heure d’été`,
  ask_once: (time, zone, standard) =>
    `${time} n’est qu’une fois dans le fichier, alors que l’heure de ${zone} passe deux fois par là; dites si l’enregistreur garde ${standard} toute l’année ou suit l’heure d’été`,
  ask_depths: (names, example) =>
    `la profondeur manque pour ${names}; écrivez la sonde et la profondeur à côté de chaque colonne (par exemple ${example})`,
  ask_same_names: (name) =>
    `deux colonnes s’appellent ${name}, et personne ne peut les distinguer; donnez-leur des noms différents dans le fichier`,
  ask_twins: (one, other) =>
    `${one} et ${other} seraient le même capteur; dites lequel est lequel, ou écrivez none pour en laisser un de côté`,
  ask_unit: (from, to, units) =>
    `les nombres vont de ${from} à ${to}, ce qui n’est pas une teneur en eau en m3/m3; dites l’unité (${units})`,
  ask_unit_said: (unit, from, to, units) =>
    `la colonne dit ${unit}, mais ses nombres vont de ${from} à ${to}; dites l’unité (${units})`,
  ask_warm: (name, most) =>
    `rien ne dit l’unité de ${name}, et ses nombres vont jusqu’à ${most}, ce qu’aucun sol n’atteint en °C; écrivez l’unité après le capteur (par exemple P1-30cm °F)`,
  ask_station: (columns) =>
    `dites de quelle sonde est le fichier, ou quelle sonde est à chaque station; colonnes du fichier\u00A0: ${columns}`,
  ask_time: (columns) => `aucune colonne ne donne l’heure; colonnes du fichier\u00A0: ${columns}`,
  ask_depth: (columns) => `aucune colonne ne donne la profondeur; colonnes du fichier\u00A0: ${columns}`,
  ask_apart: (time) =>
    `${time} revient plusieurs fois pour un même capteur, avec des nombres différents; une colonne doit les distinguer`,
}
