/** The words of the mails about shared systems; plain text, links from the site's configured address alone. */
import type { MemberRole } from '../../contract/members.ts'
import type { MailMessage } from '../jobs/mail.ts'

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
