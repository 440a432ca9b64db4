/** French: what visitors read, home and help. */
import type { text as HelpText } from '../help/help.text.ts'
import type { text as HomeText } from '../home/home.text.ts'

export const help: typeof HelpText = {
  dataUseConsent: 'Utilisation des données et consentement',
  consentIntro: (company) =>
    `Vous acceptez que ${company} recueille et utilise des données techniques sous une forme qui ne vous identifie pas.`,
  whatDataCovers: 'Ce que visent les données',
  yourDevice: 'votre appareil;',
  itsSoftware: 'ses logiciels système et d’application;',
  itsPeripherals: 'ses périphériques.',
  purposeTitle: 'À quoi elles servent',
  provideUpdates: (product) => `à fournir des mises à jour de ${product};`,
  supportYou: 'à vous soutenir;',
  improveProducts: 'à améliorer nos produits et services.',
  formTitle: 'Sous quelle forme',
  nonIdentifying: (company) =>
    `Les données sont recueillies sous une forme non identificatoire\u00A0: elles ne disent pas qui vous êtes. Tant qu’elles restent sous cette forme, ${company} peut les utiliser pour améliorer ses produits et vous fournir des services.`,
  whatSupportMaySee: 'Ce que le soutien peut voir',
  questions: 'Des questions?',
  contact: (company) => `Communiquez avec ${company}`,
  faq: 'FAQ',
  pageHint: (product) => `Questions fréquentes sur ${product}.`,
  searchPlaceholder: 'Chercher une question…',
  search: 'Chercher une question',
  noResults: (query) => `Aucun résultat pour «\u00A0${query}\u00A0»`,
  purposeQuestion: (product) => `Que fait ${product}?`,
  purposeAnswer: 'Il met vos systèmes d’irrigation à taux variable sur un même écran. Vous pouvez\u00A0:',
  setSystems:
    'changer ce qu’un système applique\u00A0: taux d’application, profondeur des racines et humidité visée;',
  drawGeofences: 'tracer des géobarrières et y imposer un pourcentage de prescription;',
  placeProbes: 'marquer où sont vos sondes de sol;',
  seeMaps: 'regarder les cartes d’humidité en direct et passées d’un champ;',
  drawGraphs: 'tracer des graphiques de ce que chaque sonde a mesuré.',
  installQuestion: 'Dois-je installer quelque chose?',
  runsInBrowser: (product) =>
    `Non. ${product} fonctionne dans le navigateur de votre téléphone, tablette ou ordinateur. Ouvrez-le, connectez-vous, et vous avez toujours la version la plus récente.`,
  startQuestion: 'Comment commencer?',
  signUp: 'Inscrivez-vous',
  signUpDetails: 'avec votre nom, votre courriel et un mot de passe.',
  verifyEmail: 'Ouvrez le courriel que nous vous envoyons, suivez son lien et touchez Vérifier.',
  scheduleSetup:
    'pour planifier l’installation de vos systèmes. Ils s’affichent dans votre compte une fois l’installation faite.',
  noEmailQuestion: 'Je n’ai pas reçu le courriel de vérification. Que faire?',
  lookInJunk:
    'Regardez d’abord dans les indésirables\u00A0: les courriels avec un lien y aboutissent souvent. Il peut mettre quelques minutes à arriver.',
  tryTo: 'S’il n’y est pas, essayez de',
  logIn: 'vous connecter',
  loginOffersNewEmail:
    '. Le message d’échec offre d’envoyer un nouveau courriel. Si celui-là n’arrive pas non plus,',
  contactUs: 'communiquez avec nous',
  notSetUpQuestion:
    'Pourquoi est-ce que je vois «\u00A0Désolé, vos systèmes n’ont pas encore été installés\u00A0»?',
  notSetUpYet: (company) =>
    `C’est normal après l’inscription. Votre compte existe, mais ${company} n’y a pas encore lié vos systèmes. Le message disparaît de lui-même quand ils le sont. Si votre installation n’est pas planifiée,`,
  offQuestion: 'Mettre un système à l’ARRÊT l’éteint-il?',
  offMeaning:
    'Non. ARRÊT met toutes les prescriptions à 100\u00A0%\u00A0: chaque zone du champ reçoit le plein taux d’application que vous entrez, et vos géobarrières sont suspendues. Le système lui-même ne s’éteint pas.',
  neverStartsPump: (product) =>
    `${product} ouvre et ferme des vannes. Il ne démarre et n’arrête jamais la machine ni la pompe\u00A0: faites-le au panneau, comme avant.`,
  coloursQuestion: 'Que veulent dire les couleurs d’une carte d’humidité?',
  coloursMeaning:
    'Combien il reste dans le sol de l’eau utile aux plantes\u00A0: 0\u00A0% est le point de flétrissement, 100\u00A0% la capacité au champ. Un sable à 8\u00A0% d’eau en volume peut être humide là où une argile à 25\u00A0% est sèche; chaque endroit est donc comparé à son propre sol. Les cinq classes suivent votre humidité visée\u00A0:',
  veryDry: 'très sec\u00A0: sous la moitié de la visée;',
  dry: 'sec\u00A0: sous 85\u00A0% de la visée;',
  onTarget: 'à la visée\u00A0: de là jusqu’à mi-chemin entre la visée et la capacité au champ;',
  wet: 'humide\u00A0: jusqu’à la capacité au champ;',
  veryWet: 'très humide\u00A0: au-dessus de la capacité au champ. L’eau s’écoule sous les racines.',
  otherScales:
    'Sous Montrer, vous pouvez plutôt choisir une échelle de 0 à 100\u00A0%, ou l’eau en volume. La ligne sur la carte en direct est le bras, et la bande au bord est ce que son dernier passage a arrosé.',
  locationQuestion: 'Pourquoi ma position n’est-elle pas détectée sur la page des sondes?',
  passwordQuestion: 'J’ai oublié mon mot de passe. Comment en obtenir un nouveau?',
  askForLink: 'Demandez un lien à la page',
  resetPassword: 'Réinitialiser le mot de passe',
  linkComesByEmail: '. Il vient par courriel, sert une fois et pendant une heure.',
  locationNeeds:
    'Deux choses doivent le permettre\u00A0: les services de localisation de l’appareil, et la permission du navigateur pour ce site.',
  iphoneSafari: 'iPhone, Safari',
  iphoneLocationServices:
    'Ouvrez Réglages, puis Confidentialité et sécurité, puis Service de localisation, et activez-le.',
  iphoneSafariLocation:
    'Dans la même liste, choisissez Sites web Safari, puis Lorsque l’app est active. Activez Position exacte\u00A0: les sondes ne sont qu’à quelques mètres les unes des autres.',
  iphoneSiteLocation:
    'De retour dans Safari, ouvrez le menu de la page à gauche de l’adresse, choisissez Réglages du site web, puis Position, puis Autoriser. Rechargez la page.',
  androidChrome: 'Android, Chrome',
  androidLocation: 'Ouvrez Paramètres, puis Position, et activez-la.',
  androidChromeLocation:
    'Ouvrez Paramètres, puis Applications, puis Chrome, puis Autorisations, puis Position\u00A0: autorisez-la pendant l’utilisation de l’appli, avec la position exacte.',
  androidSiteLocation:
    'Dans Chrome, touchez le symbole à gauche de l’adresse, puis Autorisations, puis Position, et autorisez-la. Rechargez la page.',
}

