/** Error codes that pages raise themselves: status and message, without the schema library, to keep Sign In small. */
export interface ProblemEntry {
  readonly status: number
  readonly message: string
}

/** Sentences of the specification are verbatim; the others follow its style. */
export const pageProblems = {
  token_not_valid: { status: 401, message: 'Given token not valid for any token type' },
  role_may_not_change: { status: 403, message: 'View only: ask the owner for access.' },
  not_found: { status: 404, message: 'Not found.' },
  invalid_request: { status: 400, message: 'The request is not valid.' },

  system_not_selected: { status: 400, message: 'Please select a system.' },
  system_not_found: { status: 404, message: 'Not found.' },
  systems_not_set_up: { status: 404, message: 'Sorry, we have not set up your Systems yet.' },
  application_rate_range: { status: 400, message: 'Application rate must be between 0.2 and 2 inches.' },
  root_depth_range: { status: 400, message: 'Root Depth must be between 0 and 80 inches.' },
  target_moisture_range: { status: 400, message: 'Target Moisture must be between 20 and 100 %.' },
  switches_invalid: { status: 400, message: 'Each switch must be on or off.' },
  towers_invalid: { status: 400, message: 'Towers must be given as 1 to 9, each on or off.' },
  settings_changed_meanwhile: {
    status: 409,
    message: 'Somebody else changed these settings in the meantime.',
  },
  system_local_only: {
    status: 423,
    message: 'This system is set to local only: it takes no new settings until its owner switches that off.',
  },
  provider_stop: {
    status: 423,
    message: 'New settings are stopped for all systems by the provider. What runs now keeps running.',
  },
  cans_too_few: { status: 400, message: 'Type at least three cans.' },
  can_invalid: {
    status: 400,
    message: 'Each can needs its distance in metres and its depth in inches, 0 to 10.',
  },

  time_zone_invalid: { status: 400, message: 'The time zone must have a name such as America/Edmonton.' },
  texture_invalid: { status: 400, message: 'This soil texture is not known.' },
  soil_limits_invalid: {
    status: 400,
    message:
      'Field capacity and wilting point are above 0 and at most 0.6, the wilting point the smaller one.',
  },
  efficiency_range: { status: 400, message: 'Application efficiency must be between 30 and 100%.' },
  email_invalid: { status: 400, message: 'Enter a valid email address.' },
  role_invalid: { status: 400, message: 'The role must be operator or viewer.' },

  geofence_name_invalid: { status: 400, message: 'A geofence name is 1 to 80 characters.' },
  geofence_prescription_range: {
    status: 400,
    message: 'A geofence prescription is a whole number from 0 to 100%.',
  },
  geofence_pins_few: { status: 400, message: 'A geofence needs at least 3 pins.' },
  geofence_pins_many: { status: 400, message: 'A geofence has at most 200 pins.' },
  geofence_pin_invalid: {
    status: 400,
    message: 'A pin is a latitude from -90 to 90 and a longitude from -180 to 180.',
  },
  geofence_crossing: { status: 400, message: 'The outline of a geofence must not cross itself.' },
  geofence_outside: {
    status: 400,
    message: 'Some part of a geofence must lie inside the wetted circle of its system.',
  },

  soil_zone_name_invalid: { status: 400, message: 'The name of a soil zone is 1 to 80 characters.' },
  soil_zone_soil_needed: {
    status: 400,
    message: 'A soil zone needs a texture, or field capacity and wilting point.',
  },
  soil_zone_pins_few: { status: 400, message: 'A soil zone needs at least 3 pins.' },
  soil_zone_pins_many: {
    status: 400,
    message: 'An outline of a soil zone has at most 500 pins, and a zone at most 200 outlines.',
  },
  soil_zone_pin_invalid: {
    status: 400,
    message: 'A pin is a latitude from -90 to 90 and a longitude from -180 to 180.',
  },
  soil_zone_crossing: { status: 400, message: 'The outline of a soil zone must not cross itself.' },
  soil_zone_outside: {
    status: 400,
    message: 'Some part of a soil zone must lie inside the wetted circle of its system.',
  },
  soil_zones_too_many: { status: 409, message: 'A system has at most 50 soil zones.' },
  soil_file_too_large: {
    status: 413,
    message: 'A file of soil zones has at most 8 MB, unpacked 64 MB.',
  },

  pump_name_invalid: { status: 400, message: 'A pump name is 1 to 64 characters.' },
  pump_flow_invalid: {
    status: 400,
    message: 'The flow of a pump is above 0 and at most 20000 gallons per minute.',
  },
  pump_flows_crossed: { status: 400, message: 'The greatest flow of a pump is not below its least flow.' },
  pump_systems_invalid: { status: 400, message: 'A pump has 1 to 50 systems.' },
  pump_remedy_unknown: { status: 400, message: 'The remedy for a pump is "raise", or none.' },
  pump_flow_low: {
    status: 409,
    message: 'Parts of this pass draw less than the least flow of the pump. Nothing was sent.',
  },

  licence_volume_invalid: { status: 400, message: 'A licence is a volume above 0.' },
  rain_amount_invalid: { status: 400, message: 'Rain of a day is between 0 and 500 mm.' },
  rain_day_invalid: { status: 400, message: 'Rain can be typed in for today and the fourteen days before.' },
  crop_unknown: { status: 400, message: 'This crop is not known.' },
  crop_start_invalid: {
    status: 400,
    message: 'Planting or green-up is a day of the last 400 days or the next 200.',
  },
  crop_stages_invalid: {
    status: 400,
    message:
      'A crop has four stages: together at least 30 days or 200 growing degree days, none over 300 days or 5000.',
  },
  season_year_invalid: { status: 400, message: 'A year has four digits, for example 2026.' },

  probes_incomplete: {
    status: 400,
    message: 'Please provide a field name and ensure probes are placed.',
  },
  probe_group_invalid: { status: 400, message: 'Error saving probes.' },

  database_not_selected: { status: 400, message: 'Please select a database.' },
  dates_required: { status: 400, message: 'Both start and end dates are required.' },
  date_invalid: { status: 400, message: 'Enter a day of the calendar.' },
  date_not_listed: { status: 400, message: 'Only days that have readings can be chosen.' },
  end_before_start: { status: 400, message: 'The end date must be later than the start date.' },
  depths_invalid: { status: 400, message: 'Depths are centimetres, separated by commas.' },
  probes_invalid: { status: 400, message: 'Probes are numbers, separated by commas.' },

  alert_choice_invalid: {
    status: 400,
    message: 'Choose on or off for each kind, and a time of at most 14 days.',
  },
  quiet_hours_invalid: {
    status: 400,
    message: 'Quiet hours go from a time to a time, such as 22:00 to 06:00.',
  },

  weather_file_too_large: {
    status: 413,
    message: 'A file of a weather station has at most 4 MB. Send a longer one in parts.',
  },

  sample_not_json: {
    status: 400,
    message: 'This is no JSON. Paste one whole message as it is sent, with its outer braces.',
  },
  live_field_invalid: {
    status: 400,
    message: 'A field needs a unit of what it measures; a depth is above 0 and at most 1000 cm.',
  },

  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, ProblemEntry>

export type PageProblem = keyof typeof pageProblems

/** Whether a string is one of these codes: the message of a schema is a code, or text of the schema library. */
export function isPageProblem(text: string): text is PageProblem {
  return Object.hasOwn(pageProblems, text)
}
