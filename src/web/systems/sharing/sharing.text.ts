/** What is said on these screens. */
import { inLanguage } from '../../language/language.ts'
import type { Figure } from '../../language/language.ts'

export const say = inLanguage('sharing', {
  operatorMayChangeSettings: 'Operator, can change settings',
  viewerMayOnlyLook: 'Viewer, can only look',
  shareSystem: 'Share this system',
  email: 'Email',
  role: 'Role',
  sending: 'Sending…',
  changeRole: 'Change role',
  invite: 'Invite',
  accessNow: (email: Figure) => `${email} has access now.`,
  invitedAccessAfterSigning: (email: Figure) => `${email} was invited, and gets access after signing up.`,
  ownerMayChangeShare: 'Owner, can change and share',
  operatorMayChange: 'Operator, can change',
  viewerMayLook: 'Viewer, can look',
  people: 'People',
  you: 'You:',
  loadingPeople: 'Loading people...',
  peopleSystemCouldNot: 'The people of this system could not be fetched.',
  nobodyElseYet: 'Nobody else yet.',
  invitedNotSignedUp: '. Invited, has not signed up yet',
  remove: (email: Figure) => `Remove ${email}`,
  remove2: 'Remove',
  removePerson: 'Remove this person?',
  cancel: 'Cancel',
  removing: 'Removing…',
  willNoLongerSee: (name: Figure) => `will no longer see ${name}. What they changed stays in the history.`,
  lock: 'Lock',
  localOnly: 'Local only',
  aboutLocalOnly: 'About Local only',
  systemTakesNoNew:
    'ON: nobody can send this system new settings from here. It keeps running what it runs now, and the panel at the machine works as always.',
  onlyOwnerCanChange: 'Only the owner can change this.',
})