export const home: typeof HomeText = {
  previousPicture: 'Image précédente',
  pictureOf: (at, count) => `${at} sur ${count}`,
  nextPicture: 'Image suivante',
  controlEachPass: 'Maîtrisez chaque passage',
  controlText:
    'Réglez le taux d’application, la profondeur des racines et l’humidité visée de chaque système, et voyez quand la machine les a appliqués.',
  waterZone: 'Arrosez par zone',
  waterZoneText: 'Tracez une géobarrière avec son propre pourcentage, et les tours au-dessus la suivent.',
  knowSoil: 'Connaissez le sol',
  knowSoilText:
    'Placez vos sondes d’humidité, et lisez le champ en carte en direct, en carte passée ou en graphique.',
  signUp: 'Inscrivez-vous',
  signUpText: 'Rien à installer\u00A0: tout fonctionne dans le navigateur de votre téléphone.',
  activate: 'Activez',
  activateText: 'Ouvrez le lien du courriel que nous vous envoyons.',
  setUp: 'Installez',
  setUpText: 'Communiquez avec nous pour planifier l’installation de vos systèmes.',
  pictures: 'Images',
  headline: 'Chaque goutte là où le champ en a besoin',
  intro: (product) =>
    `${product} met vos pivots à taux variable dans votre main\u00A0: voyez où ils sont, changez ce qu’ils appliquent, et regardez le sol répondre.`,
  getStarted: 'Commencer',
  whatYouDo: 'Ce que vous en faites',
  howGetStarted: 'Comment commencer',
  quarterSectionsAbove: 'Quarts de section vus du ciel',
  quarterSectionsAlt:
    'Champs vus du ciel\u00A0: cercles de pivots dans un quadrillage de quarts de section, colorés selon l’humidité du sol, avec un ruisseau qui serpente entre eux.',
  moistureBetweenProbes: 'L’humidité entre les sondes',
  moistureAlt:
    'Cartes d’humidité de pivots voisins, du jaune sec au violet humide, avec sondes, anneaux des tours et bras.',
  eveningPass: 'Un passage par un soir calme',
  eveningPassAlt:
    'Un pivot arrose une culture le soir\u00A0: les travées sur leurs tours à roues filent vers l’horizon, l’eau tombe de chaque descente.',
  valvesClosedOverSlough: 'Vannes fermées au-dessus d’un marécage',
  valvesClosedAlt:
    'Un pivot vu du ciel\u00A0: sol humide derrière le bras, de l’eau des deux côtés, et aucune là où une géobarrière verte entoure un marécage.',
}
