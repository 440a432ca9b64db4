/** French: help. */
import type { say as HelpWords } from '../help/help.text.ts'

export const help: typeof HelpWords = {
  dataUseConsent: 'Utilisation des données et consentement',
  youAgreeMayCollect: (company) =>
    `Vous acceptez que ${company} recueille et utilise des données techniques sous une forme qui ne vous identifie pas.`,
  whatDataCovers: 'Ce que visent les données',
  yourDevice: 'votre appareil;',
  systemSoftwareApplicationSoftware: 'ses logiciels système et d’application;',
  itsPeripherals: 'ses périphériques.',
  whatUsed: 'À quoi elles servent',
  provideUpdates: (product) => `à fournir des mises à jour de ${product};`,
  supportYou: 'à vous soutenir;',
  improveOurProductsServices: 'à améliorer nos produits et services.',
  whichForm: 'Sous quelle forme',
  dataCollectedNonIdentifying: (company) =>
    `Les données sont recueillies sous une forme non identificatoire\u00A0: elles ne disent pas qui vous êtes. Tant qu’elles restent sous cette forme, ${company} peut les utiliser pour améliorer ses produits et vous fournir des services.`,
  whoSeesScreens: 'Ce que le soutien peut voir',
  questions: 'Des questions?',
  contact: (company) => `Communiquez avec ${company}`,
  faq: 'FAQ',
  frequentlyAskedQuestionsAbout: (product) => `Questions fréquentes sur ${product}.`,
  searchQuestion: 'Chercher une question…',
  searchQuestion2: 'Chercher une question',
  noResultsFound: (query) => `Aucun résultat pour «\u00A0${query}\u00A0»`,
  whatDoesDo: (product) => `Que fait ${product}?`,
  putsYourVariableRate:
    'Il met vos systèmes d’irrigation à taux variable sur un même écran. Vous pouvez\u00A0:',
  changeWhatSystemApplies:
    'changer ce qu’un système applique\u00A0: taux d’application, profondeur des racines et humidité visée;',
  drawGeofencesForcePrescription: 'tracer des géobarrières et y imposer un pourcentage de prescription;',
  markWhereYourSoil: 'marquer où sont vos sondes de sol;',
  lookLiveHistoricMoisture: 'regarder les cartes d’humidité en direct et passées d’un champ;',
  drawGraphsWhatEach: 'tracer des graphiques de ce que chaque sonde a mesuré.',
  doINeedInstall: 'Dois-je installer quelque chose?',
  noRunsBrowserYour: (product) =>
    `Non. ${product} fonctionne dans le navigateur de votre téléphone, tablette ou ordinateur. Ouvrez-le, connectez-vous, et vous avez toujours la version la plus récente.`,
  howDoIGet: 'Comment commencer?',
  signUp: 'Inscrivez-vous',
  yourNameYourEmail: 'avec votre nom, votre courriel et un mot de passe.',
  openMailWeSend: 'Ouvrez le courriel que nous vous envoyons, suivez son lien et touchez Vérifier.',
  scheduleSetupYourSystems:
    'pour planifier l’installation de vos systèmes. Ils s’affichent dans votre compte une fois l’installation faite.',
  iNotReceivedVerification: 'Je n’ai pas reçu le courriel de vérification. Que faire?',
  lookIntoJunkOr:
    'Regardez d’abord dans les indésirables\u00A0: les courriels avec un lien y aboutissent souvent. Il peut mettre quelques minutes à arriver.',
  ifNotThereTry: 'S’il n’y est pas, essayez de',
  logIn: 'vous connecter',
  messageYourLoginFailed:
    '. Le message d’échec offre d’envoyer un nouveau courriel. Si celui-là n’arrive pas non plus,',
  contactUs: 'communiquez avec nous',
  whyDoISee: 'Pourquoi est-ce que je vois «\u00A0Désolé, vos systèmes n’ont pas encore été installés\u00A0»?',
  normalAfterYouSigned: (company) =>
    `C’est normal après l’inscription. Votre compte existe, mais ${company} n’y a pas encore lié vos systèmes. Le message disparaît de lui-même quand ils le sont. Si votre installation n’est pas planifiée,`,
  doesSwitchingSystemOff: 'Mettre un système à l’ARRÊT l’éteint-il?',
  noOffSetsAll:
    'Non. ARRÊT met toutes les prescriptions à 100\u00A0%\u00A0: chaque zone du champ reçoit le plein taux d’application que vous entrez, et vos géobarrières sont suspendues. Le système lui-même ne s’éteint pas.',
  opensClosesValvesNever: (product) =>
    `${product} ouvre et ferme des vannes. Il ne démarre et n’arrête jamais la machine ni la pompe\u00A0: faites-le au panneau, comme avant.`,
  whatDoColoursMoisture: 'Que veulent dire les couleurs d’une carte d’humidité?',
  howMuchWaterPlants:
    'Combien il reste dans le sol de l’eau utile aux plantes\u00A0: 0\u00A0% est le point de flétrissement, 100\u00A0% la capacité au champ. Un sable à 8\u00A0% d’eau en volume peut être humide là où une argile à 25\u00A0% est sèche; chaque endroit est donc comparé à son propre sol. Les cinq classes suivent votre humidité visée\u00A0:',
  veryDryUnderHalf: 'très sec\u00A0: sous la moitié de la visée;',
  dryUnder85Target: 'sec\u00A0: sous 85\u00A0% de la visée;',
  targetThereHalfWay: 'à la visée\u00A0: de là jusqu’à mi-chemin entre la visée et la capacité au champ;',
  wetUpFieldCapacity: 'humide\u00A0: jusqu’à la capacité au champ;',
  veryWetAboveField: 'très humide\u00A0: au-dessus de la capacité au champ. L’eau s’écoule sous les racines.',
  underShowYouCan:
    'Sous Montrer, vous pouvez plutôt choisir une échelle de 0 à 100\u00A0%, ou l’eau en volume. La ligne sur la carte en direct est le bras, et la bande au bord est ce que son dernier passage a arrosé.',
  whyMyLocationNot: 'Pourquoi ma position n’est-elle pas détectée sur la page des sondes?',
  iForgotMyPassword: 'J’ai oublié mon mot de passe. Comment en obtenir un nouveau?',
  askLinkPage: 'Demandez un lien à la page',
  resetPassword: 'Réinitialiser le mot de passe',
  comesMailWorksOnce: '. Il vient par courriel, sert une fois et pendant une heure.',
  twoThingsMustAllow:
    'Deux choses doivent le permettre\u00A0: les services de localisation de l’appareil, et la permission du navigateur pour ce site.',
  iphoneSafari: 'iPhone, Safari',
  openSettingsThenPrivacy:
    'Ouvrez Réglages, puis Confidentialité et sécurité, puis Service de localisation, et activez-le.',
  sameListChooseSafari:
    'Dans la même liste, choisissez Sites web Safari, puis Lorsque l’app est active. Activez Position exacte\u00A0: les sondes ne sont qu’à quelques mètres les unes des autres.',
  backSafariOpenPage:
    'De retour dans Safari, ouvrez le menu de la page à gauche de l’adresse, choisissez Réglages du site web, puis Position, puis Autoriser. Rechargez la page.',
  androidChrome: 'Android, Chrome',
  openSettingsThenLocation: 'Ouvrez Paramètres, puis Position, et activez-la.',
  openSettingsThenApps:
    'Ouvrez Paramètres, puis Applications, puis Chrome, puis Autorisations, puis Position\u00A0: autorisez-la pendant l’utilisation de l’appli, avec la position exacte.',
  chromeTapSymbolLeft:
    'Dans Chrome, touchez le symbole à gauche de l’adresse, puis Autorisations, puis Position, et autorisez-la. Rechargez la page.',
}
