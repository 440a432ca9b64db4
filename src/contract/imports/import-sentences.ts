/** Sentences about files of readings that are not a form's: a code with parameters on the wire, and its English. */
import * as z from 'zod/mini'

const raw = 'raw counts of a sensor are no measurement until they are calibrated'

/** Why a column is left out, and what a file leaves open; an option is written as the command has it. */
const importSentences = {
  raw_counts: () => raw,
  permittivity: () => 'a permittivity is no water content until it is calibrated',
  not_in_soil: () => 'it is not measured in the soil',
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
  ask_station: (columns: string) =>
    `station: say with --station which column it is, or with --probe whose file it is; the file has ${columns}`,
  ask_time: (columns: string) => `time: say with --time which column it is; the file has ${columns}`,
  ask_depth: (columns: string) =>
    `depth: say with --depth which column it is, or with --depths COLUMN=CM,.. for a wide file; the file has ${columns}`,
  ask_apart: (time: string) =>
    `station: ${time} stands several times for one sensor, with different figures; say with --station which column tells them apart, or with --time DATE+CLOCK if the clock stands in a column of its own`,
}

export type ImportSentences = typeof importSentences
export type ImportCode = keyof typeof importSentences

/** A sentence as it is told: whoever shows it has the words. */
export const importSaid = z.object({ code: z.string(), params: z.array(z.string()) })

export interface ImportSaid {
  code: ImportCode
  params: string[]
}

export const importSaidAs = <C extends ImportCode>(
  code: C,
  ...params: Parameters<ImportSentences[C]>
): ImportSaid => ({ code, params })

export const importSentence = ({ code, params }: ImportSaid): string =>
  String(Reflect.apply(importSentences[code], undefined, params))
