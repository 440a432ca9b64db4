/** French messages of the contract's error codes. */
import type { ProblemCode } from '../../contract/errors.ts'

export const problems: Readonly<Record<ProblemCode, string>> = {
  not_authenticated: 'Vous n’êtes pas connecté.',
  token_not_valid: 'La session n’est plus valide. Veuillez vous reconnecter.',
  token_invalid_or_expired: 'La session a expiré. Veuillez vous reconnecter.',
  no_active_account: 'Aucun compte actif ne correspond à ce courriel et à ce mot de passe.',
  forbidden: 'Vous n’avez pas la permission de faire cela.',
  provider_only: 'Seuls les comptes du fournisseur peuvent faire cela.',
  view_only: 'Vous voyez les écrans d’un client\u00A0: rien ne peut être changé d’ici.',
  view_not_allowed: 'Ce client ne l’a pas permis, ou ne le permet plus. Demandez d’abord.',
  support_hours_invalid: 'Le soutien peut regarder pendant 1 à 720 heures.',
  customers_only: 'C’est le compte du fournisseur\u00A0: il travaille à /provider.',
  role_may_not_change: 'Lecture seule : demandez l’accès au propriétaire.',
  cross_site: 'Seules les pages de ce site peuvent faire cet appel.',
  not_found: 'Introuvable.',
  method_not_allowed: 'Méthode non permise.',
  unsupported_media_type: 'Type de contenu non pris en charge.',
  body_too_large: 'L’envoi est trop gros.',
  malformed_json: 'JSON illisible.',
  invalid_request: 'La demande n’est pas valide.',
  throttled: 'Trop de demandes. Attendez un peu, puis réessayez.',
  account_exists: 'Un compte existe déjà avec ce courriel.',

  system_not_selected: 'Veuillez choisir un système.',
  system_not_found: 'Introuvable.',
  systems_not_set_up: 'Désolé, vos systèmes n’ont pas encore été installés.',
  application_rate_range: 'Le taux d’application doit être entre 0,2 et 2 pouces.',
  root_depth_range: 'La profondeur des racines doit être entre 0 et 80 pouces.',
  target_moisture_range: 'L’humidité visée doit être entre 20 et 100 %.',
  number_expected: 'Il faut un nombre.',
  switches_invalid: 'Chaque interrupteur est en marche ou à l’arrêt.',
  towers_invalid: 'Les tours sont numérotées de 1 à 9, chacune en marche ou à l’arrêt.',
  test_pattern_one_tower: 'Un essai se fait avec une seule tour.',
  test_pattern_tower_absent: 'Ce système n’a pas cette tour.',
  towers_without_test_pattern: 'Une tour ne peut être mise en marche que pour un essai.',
  settings_changed_meanwhile: 'Quelqu’un d’autre a changé ces réglages entre-temps.',
  idempotency_key_reused: 'Cette clé d’envoi a déjà servi pour d’autres réglages.',
  idempotency_key_invalid: 'Une clé d’envoi a de 8 à 128 lettres, chiffres, traits d’union ou soulignés.',
  system_local_only:
    'Ce système est en mode local : il n’accepte aucun nouveau réglage tant que son propriétaire n’y met pas fin.',
  provider_stop:
    'Le fournisseur a suspendu les nouveaux réglages pour tous les systèmes. Ce qui fonctionne continue.',
  nothing_to_finish:
    'Aucun passage ne s’est arrêté en chemin depuis trois jours, ou sa partie sèche a été arrosée depuis.',
  finish_arc_changed: 'La partie sèche a changé. Regardez-la de nouveau avant d’envoyer.',
  cans_too_few: 'Entrez au moins trois contenants.',
  can_invalid:
    'Pour chaque contenant, il faut la distance en mètres et la hauteur d’eau en pouces, de 0 à 10.',
  pass_not_found: 'Ce passage n’existe pas.',
  cans_not_under_pass:
    'Le passage n’a rien donné là où étaient ces contenants, ou un tout autre montant : vérifiez le passage, l’angle et les hauteurs d’eau.',
  if_match_invalid: 'La révision des réglages n’est pas valide.',

  system_name_invalid:
    'Un nom de système a de 1 à 64 lettres de A à Z, chiffres, espaces, « - », « _ » ou « . »; il ne commence pas par « . » et ne commence ni ne finit par une espace.',
  system_name_taken: 'Un système de ce nom est déjà connecté.',
  system_place_invalid: 'La latitude va de -90 à 90, la longitude de -180 à 180.',
  tower_radii_invalid:
    'Les tours sont 1 à 9 rayons cumulés en mètres, chacun plus grand que le précédent, jusqu’à 2000.',
  overhang_invalid: 'Le porte-à-faux est de 0 à 200 mètres.',
  time_zone_invalid: 'Le fuseau horaire doit avoir un nom comme America/Toronto.',
  arc_invalid: 'Un secteur a deux angles différents de 0 à 360.',
  flow_invalid: 'Le débit est au-dessus de 0 et d’au plus 10 000 gallons par minute.',
  speed_invalid: 'La vitesse à 100 % est au-dessus de 0 et d’au plus 20 mètres par minute.',
  texture_invalid: 'Cette texture de sol n’est pas connue.',
  soil_limits_invalid:
    'La capacité au champ et le point de flétrissement sont au-dessus de 0 et d’au plus 0,6; le point de flétrissement est le plus petit.',
  efficiency_range: 'L’efficacité d’application doit être entre 30 et 100 %.',
  email_invalid: 'Entrez une adresse courriel valide.',
  machine_is_there: 'Un contrôleur de ce système est connecté; un contrôleur simulé parlerait à sa place.',
  role_invalid: 'Le rôle doit être opérateur ou lecteur.',
  already_owner: 'Ce compte est déjà propriétaire du système.',
  owner_only: 'Seul le propriétaire de ce système peut faire cela.',
  owner_stays: 'Le propriétaire d’un système ne peut pas être retiré.',
  members_too_many: 'Un système a au plus 100 membres.',
  account_unknown: 'Aucun compte n’a cette adresse courriel.',

  geofence_changed_meanwhile:
    'Cette géobarrière a été changée entre-temps. Vérifiez-la, puis refaites votre changement.',
  soil_zone_changed_meanwhile:
    'Cette zone de sol a été changée entre-temps. Vérifiez-la, puis refaites votre changement.',
  geofence_name_invalid: 'Le nom d’une géobarrière a de 1 à 80 caractères.',
  geofence_prescription_range: 'La prescription d’une géobarrière est un nombre entier de 0 à 100 %.',
  geofence_pins_few: 'Une géobarrière a au moins 3 repères.',
  geofence_pins_many: 'Une géobarrière a au plus 200 repères.',
  geofence_pin_invalid: 'Un repère a une latitude de -90 à 90 et une longitude de -180 à 180.',
  geofence_crossing: 'Le contour d’une géobarrière ne doit pas se croiser.',
  geofence_flat: 'Les repères d’une géobarrière doivent entourer une surface.',
  geofence_outside: 'Une partie de la géobarrière doit être dans le cercle arrosé de son système.',
  geofence_enabled_invalid: 'Une géobarrière est active ou inactive.',
  geofences_too_many: 'Un système a au plus 100 géobarrières.',

  soil_zone_name_invalid: 'Le nom d’une zone de sol a de 1 à 80 caractères.',
  soil_zone_soil_needed:
    'Une zone de sol a besoin d’une texture, ou d’une capacité au champ et d’un point de flétrissement.',
  soil_zone_pins_few: 'Une zone de sol a au moins 3 repères.',
  soil_zone_pins_many: 'Un contour de zone de sol a au plus 500 repères, et une zone, au plus 200 contours.',
  soil_zone_pin_invalid: 'Un repère a une latitude de -90 à 90 et une longitude de -180 à 180.',
  soil_zone_crossing: 'Le contour d’une zone de sol ne doit pas se croiser.',
  soil_zone_flat: 'Les repères d’une zone de sol doivent entourer une surface.',
  soil_zone_outside: 'Une partie de la zone de sol doit être dans le cercle arrosé de son système.',
  soil_zone_confirmed_invalid: 'Une zone de sol est confirmée ou non.',
  soil_zones_too_many: 'Un système a au plus 50 zones de sol.',
  soil_zones_too_fine:
    'Les zones de sol d’un système ont au plus 4 000 repères en tout. Tracez-les ou exportez-les plus simplement.',
  soil_file_too_large: 'Un fichier de zones de sol a au plus 8 Mo, 64 Mo une fois décompressé.',
  soil_file_unreadable: 'Ce n’est ni du GeoJSON ni un Shapefile compressé lisible.',
  soil_file_not_shapefile:
    'L’archive zip ne contient pas de Shapefile : mettez-y ensemble les fichiers .shp, .dbf et .prj.',
  soil_file_several_layers: 'L’archive zip contient plusieurs Shapefiles. N’en mettez qu’un seul.',
  soil_file_empty: 'Le fichier ne contient ni polygone ni point mesuré.',
  soil_file_projection:
    'Les coordonnées ne sont pas en latitude et longitude, et le fichier ne dit pas comment les convertir. Ajoutez le fichier .prj, ou exportez en WGS 84.',
  soil_file_elsewhere: 'Rien dans ce fichier n’est dans le cercle arrosé du système.',
  soil_file_column_unknown: 'Le fichier n’a pas cette colonne, ou elle contient trop peu de nombres.',
  soil_file_too_complex: 'Le fichier n’a pas pu être traité à temps. Découpez-le au champ, puis réessayez.',

  cell_unknown: 'Une cellule est un secteur de 0 à 179 et une tour de ce système.',
  export_format_unknown: 'Choisissez le format geojson, csv, shapefile ou pail.',
  prescription_none: 'Ce système n’a pas encore de prescription : personne n’a appliqué de réglages.',

  pump_name_invalid: 'Le nom d’une pompe a de 1 à 64 caractères.',
  pump_flow_invalid: 'Le débit d’une pompe est au-dessus de 0 et d’au plus 20 000 gallons par minute.',
  pump_flows_crossed: 'Le débit maximal d’une pompe n’est pas plus petit que son débit minimal.',
  pump_systems_invalid: 'Une pompe a de 1 à 50 systèmes.',
  pump_remedy_unknown: 'Le remède pour une pompe est « raise », ou rien.',
  pump_flow_low:
    'Par endroits, ce passage demande moins que le débit minimal de la pompe. Rien n’a été envoyé.',

  volume_unit_unknown: 'Choisissez acres-pieds, acres-pouces, m³ ou dam³.',
  licence_volume_invalid: 'Un permis est un volume au-dessus de 0.',
  rain_amount_invalid: 'La pluie d’une journée est entre 0 et 500 mm.',
  rain_day_invalid: 'On peut entrer la pluie d’aujourd’hui et des quatorze jours précédents.',
  rain_source_unknown: 'La pluie vient du pluviomètre ou du modèle.',
  crop_unknown: 'Cette culture n’est pas connue.',
  crop_start_invalid: 'Le semis ou la reprise est un jour des 400 derniers jours ou des 200 prochains.',
  crop_stages_invalid:
    'Une culture a quatre stades : ensemble au moins 30 jours ou 200 degrés-jours de croissance, aucun de plus de 300 jours ou 5000.',
  season_year_invalid: 'Une année a quatre chiffres, par exemple 2026.',

  probes_incomplete: 'Veuillez donner un nom de champ et placer les sondes.',
  probe_group_invalid: 'Les sondes n’ont pas pu être enregistrées.',
  probe_number_repeated: 'Deux sondes d’un même ensemble ne peuvent pas avoir le même numéro.',

  database_not_selected: 'Veuillez choisir une base de données.',
  dates_required: 'Il faut une date de début et une date de fin.',
  date_invalid: 'Entrez un jour du calendrier.',
  date_not_listed: 'Seuls les jours qui ont des lectures peuvent être choisis.',
  end_before_start: 'La date de fin doit suivre la date de début.',
  range_too_long: 'Un graphique montre au plus trois ans.',
  sensors_too_many: 'Un graphique montre au plus 50 capteurs : choisissez des profondeurs ou des sondes.',
  depths_invalid: 'Les profondeurs sont en centimètres, séparées par des virgules.',
  probes_invalid: 'Les sondes sont des numéros, séparés par des virgules.',

  map_month_invalid: 'Un mois est un nombre de 1 à 12.',
  map_week_invalid: 'Une semaine est nommée par son lundi, par exemple 2026-07-06.',
  map_week_empty: 'Il n’y a pas de lecture valide cette semaine-là.',
  map_no_probes: 'Aucune sonde n’est encore placée dans ce cercle. Placez-les sous Placer les sondes.',
  map_no_placed_readings: 'Aucune des sondes placées n’a de lecture valide cette semaine-là.',
  map_no_surface: 'Les sondes sont trop rapprochées pour tracer une carte.',
  map_days_invalid: 'Les jours s’écrivent 2026-07-06, le premier avant le dernier, au plus 366 jours.',
  map_time_invalid: 'Une heure s’écrit 2026-07-06T14:00:00Z.',
  map_depth_unknown: 'Une profondeur est « root », ou celle d’un capteur en centimètres.',
  map_size_invalid: 'Une carte a de 8 à 400 cellules de côté.',
  map_ramp_unknown: 'Choisissez viridis, cividis ou target comme couleurs.',
  map_layer_unknown: 'Choisissez classes, share, volume ou uncertainty comme couche.',
  map_paper_unknown: 'Choisissez light ou dark comme papier.',

  alert_choice_invalid: 'Choisissez oui ou non pour chaque sorte, et une durée d’au plus 14 jours.',
  push_invalid: 'Ce navigateur ne peut pas recevoir d’alertes.',
  push_service_unknown: 'Les messages de ce navigateur passent par un service qui n’est pas permis ici.',
  quiet_hours_invalid: 'Les heures de silence vont d’une heure à une autre, par exemple de 22:00 à 06:00.',
  readings_malformed: 'Les lectures n’ont pas la forme attendue.',
  weather_file_too_large:
    'Un fichier de station météo a au plus 4 Mo. Envoyez un fichier plus long en parties.',
  sample_not_json:
    'Ceci n’est pas du JSON. Collez un message entier tel qu’il est envoyé, avec ses accolades extérieures.',
  sample_measures_nothing: 'Ce message ne mesure rien. Collez-en un qui a des lectures.',
  sample_not_heard: 'Aucun message de ce type n’attend. Collez-en un.',
  live_field_invalid:
    'Un champ a besoin d’une unité de ce qu’il mesure; une profondeur est au-dessus de 0 et d’au plus 1000 cm.',
  import_unclear: 'Le fichier ne peut pas être lu tel quel.',
  import_too_large:
    'Un fichier envoyé ici a au plus 16 Mo. Importez un fichier plus long avec « headgate readings import ».',
  readings_file_too_large:
    'Un fichier envoyé ici a au plus 128 Mo. Importez un fichier plus long avec « headgate readings import ».',
  fields_not_understood:
    'Rien de ce message n’a pu être enregistré\u00A0: dites ce que sont ses champs avec « headgate readings fields ».',
  time_unknown: 'Rien de ce message n’a pu être enregistré\u00A0: il ne dit pas l’heure.',
  radio_device_unknown:
    'Cet appareil n’a pas de numéro de sonde. Donnez-lui-en un avec « headgate readings device ».',
  radio_depth_unknown:
    'Cet appareil ne dit pas à quelle profondeur il mesure. Précisez-la avec « headgate readings device ».',
  provider_has_systems: 'Ce compte a des systèmes. Le rôle de fournisseur demande un compte à part.',
  owner_is_provider: 'C’est un compte du fournisseur, qui ne possède pas de systèmes.',
  reason_missing: 'Dites pourquoi, en 500 caractères au plus\u00A0: c’est inscrit au registre.',
  credential_kind_invalid: 'Un identifiant est pour le contrôleur ou pour la passerelle.',
  name_not_confirmed: 'Tapez le nom du système pour confirmer.',
  system_decommissioned: 'Ce système est mis hors service.',
  system_stopped:
    'Les nouveaux réglages de ce système sont arrêtés par le fournisseur. Ce qui tourne continue.',
  geometry_changed_meanwhile:
    'Quelqu’un d’autre a changé ce système entre-temps. Fermez ceci, regardez-le de nouveau, puis changez-le.',
  transfer_over: 'Cette offre est terminée. Demandez-en une nouvelle à votre fournisseur.',
  account_not_open: 'Ce compte n’est pas ouvert\u00A0: il doit d’abord être activé.',
  connect_file_unclear:
    'Le fichier est un CSV avec une ligne de titres\u00A0: owner, name, latitude, longitude, tower_radii_m, overhang_m, time_zone.',
  connect_file_too_large: 'Un fichier de systèmes a au plus 1000 lignes et 1 Mo.',
  connect_file_refused:
    'Rien n’a été connecté\u00A0: des lignes du fichier ne conviennent pas. Voyez l’aperçu.',
  address_not_confirmed: 'Tapez le courriel du compte pour confirmer.',
  account_of_provider: 'C’est un compte du fournisseur. Il se gère en ligne de commande.',
  account_disabled: 'Ce compte est désactivé. Activez-le d’abord.',
  account_is_open: 'Ce compte est déjà ouvert.',
  device_credentials_invalid: 'Les identifiants de l’appareil ne sont pas valides.',

  unavailable: 'Le service ne peut pas enregistrer cela pour le moment. Veuillez réessayer.',
  internal: 'Quelque chose a mal tourné de notre côté. Veuillez réessayer.',
}
