/** Texts of alert messages in English and French; the screen has its own, longer texts. */
import type { AlertDetail, AlertKind } from '../../contract/alerts/alerts.ts'

/** An alert in a message. */
export interface AlertToSend {
  id: number
  kind: AlertKind
  subject: string
  since: Date
  detail: AlertDetail
}

export type Language = 'en' | 'fr'

interface Words {
  fault: Record<string, string>
  otherFault: (code: string) => string
  title: Record<Exclude<AlertKind, 'fault' | 'setting' | 'probe'>, string>
  probe: (probe: string) => string
  rejected: string
  expiring: string
  /** What to do; '' when the title says it. */
  act: Record<AlertKind, string>
  stoppedWetWhenLost: string
  since: (when: string) => string
  again: string
  open: string
  acknowledge: string
  useful: string
  locale: string
}

const english: Words = {
  fault: {
    LOW_PRESSURE: 'Low water pressure',
    HIGH_PRESSURE: 'High water pressure',
    LOW_FLOW: 'Too little flow',
    HIGH_FLOW: 'Too much flow',
    MISALIGNED: 'Towers out of line',
    POWER_LOST: 'Power lost',
    VALVE_FAULT: 'Valve fault',
    CABLE_FAULT: 'Cable fault',
  },
  otherFault: (code) => `Fault ${code}`,
  title: {
    stopped_wet: 'Stopped, water on',
    stopped_short: 'Stopped before the end of its pass',
    offline: 'Offline',
    panel: 'Panel does not match the settings',
    refill: 'Field needs water',
  },
  probe: (probe) => `Probe ${probe} is silent`,
  rejected: 'Change rejected',
  expiring: 'Settings expire soon',
  act: {
    stopped_wet: 'Water is running onto one spot. Start the pivot or shut the water off.',
    fault: 'Check the machine before you start it.',
    stopped_short: 'A part of the field is still dry.',
    offline: 'We have lost contact with it.',
    setting: 'Check its settings.',
    panel: 'This pass puts on another depth than you asked for.',
    refill: 'The driest tenth of the field is at its refill line and the machine is not watering.',
    probe: 'No readings for a day.',
  },
  stoppedWetWhenLost: 'It was stopped with the water on when we last heard from it. Go and check.',
  since: (when) => `since ${when}`,
  again: 'Still going on, and nobody is on it yet',
  open: 'Open the system',
  acknowledge: 'Acknowledge it, so that nobody is notified again',
  useful: 'Was this worth a message? Say so, or choose what we notify you about',
  locale: 'en-CA',
}

const french: Words = {
  fault: {
    LOW_PRESSURE: 'Pression d’eau basse',
    HIGH_PRESSURE: 'Pression d’eau élevée',
    LOW_FLOW: 'Débit trop faible',
    HIGH_FLOW: 'Débit trop fort',
    MISALIGNED: 'Tours désalignées',
    POWER_LOST: 'Panne de courant',
    VALVE_FAULT: 'Défaut de vanne',
    CABLE_FAULT: 'Défaut de câble',
  },
  otherFault: (code) => `Défaut ${code}`,
  title: {
    stopped_wet: 'Arrêté, eau ouverte',
    stopped_short: 'Arrêté avant la fin de son passage',
    offline: 'Hors ligne',
    panel: 'Le panneau diffère des réglages',
    refill: 'Le champ a besoin d’eau',
  },
  probe: (probe) => `La sonde ${probe} est muette`,
  rejected: 'Changement refusé',
  expiring: 'Les réglages expirent',
  act: {
    stopped_wet: 'L’eau coule à un seul endroit. Faites repartir le pivot ou fermez l’eau.',
    fault: 'Vérifiez la machine avant de la faire repartir.',
    stopped_short: 'Une partie du champ est encore sèche.',
    offline: 'On n’en reçoit rien.',
    setting: 'Regardez ses réglages.',
    panel: 'Ce passage met une autre lame d’eau que demandé.',
    refill: 'Le dixième le plus sec du champ est à son seuil et la machine n’arrose pas.',
    probe: 'Rien n’a été lu depuis un jour.',
  },
  stoppedWetWhenLost: 'Il était arrêté avec l’eau ouverte aux dernières nouvelles. Allez voir.',
  since: (when) => `depuis ${when}`,
  again: 'C’est toujours ainsi, et personne ne s’en occupe encore',
  open: 'Ouvrir le système',
  acknowledge: 'Dites que vous vous en occupez, pour que personne ne soit rappelé',
  useful: 'Ce message valait-il la peine? Dites-le, ou choisissez pourquoi on vous appelle',
  locale: 'fr-CA',
}

export function wordsIn(language: Language): Words {
  return language === 'fr' ? french : english
}

/** What is wrong, in a few words. */
export function titleOf(
  { kind, subject }: Pick<AlertToSend, 'kind' | 'subject'>,
  language: Language,
): string {
  const words = wordsIn(language)
  if (kind === 'fault') {
    const text = Object.hasOwn(words.fault, subject) ? words.fault[subject] : undefined
    return text ?? words.otherFault(subject.toLowerCase().replaceAll('_', ' '))
  }
  if (kind === 'setting') return subject === 'rejected' ? words.rejected : words.expiring
  return kind === 'probe' ? words.probe(subject) : words.title[kind]
}

/** What it means, and what to do. */
export function actOf({ kind, detail }: Pick<AlertToSend, 'kind' | 'detail'>, language: Language): string {
  const words = wordsIn(language)
  return kind === 'offline' && detail.stopped_wet ? words.stoppedWetWhenLost : words.act[kind]
}
