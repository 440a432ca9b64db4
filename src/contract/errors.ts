/** The closed table of everything that can go wrong on a wire: code, HTTP status, sentence. Without the library of schemas: Sign In is weighed. */
interface ProblemEntry {
  readonly status: number
  readonly message: string
}

/** Sentences of the specification are literal; the others follow its tone. */
export const problems = {
  not_authenticated: { status: 401, message: 'Authentication credentials were not provided.' },
  token_not_valid: { status: 401, message: 'Given token not valid for any token type' },
  token_invalid_or_expired: { status: 401, message: 'Token is invalid or expired' },
  no_active_account: { status: 401, message: 'No active account found with the given credentials' },
  forbidden: { status: 403, message: 'You do not have permission to perform this action.' },
  role_may_not_change: { status: 403, message: 'View only: ask the owner for access.' },
  cross_site: { status: 403, message: 'This call is answered only to pages of this site.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'Method not allowed.' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type in request.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  malformed_json: { status: 400, message: 'JSON parse error' },
  invalid_request: { status: 400, message: 'The request is not valid.' },
  throttled: { status: 429, message: 'Request was throttled.' },
  account_exists: { status: 409, message: 'user with this email already exists.' },

  system_not_selected: { status: 400, message: 'Please select a system.' },
  system_not_found: { status: 404, message: 'Not found.' },
  systems_not_set_up: { status: 404, message: 'Sorry, we have not set up your Systems yet.' },
  application_rate_range: { status: 400, message: 'Application rate must be between 0.2 and 2 inches.' },
  root_depth_range: { status: 400, message: 'Root Depth must be between 0 and 80 inches.' },
  target_moisture_range: { status: 400, message: 'Target Moisture must be between 20 and 100 %.' },
  number_expected: { status: 400, message: 'This must be a number.' },
  switches_invalid: { status: 400, message: 'Each switch must be on or off.' },
  towers_invalid: { status: 400, message: 'Towers must be given as 1 to 9, each on or off.' },
  test_pattern_one_tower: { status: 400, message: 'A test pattern needs exactly one tower.' },
  test_pattern_tower_absent: { status: 400, message: 'This system does not have that tower.' },
  towers_without_test_pattern: {
    status: 400,
    message: 'A tower can be switched on in a test pattern only.',
  },
  settings_changed_meanwhile: {
    status: 409,
    message: 'Somebody else changed these settings in the meantime.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was already used for other settings.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'An Idempotency-Key is 8 to 128 letters, digits, dashes or underscores.',
  },
  system_local_only: {
    status: 423,
    message: 'This system is set to local only: it takes no new settings until its owner switches that off.',
  },
  provider_stop: {
    status: 423,
    message: 'New settings are stopped for all systems by the provider. What runs now keeps running.',
  },
  nothing_to_finish: {
    status: 409,
    message: 'No pass has stopped short within three days, or its dry arc has had its water since.',
  },
  finish_arc_changed: {
    status: 409,
    message: 'The dry arc is another one by now. Look at it again before you send it.',
  },
  cans_too_few: { status: 400, message: 'Type at least three cans.' },
  can_invalid: {
    status: 400,
    message: 'Each can needs its distance in metres and its depth in inches, 0 to 10.',
  },
  pass_not_found: { status: 404, message: 'There is no such pass.' },
  cans_not_under_pass: {
    status: 400,
    message:
      'The pass laid nothing where these cans stood, or far from what is in them: check pass, bearing and depths.',
  },
  if_match_invalid: { status: 400, message: 'If-Match must be a quoted settings revision.' },

  system_name_invalid: {
    status: 400,
    message:
      'A system name is 1 to 64 letters, digits, spaces, "-", "_" or "."; it does not start with "." and neither starts nor ends with a space.',
  },
  system_name_taken: { status: 409, message: 'A system with this name is already connected.' },
  system_place_invalid: { status: 400, message: 'Latitude is -90 to 90, longitude -180 to 180.' },
  tower_radii_invalid: {
    status: 400,
    message: 'Towers are 1 to 9 cumulative radii in metres, each larger than the one before, up to 2000.',
  },
  overhang_invalid: { status: 400, message: 'The overhang is 0 to 200 metres.' },
  time_zone_invalid: { status: 400, message: 'The time zone must have a name such as America/Edmonton.' },
  arc_invalid: { status: 400, message: 'An arc has two different bearings from 0 to 360.' },
  flow_invalid: { status: 400, message: 'The flow is above 0 and at most 10000 gallons per minute.' },
  speed_invalid: {
    status: 400,
    message: 'The speed at 100% is more than 0 and at most 20 metres per minute.',
  },
  texture_invalid: { status: 400, message: 'This soil texture is not known.' },
  soil_limits_invalid: {
    status: 400,
    message:
      'Field capacity and wilting point are above 0 and at most 0.6, the wilting point the smaller one.',
  },
  efficiency_range: { status: 400, message: 'Application efficiency must be between 30 and 100%.' },
  email_invalid: { status: 400, message: 'Enter a valid email address.' },
  machine_is_there: {
    status: 409,
    message: 'A controller of this system is connected; a simulated one beside it would speak for it.',
  },
  role_invalid: { status: 400, message: 'The role must be operator or viewer.' },
  already_owner: { status: 409, message: 'This account owns the system already.' },
  owner_only: { status: 403, message: 'Only the owner of this system may do this.' },
  owner_stays: { status: 409, message: 'The owner of a system cannot be removed.' },
  members_too_many: { status: 409, message: 'A system has at most 100 members.' },
  account_unknown: { status: 404, message: 'No account has this e-mail address.' },

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
  geofence_flat: { status: 400, message: 'The pins of a geofence must enclose an area.' },
  geofence_outside: {
    status: 400,
    message: 'Some part of a geofence must lie inside the wetted circle of its system.',
  },
  geofence_enabled_invalid: { status: 400, message: 'A geofence is either enabled or disabled.' },
  geofences_too_many: { status: 409, message: 'A system has at most 100 geofences.' },

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
  soil_zone_flat: { status: 400, message: 'The pins of a soil zone must enclose an area.' },
  soil_zone_outside: {
    status: 400,
    message: 'Some part of a soil zone must lie inside the wetted circle of its system.',
  },
  soil_zone_confirmed_invalid: { status: 400, message: 'A soil zone is either confirmed or not.' },
  soil_zones_too_many: { status: 409, message: 'A system has at most 50 soil zones.' },
  soil_zones_too_fine: {
    status: 409,
    message: 'The soil zones of a system have at most 4,000 pins together. Draw or export them simpler.',
  },
  soil_file_too_large: {
    status: 413,
    message: 'A file of soil zones has at most 8 MB, unpacked 64 MB.',
  },
  soil_file_unreadable: {
    status: 400,
    message: 'This is neither GeoJSON nor a zipped Shapefile that can be read.',
  },
  soil_file_not_shapefile: {
    status: 400,
    message: 'The zip archive holds no Shapefile: pack the .shp, .dbf and .prj files together.',
  },
  soil_file_several_layers: {
    status: 400,
    message: 'The zip archive holds several Shapefiles. Pack one of them alone.',
  },
  soil_file_empty: { status: 400, message: 'The file holds no polygons and no measured points.' },
  soil_file_projection: {
    status: 400,
    message:
      'The coordinates are not latitude and longitude, and the file does not say how to convert them. Add the .prj file, or export it as WGS 84.',
  },
  soil_file_elsewhere: {
    status: 400,
    message: 'Nothing in this file lies inside the wetted circle of the system.',
  },
  soil_file_column_unknown: {
    status: 400,
    message: 'The file has no such column, or too few numbers in it.',
  },
  soil_file_too_complex: {
    status: 400,
    message: 'The file could not be worked through in time. Cut it to the field, then try again.',
  },

  cell_unknown: { status: 400, message: 'A cell is a sector from 0 to 179 and a tower of this system.' },
  export_format_unknown: {
    status: 400,
    message: 'Choose geojson, csv, shapefile or pail as the format.',
  },
  prescription_none: {
    status: 409,
    message: 'This system has no prescription yet: nobody has applied settings.',
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

  volume_unit_unknown: { status: 400, message: 'Choose acre-feet, acre-inches, m³ or dam³.' },
  licence_volume_invalid: { status: 400, message: 'A licence is a volume above 0.' },
  rain_amount_invalid: { status: 400, message: 'Rain of a day is between 0 and 500 mm.' },
  rain_day_invalid: { status: 400, message: 'Rain can be typed in for today and the fourteen days before.' },
  rain_source_unknown: { status: 400, message: 'Rain comes from the gauge or from the model.' },
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
  probe_number_repeated: { status: 400, message: 'Two probes of one set cannot have the same number.' },

  database_not_selected: { status: 400, message: 'Please select a database.' },
  dates_required: { status: 400, message: 'Both start and end dates are required.' },
  date_invalid: { status: 400, message: 'Enter a day of the calendar.' },
  date_not_listed: { status: 400, message: 'Only days that have readings can be chosen.' },
  end_before_start: { status: 400, message: 'The end date must be later than the start date.' },
  range_too_long: { status: 400, message: 'A graph shows at most three years.' },
  sensors_too_many: { status: 400, message: 'A graph shows at most 50 sensors: choose depths or probes.' },
  depths_invalid: { status: 400, message: 'Depths are centimetres, separated by commas.' },
  probes_invalid: { status: 400, message: 'Probes are numbers, separated by commas.' },

  map_month_invalid: { status: 400, message: 'A month is a number from 1 to 12.' },
  map_week_invalid: { status: 400, message: 'A week is named by its Monday, for example 2026-07-06.' },
  map_week_empty: { status: 404, message: 'There are no valid readings in this week.' },
  map_no_probes: {
    status: 404,
    message: 'No probes are placed inside this circle yet. Place them under Place Soil Probes.',
  },
  map_no_placed_readings: {
    status: 404,
    message: 'None of the placed probes has a valid reading in this week.',
  },
  map_no_surface: { status: 404, message: 'The probes stand too close together to draw a map.' },
  map_days_invalid: {
    status: 400,
    message: 'Days are written as 2026-07-06, the first not after the last, at most 366 of them.',
  },
  map_time_invalid: { status: 400, message: 'A time is written as 2026-07-06T14:00:00Z.' },
  map_depth_unknown: { status: 400, message: 'A depth is "root", or that of a sensor in centimetres.' },
  map_size_invalid: { status: 400, message: 'A map has 8 to 400 cells on a side.' },
  map_ramp_unknown: { status: 400, message: 'Choose viridis, cividis or target as the colours.' },
  map_layer_unknown: { status: 400, message: 'Choose classes, share, volume or uncertainty as the layer.' },
  map_paper_unknown: { status: 400, message: 'Choose light or dark as the paper.' },

  alert_choice_invalid: {
    status: 400,
    message: 'Choose on or off for each kind, and a time of at most 14 days.',
  },
  push_invalid: { status: 400, message: 'This browser cannot be told of alerts.' },
  push_service_unknown: {
    status: 400,
    message: 'Messages of this browser go through a service that is not allowed here.',
  },
  quiet_hours_invalid: {
    status: 400,
    message: 'Quiet hours go from a time to a time, such as 22:00 to 06:00.',
  },

  readings_malformed: { status: 400, message: 'The readings are not in the expected form.' },
  weather_file_too_large: {
    status: 413,
    message: 'A file of a weather station has at most 4 MB. Send a longer one in parts.',
  },
  import_unclear: { status: 400, message: 'The file cannot be read as it is.' },
  import_too_large: {
    status: 413,
    message: 'A file sent here has at most 16 MB. Import a longer one with "headgate readings import".',
  },
  radio_device_unknown: {
    status: 400,
    message: 'This device has no probe number. Give it one with "headgate readings device".',
  },
  radio_depth_unknown: {
    status: 400,
    message: 'This device does not say how deep it measures. Say it with "headgate readings device".',
  },
  device_credentials_invalid: { status: 401, message: 'The device credentials are not valid.' },

  unavailable: { status: 503, message: 'The service cannot store this at the moment. Please try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, ProblemEntry>

export type ProblemCode = keyof typeof problems

/** Whether a string is a code of the table (a schema's message is one, or prose of the schema library). */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text)
}
