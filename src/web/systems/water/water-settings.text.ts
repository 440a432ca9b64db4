/** Texts of pump and efficiency settings. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('watersettings', {
  flow: 'Flow',
  pressure: 'Pressure',
  flowDiffers: (comparison: Figure, flow: Figure) =>
    `The flow is ${comparison}: ${flow} was predicted here. Check the valves, the nozzles and the pump.`,
  tooLittleFlow: 'Too little flow for the pump',
  doNotStart: 'Do not start this pass',
  raiseLowestPercentages: 'Raise the lowest percentages',
  drawsTooLittle: (flow: Figure) => `needs at least ${flow}. On this pass the machine would draw less:`,
  nothingSent: 'Nothing was sent, and the pivot keeps running what it ran before. What you typed is kept.',
  raisingHint:
    'Raising gives the cells with the lowest percentages there more water, just enough for the flow. Geofences of 0% stay dry.',
  raisingNoHelp: 'Raising does not help everywhere. The pump needs a bypass, or has to stop, at:',
  loadingPump: 'Loading the pump…',
  pumpNotFetched: 'The pump could not be fetched.',
  noPump: 'No pump is entered.',
  changePump: 'Change pump',
  enterPump: 'Enter pump',
  minimumFlowOf: (flow: Figure) => `minimum flow ${flow}`,
  maximumFlowOf: (flow: Figure) => `maximum flow ${flow}`,
  oneOther: 'one other',
  otherSystems: (count: Figure) => `${count} others`,
  pump: 'Pump',
  flowNotKnown: ': its flow is not known',
  sharedBy: (names: Figure) => `Shared by ${names}.`,
  pumpNamed: (name: Figure) => `Pump ${name}`,
  name: 'Name',
  minimumFlow: 'Minimum flow',
  minimumFlowHint: 'The pump must not run below this. Leave it empty if you do not know.',
  maximumFlow: 'Maximum flow',
  savePump: 'Save pump',
  saving: 'Saving…',
  removing: 'Removing…',
  removePump: 'Remove pump',
  systemsOnPump: 'Systems on this pump',
  title: 'Water and pump',
  waterThisYear: 'Water used this year',
  aboutEfficiency: 'About application efficiency',
  efficiencyHint:
    'The share of the water leaving the nozzles that reaches the roots; wind, evaporation and runoff take the rest. A prescription asks for that much more. Usual for a pivot with drops: 80 to 95%.',
  efficiencyOf: 'Application efficiency:',
  ownerOnly: 'Only the owner can change this.',
  efficiencyLabel: 'Application efficiency',
  saveEfficiency: 'Save efficiency',
})
