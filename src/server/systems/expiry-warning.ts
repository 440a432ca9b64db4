/** Tells owners by mail that the settings of a machine run out, because its controller was not there to have them renewed. */
import { expiryNear } from '../devices/devices.jobs.ts'
import type { Kit } from '../installation/kit.ts'
import type { MailMessage } from '../jobs/mail.ts'
import { ownersOf } from './members.store.ts'
import { systemByController } from './systems.store.ts'

/** Says how the job is done; before jobs start. */
export function warnOwners(kit: Kit): void {
  const { config, mail, site } = kit
  kit.jobs.process(expiryNear, async ({ controllerId, validUntil }, tx) => {
    const system = await systemByController(tx, controllerId)
    if (!system) return
    for (const to of await ownersOf(tx, system.id))
      await mail.send(
        tx,
        expiryMail({ to, product: config.brand.product, site: site.url, validUntil, ...system }),
      )
  })
}

interface Expiry {
  to: string
  product: string
  site: string
  name: string
  timeZone: string
  validUntil: string
}

function expiryMail({ to, product, site, name, timeZone, validUntil }: Expiry): MailMessage {
  const at = new Date(validUntil).toLocaleString('en-CA', {
    timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return {
    to,
    subject: `The settings of ${name} run out soon`,
    text: `Hello,\n\nthe controller of ${name} has not been heard for long, so its settings could not be renewed. They run out on ${at} (${timeZone}). After that the machine waters uniformly: 100 % everywhere but in enabled 0 % geofences.\n\nThey are renewed by themselves when the controller is back before then; afterwards, send them again: ${site}/systems\n\n${product}\n`,
  }
}
