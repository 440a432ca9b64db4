/** Texts of sharing a system. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const text = inLanguage('sharing', {
  operatorChoice: 'Operator, can change settings',
  viewerChoice: 'Viewer, can only look',
  shareSystem: 'Share this system',
  email: 'Email',
  role: 'Role',
  sending: 'Sending…',
  changeRole: 'Change role',
  invite: 'Invite',
  hasAccess: (email: Figure) => `${email} has access now.`,
  invited: (email: Figure) => `${email} was invited, and gets access after signing up.`,
  ownerRole: 'Owner, can change and share',
  operatorRole: 'Operator, can change',
  viewerRole: 'Viewer, can look',
  people: 'People',
  you: 'You:',
  loadingPeople: 'Loading people...',
  peopleNotFetched: 'The people of this system could not be fetched.',
  nobodyElseYet: 'Nobody else yet.',
  notSignedUp: '. Invited, has not signed up yet',
  removeOf: (email: Figure) => `Remove ${email}`,
  remove: 'Remove',
  removePerson: 'Remove this person?',
  cancel: 'Cancel',
  removing: 'Removing…',
  noLongerSees: (system: Figure) => `will no longer see ${system}. What they changed stays in the history.`,
  lock: 'Lock',
  localOnly: 'Local only',
  aboutLocalOnly: 'About Local only',
  localOnlyHint:
    'ON: nobody can send this system new settings from here. It keeps running what it runs now, and the panel at the machine works as always.',
  ownerOnly: 'Only the owner can change this.',
})
