/** French: wateruse. */
import type { say as WateruseWords } from '../systems/water/water-settings.text.ts'
import type { say as PumpWords } from '../shared/pump/pump.text.ts'

export const wateruse: typeof WateruseWords = {
  flow: 'Débit',
  pressure: 'Pression',
  flowPredictedHereWere: (words, flow) =>
    `Le débit est de ${words}\u00A0: on prévoyait ${flow} ici. Regardez les vannes, les buses et la pompe.`,
  tooLittleFlowPump: 'Trop peu de débit pour la pompe',
  doNotStartPass: 'Ne pas lancer ce passage',
  raiseLowestPercentages: 'Relever les pourcentages les plus bas',
  needsLeastPassMachine: (flow) =>
    `a besoin d’au moins ${flow}. Pendant ce passage, la machine demanderait moins\u00A0:`,
  nothingSentWhatRan:
    'Rien n’a été envoyé, et ce qui était en cours continue. Ce que vous avez entré est gardé.',
  raisingGivesCellsLowest:
    'Relever donne plus d’eau aux cellules des pourcentages les plus bas à ces endroits, juste assez pour le débit. Les géobarrières à 0\u00A0% restent sèches.',
  raisingDoesNotHelp:
    'Relever n’aide pas partout. La pompe a besoin d’une dérivation, ou doit s’arrêter, à\u00A0:',
  loadingPump: 'Chargement de la pompe…',
  pumpCouldNotFetched: 'La pompe n’a pas pu être obtenue.',
  noPumpEntered: 'Aucune pompe n’est entrée.',
  changePump: 'Changer la pompe',
  enterPump: 'Entrer la pompe',
  leastFlow: (flow) => `débit minimal ${flow}`,
  greatestFlow: (flow) => `débit maximal ${flow}`,
  oneOther: 'un autre',
  others: (others) => `${others} autres`,
  pump: 'Pompe',
  flowNotKnown: ': son débit n’est pas connu',
  sharedBy: (join) => `Partagée par ${join}.`,
  pump2: (name) => `Pompe ${name}`,
  name: 'Nom',
  leastFlow2: 'Débit minimal',
  belowPumpMustNot: 'En dessous, la pompe ne doit pas tourner. Laissez vide si vous ne le savez pas.',
  greatestFlow2: 'Débit maximal',
  savePump: 'Enregistrer la pompe',
  saving: 'Enregistrement…',
  removing: 'Retrait…',
  removePump: 'Retirer la pompe',
  systemsDraw: 'Systèmes qui s’y alimentent',
  waterPump: 'Eau et pompe',
  waterYear: 'Eau utilisée cette année',
  aboutApplicationEfficiency: 'À propos de l’efficacité d’application',
  shareWaterLeavingNozzles:
    'La part de l’eau sortie des buses qui arrive aux racines; le vent, l’évaporation et le ruissellement prennent le reste. Une prescription en demande d’autant plus. Habituel pour un pivot à descentes\u00A0: 80 à 95\u00A0%.',
  applicationEfficiency: 'Efficacité d’application\u00A0:',
  onlyOwnerCanChange: 'Seul le propriétaire peut changer cela.',
  applicationEfficiency2: 'Efficacité d’application',
  saveEfficiency: 'Enregistrer l’efficacité',
}

export const pump: typeof PumpWords = {
  andMore: (more) => `et ${more} de plus`,
  whereNeededLowestPercentages: 'Là où il le fallait, les pourcentages les plus bas sont relevés\u00A0:',
  drawsLeastAllWay: (flow) => `demande au moins ${flow} sur tout le parcours.`,
  needsLeastMachineWould: (flow) => `a besoin d’au moins ${flow}, et la machine demanderait moins\u00A0:`,
  raisingDoesNotHelp: 'Relever n’aide pas ici\u00A0: la pompe a besoin d’une dérivation, ou doit s’arrêter.',
  testPatternSentAll: 'Un essai est envoyé quand même; il finit de lui-même.',
  raiseLowestPercentages: 'Relever les pourcentages les plus bas',
  orDoNotStart: 'ou ne lancez pas ce passage.',
  allAround: 'Tout autour',
  nothingAllValvesClosed: (where) => `${where}\u00A0: rien, toutes les vannes fermées`,
  asLittleAs: (where, flow) => `${where}\u00A0: seulement ${flow}`,
  asPredicted: 'comme prévu',
  thoughAllValvesShould: 'alors que toutes les vannes devraient être fermées ici',
  thanPredicted: (share, word) => `${share} de ${word} que prévu`,
  more: 'plus',
  less: 'moins',
  pumpFilterLeaks: 'la pompe, son filtre et les fuites',
  blockedNozzlesClosedValves: 'les buses bouchées et les vannes fermées',
  pressureThanPredicted: (share, word) => `La pression est de ${share} ${word} élevée que prévu\u00A0:`,
  latelyMachineHadSuch: (pressure, look) =>
    `dernièrement, cette machine avait ${pressure} à un tel débit. Regardez ${look}.`,
  nobodyDrawsNow: (name) => `Personne ne s’alimente à ${name} en ce moment.`,
  oneMachineDraws: 'Une machine prend',
  machinesDraw: (machines) => `${machines} machines prennent`,
  someAssumedFullFlow: ', une partie supposée à plein débit',
  fromNow: (who, flow, name, how) => `${who} ${flow} à ${name} en ce moment${how}`,
  belowLeastFlow: (draws, flow) => `${draws}\u00A0: sous son débit minimal de ${flow}.`,
  aboveGreatestFlow: (draws, flow) => `${draws}\u00A0: au-dessus de son débit maximal de ${flow}.`,
}
