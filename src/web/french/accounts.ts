/** French: accounts. */
import type { say as AccountsWords } from '../accounts/account.text.ts'
import type { say as SigninWords } from '../accounts/sign-in.text.ts'

export const accounts: typeof AccountsWords = {
  passwordsNotSame: 'Les mots de passe ne sont pas les mêmes.',
  pleaseEnterYourName: 'Veuillez entrer votre nom.',
  pleaseAgreeTermsService: 'Veuillez accepter les conditions d’utilisation.',
  errorOccurredDuringSignup: 'Une erreur s’est produite pendant l’inscription.',
  accountEmailAlreadyExists: 'Un compte existe déjà avec ce courriel.',
  yourPasswordTooSimilar: 'Votre mot de passe ressemble trop à votre courriel. Veuillez en choisir un autre.',
  signUpFailedPlease:
    'L’inscription a échoué. Veuillez choisir un autre mot de passe. Il ne peut pas être fait seulement de chiffres ni contenir des parties de votre courriel ou de votre nom.',
  invalidSignupInformationPlease: 'Renseignements d’inscription invalides. Veuillez les vérifier.',
  authenticationFailedPleaseCheck: 'L’authentification a échoué. Veuillez vérifier vos identifiants.',
  passwordResetFailedPlease: 'Le mot de passe n’a pas pu être réinitialisé. Veuillez réessayer.',
  linkNotValidUsed: 'Ce lien n’est pas valide, a déjà servi ou a expiré.',
  yourAccountActiveYou: 'Votre compte est actif. Vous pouvez maintenant vous connecter.',
  accountAlreadyActiveYou: 'Ce compte était déjà actif. Vous pouvez vous connecter.',
  linkNotValidOr:
    'Ce lien n’est pas valide ou a expiré\u00A0: rien n’a été activé. Si votre compte n’est pas encore actif, faites envoyer un nouveau courriel.',
  serverDidNotAnswer:
    'Le serveur n’a pas répondu\u00A0: on ne sait pas si votre compte est actif. Vérifiez la connexion, puis réessayez.',
  activateYourAccount: 'Activez votre compte',
  oneStepLeftConfirm: 'Il reste une étape\u00A0: confirmez que ce courriel est le vôtre.',
  verifying: 'Vérification…',
  verify: 'Vérifier',
  activationComplete: 'Activation terminée',
  proceedLogin: 'Aller à la connexion',
  setNewPassword: 'Choisissez un nouveau mot de passe',
  newPassword: 'Nouveau mot de passe',
  least8Characters: 'Au moins 8 caractères',
  toUseAtLeastCharacters:
    'Utilisez au moins 8 caractères, pas seulement des chiffres, et aucune partie de votre nom ou courriel.',
  confirmNewPassword: 'Confirmez le nouveau mot de passe',
  saving: 'Enregistrement…',
  resetPassword: 'Réinitialiser le mot de passe',
  resetFailed: 'Échec de la réinitialisation',
  newLinkSent: 'Faire envoyer un nouveau lien',
  success: 'C’est fait',
  logIn: 'Connexion',
  passwordChangedSuccessfully: 'Mot de passe changé',
  dismiss: 'Ignorer',
  close: 'Fermer',
  email: 'Courriel',
  password: 'Mot de passe',
  signUp: 'Inscription',
  passwordStrength: 'Force du mot de passe\u00A0:',
  weak: 'Faible',
  moderate: 'Moyenne',
  strong: 'Forte',
  ifAccountEmailWaits:
    'Si un compte avec ce courriel attend son activation, un nouveau courriel est en route. Il peut être dans vos indésirables.',
  sending: 'Envoi…',
  sendNewMail: 'Envoyer un nouveau courriel',
  weSendYouLink: 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
  backLog: 'Revenir à la connexion',
  requestFailed: 'Échec de la demande',
  requestSent: 'Demande envoyée',
  ifAccountEmailExists:
    'Si un compte avec ce courriel existe, un courriel avec un lien est en route. Le lien sert une fois et pendant une heure. Le courriel peut être dans vos indésirables.',
  yourSessionEnded: 'Votre session est terminée',
  leavePage: 'Quitter cette page',
  logAsSomebodyElse: 'Se connecter comme quelqu’un d’autre',
  continue: 'Continuer',
  enterYourPasswordGo: 'Entrez votre mot de passe pour continuer. Ce que vous avez entré est toujours là.',
  yourProviderConnectsYour: 'Votre fournisseur lie vos systèmes à ce compte.',
  registering: 'Inscription…',
  register: 'S’inscrire',
  alreadyAccount: 'Vous avez déjà un compte?',
  signUpError: 'Erreur d’inscription',
  name: 'Nom',
  confirmPassword: 'Confirmez le mot de passe',
  iAgreeTerms: 'J’accepte les conditions',
  termsService: 'Conditions d’utilisation',
  accountCreated: 'Compte créé',
  pleaseCheckYourEmail:
    'Veuillez consulter vos courriels pour activer votre compte. Le courriel peut être dans vos indésirables.',
  iAgree: 'J’accepte',
  theseTermsApplyBetween: (company, product) =>
    `Ces conditions s’appliquent entre vous et ${company} quand vous utilisez ${product}. Dernière mise à jour\u00A0: 1er août 2024.`,
  minimumAge: 'Âge minimal',
  accountOwnerMustLeast:
    'Le titulaire d’un compte doit avoir au moins 18 ans. En acceptant, vous confirmez que c’est le cas.',
  whoCovered: 'Qui est visé',
  theseTermsCoverAccount:
    'Ces conditions visent le titulaire du compte et chaque personne qu’il autorise. Le titulaire est responsable de ce que ces personnes font avec le compte, et de garder son mot de passe secret.',
  whatDoes: (product) => `Ce que fait ${product}`,
  sendsSettingsIrrigationEquipment: (product) =>
    `${product} envoie des réglages à l’équipement d’irrigation et montre ce que l’équipement et les sondes rapportent. Vous demeurez responsable de votre équipement, de son bon fonctionnement et de vérifier au champ qu’il fait ce que vous voulez.`,
  automaticUpdates: 'Mises à jour automatiques',
  mayUpdateAutomaticallyWithout: (company, product) =>
    `${company} peut mettre ${product} à jour automatiquement, sans le demander chaque fois. Les mises à jour peuvent ajouter, changer ou retirer des fonctions.`,
  noUptimeGuarantee: 'Aucune garantie de disponibilité',
  providedAsNeitherAvailability: (product) =>
    `${product} est fourni tel quel. Ni sa disponibilité ni celle des réseaux entre lui et votre équipement n’est garantie. Soyez prêt à faire fonctionner votre équipement sans lui.`,
  limitLiability: 'Limite de responsabilité',
  asFarAsLaw: (company) =>
    `Dans la mesure permise par la loi, la responsabilité de ${company} se limite aux frais que vous avez payés dans les 12 mois avant la réclamation.`,
  disputes: 'Différends',
  disputesCannotSettledTalking: (province) =>
    `Les différends qui ne peuvent être réglés par la discussion le sont par arbitrage selon le droit de la province de ${province}, au Canada.`,
}

export const signin: typeof SigninWords = {
  pleaseEnterYourEmail: 'Veuillez entrer votre courriel.',
  pleaseEnterValidEmail: 'Veuillez entrer une adresse courriel valide.',
  pleaseEnterPassword: 'Veuillez entrer un mot de passe.',
  passwordLeastCharacters: (text) => `Un mot de passe a au moins ${text} caractères.`,
  signIn: 'Connexion',
  email: 'Courriel',
  password: 'Mot de passe',
  signingIn: 'Connexion…',
  noAccountYet: 'Pas encore de compte?',
  signUp: 'Inscription',
  forgotYourPassword: 'Mot de passe oublié?',
  loginFailed: 'La connexion a échoué',
  loginFailedTitle: 'La connexion a échoué',
  notActivatedYet: 'Pas encore activé?',
  sendActivationMailAgain: 'Renvoyer le courriel d’activation',
  dismiss: 'Ignorer',
  close: 'Fermer',
}
