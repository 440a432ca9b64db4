/** French: home. */
import type { say as HomeWords } from '../home/home.text.ts'

export const home: typeof HomeWords = {
  previousPicture: 'Image précédente',
  ofWord: (index, length) => `${index} sur ${length}`,
  nextPicture: 'Image suivante',
  controlEachPass: 'Maîtrisez chaque passage',
  setApplicationRateRoot:
    'Réglez le taux d’application, la profondeur des racines et l’humidité visée de chaque système, et voyez quand la machine les a appliqués.',
  waterZone: 'Arrosez par zone',
  drawGeofenceOwnPrescription:
    'Tracez une géobarrière avec son propre pourcentage, et les tours au-dessus la suivent.',
  knowSoil: 'Connaissez le sol',
  placeYourMoistureProbes:
    'Placez vos sondes d’humidité, et lisez le champ en carte en direct, en carte passée ou en graphique.',
  signUp: 'Inscrivez-vous',
  nothingInstallRunsBrowser: 'Rien à installer\u00A0: tout fonctionne dans le navigateur de votre téléphone.',
  activate: 'Activez',
  openLinkEmailWe: 'Ouvrez le lien du courriel que nous vous envoyons.',
  setUp: 'Installez',
  contactUsScheduleSetup: 'Communiquez avec nous pour planifier l’installation de vos systèmes.',
  pictures: 'Images',
  everyDropWhereField: 'Chaque goutte là où le champ en a besoin',
  putsYourVariableRate: (product) =>
    `${product} met vos pivots à taux variable dans votre main\u00A0: voyez où ils sont, changez ce qu’ils appliquent, et regardez le sol répondre.`,
  getStarted: 'Commencer',
  whatYouDo: 'Ce que vous en faites',
  howGetStarted: 'Comment commencer',
  quarterSectionsAbove: 'Quarts de section vus du ciel',
  fieldsAbovePivotCircles:
    'Champs vus du ciel\u00A0: cercles de pivots dans un quadrillage de quarts de section, colorés selon l’humidité du sol, avec un ruisseau qui serpente entre eux.',
  moistureBetweenProbes: 'L’humidité entre les sondes',
  moistureMapsNeighbouringPivot:
    'Cartes d’humidité de pivots voisins, du jaune sec au violet humide, avec sondes, anneaux des tours et bras.',
  passStillEvening: 'Un passage par un soir calme',
  centrePivotWatersCrop:
    'Un pivot arrose une culture le soir\u00A0: les travées sur leurs tours à roues filent vers l’horizon, l’eau tombe de chaque descente.',
  valvesClosedOverSlough: 'Vannes fermées au-dessus d’un marécage',
  pivotAboveWetSoil:
    'Un pivot vu du ciel\u00A0: sol humide derrière le bras, de l’eau des deux côtés, et aucune là où une géobarrière verte entoure un marécage.',
}
