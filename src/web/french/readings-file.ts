/** French: files of readings. */
import type { ImportSentences, QUANTITY_WORDS } from '#contract/imports/import-sentences.ts'
import type { text as ReadingsFileText } from '../shared/readings-file/readings-file.text.ts'

export const readingsfile: typeof ReadingsFileText = {
  importReadings: 'Importer des lectures',
  description:
    'Le fichier d’un enregistreur\u00A0: Campbell, METER, HOBO, Sentek, ISMN, TOMST, SCAN, SNOTEL ou tout tableau. Rien n’est enregistré avant que vous ayez vu comment il a été compris.',
  reading: 'Lecture du fichier…',
  storing: 'Enregistrement…',
  cancel: 'Annuler',
  cancelled:
    'Annulé. Ce qui était déjà enregistré reste; le même fichier enregistre plus tard le reste, et rien deux fois.',
  tooLarge: (mb) => `Un fichier a ici au plus ${mb} Mo; la commande les prend tous.`,
  notInFile: 'Le fichier ne dit pas ceci',
  understood: 'Compris',
  columns: 'Colonnes du fichier',
  sensorOf: (name) => `Quel capteur est ${name}`,
  sensorHint: 'P3-20cm, un numéro pour un pluviomètre ou un compteur, ou none pour laisser de côté',
  leftOut: (why) => `laissée de côté\u00A0: ${why}`,
  firstReadings: 'Les premières lectures',
  counts: (readings, lines, stored, known, invalid) =>
    `Lignes\u00A0: ${lines}. Lectures\u00A0: ${readings}, dont nouvelles\u00A0: ${stored}, déjà connues\u00A0: ${known}, gardées comme non valides\u00A0: ${invalid}.`,
  refusedLines: (count) => `Lignes refusées\u00A0: ${count}`,
  line: (number, reason) => `ligne ${number}\u00A0: ${reason}`,
  andMore: (count) => `et ${count} de plus`,
  changeReading: 'Dire comment le lire',
  readAgain: 'Relire',
  asFileSays: 'Comme dit le fichier',
  wholeFile: 'Tout le fichier est de la sonde',
  stations: 'Sondes des stations',
  stationsHint: 'Par exemple Nord=1,Sud=2',
  moistureIn: 'Humidité en',
  depthsIn: 'Profondeurs en',
  datesAs: 'Dates comme',
  decimalsWith: 'Décimales avec',
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
  forgetAnswers: 'Oublier ce qui a été dit avant',
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

/** Quantities by their English word; any other word is shown as it is. */
const QUANTITIES: Record<keyof typeof QUANTITY_WORDS, true> = {
  moisture: true,
  tension: true,
  temperature: true,
  ec: true,
  rain: true,
  rainTotal: true,
  flow: true,
  volume: true,
  battery: true,
  charge: true,
}
const quantityIn = (quantity: string): string => {
  const words: Partial<Record<string, string | object>> = readingsfile
  const word = Object.hasOwn(QUANTITIES, quantity) ? words[quantity] : undefined
  return typeof word === 'string' ? word : quantity
}

/** Questions and refusals of the import, without the options of the command line. */
export const importmessages: ImportSentences = {
  raw_counts: () => 'les valeurs brutes d’un capteur ne mesurent rien avant l’étalonnage',
  permittivity: () => 'une permittivité n’est pas une teneur en eau avant l’étalonnage',
  not_in_soil: () => 'ce n’est pas mesuré dans le sol',
  quality_flag: () => 'elle dit la qualité d’une valeur et n’en est pas une',
  number_unsaid: () => 'rien ne dit de quelle sonde, de quel pluviomètre ou compteur elle est',
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
  share_of_capacity: () =>
    'c’est une part de ce que le sol peut retenir, une limite ou une prévision, et non une part mesurée de son volume',
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
  ask_degrees: (name, least, most) =>
    `rien ne dit l’unité de ${name}, et ses nombres, de ${least} à ${most}, peuvent être des °C ou des °F; écrivez l’unité après le capteur (par exemple P1-30cm °C)`,
  ask_hot: (name, unit, most) =>
    `${name} dit ${unit}, mais ses nombres vont jusqu’à ${most}, ce qu’aucun sol n’atteint en °C; écrivez l’unité après le capteur (par exemple P1-30cm °F)`,
  ask_zone_column: (name, zones) =>
    `la colonne ${name} dit ${zones}, ce qui n’est pas une seule horloge connue ici; dites si l’enregistreur suit les changements du fuseau`,
  ask_station: (columns) =>
    `dites de quelle sonde est le fichier, ou quelle sonde est à chaque station; colonnes du fichier\u00A0: ${columns}`,
  ask_time: (columns) => `aucune colonne ne donne l’heure; colonnes du fichier\u00A0: ${columns}`,
  ask_depth: (columns) => `aucune colonne ne donne la profondeur; colonnes du fichier\u00A0: ${columns}`,
  ask_depth_unit: (name, most) =>
    `les profondeurs de ${name} vont jusqu’à ${most}, ce qui n’est guère en centimètres; dites en quoi elles sont`,
  ask_apart: (time) =>
    `${time} revient plusieurs fois pour un même capteur, avec des nombres différents; une colonne doit les distinguer`,
  ask_value: (columns) =>
    `aucune colonne ne donne l’humidité ni la tension; colonnes du fichier\u00A0: ${columns}`,
  ask_nothing: (names) =>
    `le fichier n’a aucune colonne d’humidité ni de tension; pourquoi pas ${names}, c’est écrit à côté`,
  ask_unit_of: (name, quantity, units) =>
    `rien ne dit l’unité de ${name} (${quantityIn(quantity)}); écrivez-la après le capteur, par exemple P1-30cm kPa (${units})`,
  ask_unit_other: (name, unit, quantity, units) =>
    `${name} est en ${unit}, ce qui n’est pas une unité pour ${quantityIn(quantity)}; écrivez-la après le capteur (${units})`,
  ask_two_units: (units) => `les colonnes disent des unités différentes (${units}); importez-les une par une`,
  ask_unit_unknown: (name, unit, units) =>
    `la colonne ${name} est en ${unit}, une unité inconnue ici; dites laquelle c’est (${units})`,
  ask_two_at_depth: (option, quantity, depth) =>
    `deux colonnes donneraient la même mesure (${quantity}) à ${depth} cm dans ${option}; dites de quelle sonde est chacune`,
  ask_no_column: (name, columns) =>
    `aucune colonne ne s’appelle ${name}; colonnes du fichier\u00A0: ${columns}`,
  ask_called_alike: (name, count) =>
    `${count} colonnes s’appellent ${name}, et personne ne peut dire laquelle est la bonne; donnez-leur des noms différents dans le fichier`,

  say_probe: () => 'un numéro de sonde n’a que des chiffres',
  say_clock: () => 'l’horloge suit les changements du fuseau, ou garde l’heure normale',
  say_depth_unit: (units) => `les profondeurs sont dans l’une de ces unités\u00A0: ${units}`,
  say_sensor: (item) =>
    `«\u00A0${item}\u00A0» n’est pas compris; écrivez P3-20cm, un numéro pour un pluviomètre, un compteur ou une pile, ou none`,
  say_unit: (unit, units) => `l’unité ${unit} n’est pas connue; c’est l’une de ${units}`,
  say_decimal: () => 'les décimales sont séparées par un point ou par une virgule',
  say_order: () => 'les dates se lisent DMY, MDY ou YMD',
  say_delimiter: () => 'un seul caractère sépare les colonnes',
  say_header_line: () => 'la ligne des noms est un numéro de ligne',
  say_zone: (zone) => `${zone} n’est pas un fuseau horaire; il a un nom comme America/Edmonton`,
  say_pairs: (item) => `«\u00A0${item}\u00A0» n’est pas compris; écrivez Nord=1,Sud=2`,
  say_number: () => 'un numéro de sonde a au plus six chiffres',

  file_workbook: () =>
    'c’est un classeur ou une archive; enregistrez la feuille en CSV et importez ce fichier',
  file_binary: (format) =>
    `c’est un fichier binaire d’un enregistreur Campbell (${format}); convertissez-le en TOA5 avec CardConvert ou LoggerNet`,
  file_no_text: () => 'ce n’est pas un fichier de texte',
  sqlite_memory: () => 'la base de données demande trop de mémoire',
  sqlite_end: () => 'la base de données ne se lit pas jusqu’au bout',
  sqlite_damaged: () => 'la base de données est endommagée',
  sqlite_damage: (found) => `la base de données est endommagée (${found})`,
  sqlite_closed: () => 'la base de données ne s’ouvre pas',
  sqlite_long: () => 'la base de données contient une valeur ou une définition trop longue',
  sqlite_none: () => 'ce n’est pas une base SQLite, ou elle est chiffrée',
  sqlite_says: (message) => `la base de données ne se lit pas; SQLite dit\u00A0: ${message}`,
  table_many: (count) => `la base de données a plus de ${count} tables; exportez celle des lectures`,
  table_missing: () => 'la base de données n’a aucune table',
  table_unknown: (table, tables) => `aucune table ne s’appelle ${table}; tables du fichier\u00A0: ${tables}`,
  table_unsuited: (tables) =>
    `d’après leurs colonnes, aucune table ne contient de lectures; tables du fichier\u00A0: ${tables}`,
  table_several: (tables) =>
    `plusieurs tables peuvent contenir les lectures (${tables}); exportez la bonne seule`,
  table_wide: (table, count) => `la table ${table} a plus de ${count} colonnes`,

  refused_time: (cell) => `${cell} n’est pas une heure`,
  refused_skipped: (cell, zone) => `${cell} n’existe pas à l’heure de ${zone}`,
  refused_thrice: (cell) => `${cell} revient plus de deux fois dans une heure qui passe deux fois`,
  refused_station: (cell) => `${cell} n’est pas un numéro de sonde; dites quelle sonde est à cette station`,
  refused_same: (cell, other, probe) =>
    `${cell} et ${other} seraient tous deux la sonde ${probe}; dites quelle sonde est à chaque station`,
  refused_figure: (cell) => `${cell} n’est pas un nombre`,
  refused_beyond: (cell, quantity) => `aucun sol n’a ${cell} (${quantityIn(quantity)})`,
  refused_depth: (cell) => `${cell} n’est pas une profondeur en cm`,
  refused_flag: (flag) => `son indicateur de qualité est ${flag}`,
  refused_array: (read, array) => `seul le tableau ${read} est lu; celui-ci est le ${array}`,
  refused_cells: (count, named) => `${count} cellules, mais ${named} noms de colonnes`,
  refused_long: (kib) => `elle dépasse ${kib} Kio`,
  refused_quotes: () => 'les guillemets de cette ligne ne se ferment pas',
  refused_columns: (line) =>
    `elle est sous les autres noms de la ligne ${line}; importez cette partie comme un fichier à part`,

  read_unit: (quantity, unit) => `${quantityIn(quantity)} en ${unit}`,
  read_comma: () => 'virgule décimale',
  clock_absolute: () => 'heures absolues',
  clock_offset: (offset, by) => `heures d’UTC${offset} (${by})`,
  clock_offset_told: (offset) => `heures d’UTC${offset} (d’après le fichier)`,
  clock_standard: (offset, zone) => `heures d’${offset}, l’heure normale de ${zone}, toute l’année`,
  clock_zone: (zone) => `heures de ${zone}`,
  clock_dates: (order) => `dates lues ${order}`,
  clock_serial: () => 'jours depuis le 1899-12-30, comme les comptent les tableurs',
  clock_first: (time, zone) =>
    `${time} passe deux fois aux horloges de ${zone}; des deux, c’est la première fois`,
  said_before: (day, options) => `comme dit le ${day} pour cet enregistreur\u00A0: ${options}`,
}
