/** Messages about imported readings files: a code with parameters, and its English text. */
import * as z from 'zod/mini'

const raw = 'raw counts of a sensor are no measurement until they are calibrated'

/** Measured quantities, as messages name them. */
export const QUANTITY_WORDS = {
  moisture: 'moisture',
  tension: 'tension',
  temperature: 'temperature',
  ec: 'salinity',
  rain: 'rain',
  rainTotal: 'rain counter',
  flow: 'flow',
  volume: 'water counter',
  battery: 'battery',
  charge: 'battery charge',
} as const
const quantityWord = (quantity: string): string =>
  Object.entries(QUANTITY_WORDS).find(([key]) => key === quantity)?.[1] ?? quantity
const sqlite = 'the file cannot be imported: '

/**
 * Why a column is ignored or a line refused, what cannot be derived from a file, and how its clock is interpreted; options
 * are written as on the command line.
 */
const importSentences = {
  raw_counts: () => raw,
  permittivity: () => 'a permittivity is no water content until it is calibrated',
  not_in_soil: () => 'it is not measured in the soil',
  quality_flag: () => 'it says how good a value is, and is none itself',
  number_unsaid: () => 'it is not said of which probe, gauge or meter it is',
  count_unsaid: () => 'it is not said what was counted',
  name_unknown: () => 'its name says nothing that is known here',
  nothing_kept: () => 'it is nothing that is kept here',
  ion_count: () => 'its salinity is a count of ions without a unit, which is no conductivity',
  spread: () => 'it is a spread or an extreme, not the value itself',
  layer_needed: (unit: string, say: string) =>
    `${unit} of water need the layer that they are of: say ${say} with --sensors`,
  unit_of_other: (unit: string) => `${unit} is no unit of it`,
  unit_unknown: (unit: string) => `its unit "${unit}" is not known`,
  file_name: () => 'by the name of the file it is not measured in the soil',
  where: () => 'it says where, not how much',
  flag_lines: () => 'lines that it does not call good (G) are refused',
  flag_counts: () => 'the flag of ISMN counts',
  in_air: () => 'it is measured in the air',
  not_of_soil: () => 'it says nothing of the soil',
  table_number: () => 'it is the number of the table',
  said_so: () => 'it was said to be left out',
  depth_unsaid: () => 'it is not said how deep it is measured',
  ec_unit_unsaid: () => 'a salinity without a unit could be anything',
  battery_unit_unsaid: () => 'the unit of the battery is not said',
  share_of_capacity: () =>
    'it is a share of what the soil can hold, a limit or a forecast, and no measured share of its volume',
  other_is_kept: (name: string) => `of this sensor ${name} is kept`,
  not_needed: () => 'it is not needed',

  ask_decimal: () =>
    'decimal: figures with a point and figures with a comma stand in the file; say with --decimal which it is',
  ask_order: (date: string) =>
    `date order: "${date}" can be read in more than one way; say with --date-order whether it is DMY, MDY or YMD`,
  ask_skipped: (time: string, zone: string, standard: string) =>
    `clock: ${time} does not exist in ${zone}, where clocks skip that hour; say with --clock standard if the logger keeps ${standard} all year, or with --clock local if it follows the clocks of ${zone}`,
  ask_once: (time: string, zone: string, standard: string) =>
    `clock: ${time} stands once in the file, but clocks of ${zone} show that hour twice; say with --clock standard if the logger keeps ${standard} all year, or with --clock local if it follows the clocks of ${zone}`,
  ask_depths: (names: string, example: string, verb: string) =>
    `sensors: it is not said how deep ${names} ${verb}; say with --sensors "${example}", which names probe and depth`,
  ask_same_names: (name: string, where: string) =>
    `sensors: two columns are called "${name}"${where}, so that nobody can say which sensor is which; name them apart in the file`,
  ask_twins: (one: string, other: string, quantity: string, where: string) =>
    `sensors: "${one}" and "${other}" would both be ${quantity}${where} of one probe; say with --sensors which is which, or "${other}=none" to leave one out`,
  ask_unit: (from: string, to: string, units: string) =>
    `unit: the figures run from ${from} to ${to}, which is no water content in m3/m3; say with --unit which it is: ${units}`,
  ask_unit_said: (unit: string, from: string, to: string, units: string) =>
    `unit: the column says ${unit}, but its figures run from ${from} to ${to}; say with --unit which it is: ${units}`,
  ask_warm: (name: string, most: string) =>
    `sensors: the unit of "${name}" is not said, and its figures run to ${most}, which is no soil in °C; say it behind the sensor, as in --sensors "${name}=P1-30cm °F"`,
  ask_degrees: (name: string, least: string, most: string) =>
    `sensors: the unit of "${name}" is not said, and its figures, ${least} to ${most}, could be °C or °F; say it behind the sensor, as in --sensors "${name}=P1-30cm °C"`,
  ask_hot: (name: string, unit: string, most: string) =>
    `sensors: "${name}" says ${unit}, but its figures run to ${most}, which no soil has in °C; say it behind the sensor, as in --sensors "${name}=P1-30cm °F"`,
  ask_zone_column: (name: string, zones: string) =>
    `clock: the column "${name}" says ${zones}, which is not one clock that is known here; say with --time-zone which it is, or with --clock local if it follows the clocks of the system`,
  ask_station: (columns: string) =>
    `station: say with --station which column it is, or with --probe whose file it is; the file has ${columns}`,
  ask_time: (columns: string) => `time: say with --time which column it is; the file has ${columns}`,
  ask_depth: (columns: string) =>
    `depth: say with --depth which column it is, or with --depths COLUMN=CM,.. for a wide file; the file has ${columns}`,
  ask_value: (columns: string) =>
    `value: say with --value which column it is, or with --depths COLUMN=CM,.. for a wide file; the file has ${columns}`,
  ask_depth_unit: (name: string, most: string) =>
    `depth unit: the depths of "${name}" run to ${most}, which are hardly centimetres; say with --depth-unit which it is: cm, m, mm, in or ft`,
  ask_apart: (time: string) =>
    `station: ${time} stands several times for one sensor, with different figures; say with --station which column tells them apart, or with --time DATE+CLOCK if the clock stands in a column of its own`,
  ask_nothing: (_names: string, whys: string) =>
    `value: the file has no column of moisture or tension; ${whys}`,
  ask_unit_of: (name: string, quantity: string, units: string) =>
    `sensors: the unit of "${name}" is not said; say it behind the sensor, as in --sensors "${name}=P1-30cm ${quantity === 'tension' ? 'kPa' : 'UNIT'}", one of ${units}`,
  ask_unit_other: (name: string, unit: string, quantity: string, units: string) =>
    `sensors: "${name}" is in ${unit}, which is no unit of ${quantityWord(quantity)}; say it behind the sensor, as in --sensors "${name}=P1-30cm ${quantity === 'tension' ? 'kPa' : 'UNIT'}", one of ${units}`,
  ask_two_units: (units: string) => `unit: the columns name ${units}; import them one by one`,
  ask_unit_unknown: (name: string, unit: string, units: string) =>
    `unit: the column "${name}" is in ${unit}, which is no unit of water content known here; say with --unit if it is one of ${units}`,
  ask_two_at_depth: (option: string, quantity: string, depth: string) =>
    `${option}: two columns are said to hold ${quantity} at ${depth} cm; say with --sensors which probe each is of`,
  ask_no_column: (name: string, columns: string, option: string, more: string) =>
    `${option}: there is no column "${name}"${more}; the file has ${columns}`,
  ask_called_alike: (name: string, count: string, option: string) =>
    `${option}: ${count} columns are called "${name}", so that nobody can say which is meant; name them apart in the file`,

  say_probe: () => '--probe: a probe number is digits',
  say_clock: () => '--clock: local or standard',
  say_depth_unit: (units: string) => `--depth-unit: one of ${units}`,
  say_sensor: (item: string) =>
    `--sensors: "${item}" is not understood; it is COLUMN=P3-20cm, COLUMN=3 for a gauge, a meter or a battery, or COLUMN=none`,
  say_unit: (unit: string, units: string) => `--unit: "${unit}" is not known; it is one of ${units}`,
  say_decimal: () => '--decimal: a point or a comma',
  say_order: () => '--date-order: DMY, MDY or YMD',
  say_delimiter: () => '--delimiter: one character',
  say_header_line: () => '--header-line: the number of the line with the names of the columns',
  say_zone: (zone: string) =>
    `--time-zone: "${zone}" is no time zone; it has a name such as America/Edmonton`,
  say_pairs: (item: string) => `not understood: ${item}; the values are read as NAME=NUMBER,NAME=NUMBER`,
  say_number: () => 'a probe number is digits, six at most',

  file_workbook: () => 'this is a workbook or an archive; save the sheet as CSV and import that',
  file_binary: (format: string) =>
    `this is a binary file of a Campbell logger (${format}); convert it to TOA5 with CardConvert or LoggerNet and import that`,
  file_no_text: () => 'this is no text file',
  sqlite_memory: () => `${sqlite}it needs too much memory`,
  sqlite_end: () => `${sqlite}it cannot be read to its end`,
  sqlite_damaged: () => `${sqlite}it is damaged`,
  sqlite_damage: (found: string) => `${sqlite}it is damaged (${found})`,
  sqlite_closed: () => `${sqlite}it cannot be opened`,
  sqlite_long: () => `${sqlite}it holds a value or a definition that is too long`,
  sqlite_none: () => `${sqlite}it is no SQLite database, or an encrypted one`,
  sqlite_says: (message: string) => `${sqlite}SQLite says: ${message}`,
  table_many: (count: string) => `the file has more than ${count} tables; export the one with the readings`,
  table_missing: () => 'the database has no table',
  table_unknown: (table: string, tables: string) =>
    `table: there is no table "${table}"; the file has ${tables}`,
  table_unsuited: (tables: string) =>
    `table: none holds readings by the names of its columns; the file has ${tables}; say with --table, and with the options of columns`,
  table_several: (tables: string) => `table: readings could be in ${tables}; say with --table`,
  table_wide: (table: string, count: string) => `table: "${table}" has more than ${count} columns`,

  refused_time: (cell: string) => `${cell} is not a time`,
  refused_skipped: (cell: string, zone: string) => `${cell} does not exist on the clocks of ${zone}`,
  refused_thrice: (cell: string) => `${cell} stands more than twice in an hour that clocks show twice`,
  refused_station: (cell: string) => `${cell} is no probe number; say which with --probes`,
  refused_same: (cell: string, other: string, probe: string) =>
    `${cell} and ${other} would both be probe ${probe}; say which with --probes`,
  refused_figure: (cell: string) => `${cell} is not a number`,
  refused_beyond: (cell: string, quantity: string) => `${cell} is no ${quantityWord(quantity)} of a soil`,
  refused_depth: (cell: string) => `${cell} is not a depth in cm`,
  refused_flag: (flag: string) => `its flag of quality is ${flag}`,
  refused_array: (readArray: string, array: string) =>
    `only array ${readArray} is read; array ${array} is not`,
  refused_cells: (count: string, headerCount: string) => `${count} cells, but the header has ${headerCount}`,
  refused_long: (kib: string) => `longer than ${kib} KiB`,
  refused_quotes: () => 'the quotation marks of this line do not close',
  refused_columns: (line: string) =>
    `it stands below the other names of line ${line}; import that part as a file of its own`,

  read_unit: (quantity: string, unit: string) => `${quantityWord(quantity)} in ${unit}`,
  read_comma: () => 'decimal comma',
  clock_absolute: () => 'absolute times',
  clock_offset: (offset: string, by: string) => `times of UTC${offset} (${by})`,
  clock_offset_told: (offset: string) => `times of UTC${offset} (the file says so)`,
  clock_standard: (offset: string, zone: string) =>
    `times of ${offset}, the standard time of ${zone}, all year`,
  clock_zone: (zone: string) => `times of ${zone}`,
  clock_dates: (order: string) => `dates as ${order}`,
  clock_serial: () => 'days since 1899-12-30, as spreadsheets count them',
  clock_first: (time: string, zone: string) =>
    `${time} is shown twice by clocks of ${zone}; of the two it is the first`,
  said_before: (day: string, options: string) => `as said for this logger on ${day}: ${options}`,
}

export type ImportSentences = typeof importSentences
export type ImportCode = keyof typeof importSentences

/** A message as sent: its code and parameters. */
export const importSaid = z.object({ code: z.string(), params: z.array(z.string()) })

export interface ImportMessage {
  code: ImportCode
  params: string[]
}

export const importMessage = <C extends ImportCode>(
  code: C,
  ...params: Parameters<ImportSentences[C]>
): ImportMessage => ({ code, params })

export const importSentence = ({ code, params }: ImportMessage): string =>
  String(Reflect.apply(importSentences[code], undefined, params))
