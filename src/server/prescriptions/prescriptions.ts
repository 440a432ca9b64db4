/** Prescriptions: what settings, soil and geofences make of a field, sent to its machine. */
import type { Devices } from '../devices/devices.ts'
import type { SettingsPublisher } from '../systems/settings-publisher.ts'
import { publicationOf } from './publication.rules.ts'

export interface Prescriptions {
  publisher: SettingsPublisher
}

export function createPrescriptions(devices: Pick<Devices, 'desire'>): Prescriptions {
  return {
    publisher: {
      async publish(tx, { machine, settings, settingsRev, commandId, savedAt }) {
        const publication = publicationOf(machine, settings, savedAt)
        await devices.desire(tx, machine.controllerId, { settingsRev, commandId, ...publication })
        return { testUntil: publication.test && new Date(publication.test.until) }
      },
    },
  }
}
