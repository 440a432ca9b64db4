/** Mails about systems, plain text with links from the site's configured address alone; and the warning that settings run out. */
import type { MemberRole } from '../../contract/accounts/members.ts'
import type { MailMessage } from '../jobs/mail.ts'
import { expiryNear } from '../devices/devices.jobs.ts'
import type { Kit } from '../installation/kit.ts'
import { ownersOf } from './members.store.ts'
import { systemByController } from './systems.store.ts'

interface Shared {
  to: string
  product: string
  /** E-mail address of the owner: unlike a name, nobody can write a message into it. */
  owner: string
  system: string
  role: MemberRole
  /** Where the product is. */
  site: string
}

const MAY: Record<MemberRole, string> = {
  operator: 'You may see it and change its settings.',
  viewer: 'You may see it, but not change it.',
}

/** @param known whether the address has an account that is open */
export function sharedMail({ to, product, owner, system, role, site }: Shared, known: boolean): MailMessage {
  const then = known
    ? `It is on your list: ${site}/systems`
    : `Sign up with this e-mail address, and activate the account, to see it:\n\n${site}/signup`
  return {
    to,
    subject: `${system} was shared with you on ${product}`,
    text: `Hello,\n\n${owner} shares the irrigation system ${system} with you. ${MAY[role]}\n\n${then}\n\nIf you do not know ${owner}, ignore this mail.\n\n${product}\n`,
  }
}

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
    text: `Hello,\n\nthe controller of ${name} has not been heard for long, so its settings could not be renewed. They run out on ${at} (${timeZone}). After that the machine waters uniformly: 100% everywhere but in enabled 0% geofences.\n\nThey are renewed by themselves when the controller is back before then; afterwards, send them again: ${site}/systems\n\n${product}\n`,
  }
}
